import type { Messages } from '../channel.ts';

/** Asks questions on a terminal, one on each line. */
export class Questions {
  readonly #lines: AsyncIterator<string>;
  readonly #messages: Messages;
  readonly #isAnswered: boolean;

  /** @param input the typed text; undefined to use all defaults */
  constructor(input: AsyncIterable<Uint8Array | string> | undefined, messages: Messages) {
    this.#lines = input === undefined ? noLines() : linesOf(input);
    this.#messages = messages;
    this.#isAnswered = input !== undefined;
  }

  /** The answer to a question. It is the default if the user types nothing, or there is no user. */
  async ask<T>(
    question: string,
    byDefault: string,
    read: (text: string) => T | { readonly problem: string },
  ): Promise<T> {
    for (;;) {
      if (this.#isAnswered) this.#messages.ask(`${question} [${byDefault}] `);
      const { value, done } = await this.#lines.next();
      const text = done === true || value.trim() === '' ? byDefault : value.trim();
      const answer = read(text);
      if (!isProblem(answer)) return answer;
      if (done === true) throw new Error(`the default ${byDefault} is refused`);
      this.#messages.say(answer.problem);
    }
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.#lines.return?.();
  }

  /** Asks a question and reports whether the answer is yes, which is the default. */
  confirm(question: string): Promise<boolean> {
    return this.ask<boolean>(question, 'Y/n', (text) => {
      if (/^(?:y|yes|y\/n)$/i.test(text)) return true;
      return /^(?:n|no)$/i.test(text) ? false : { problem: 'answer y or n' };
    });
  }
}

function isProblem(answer: unknown): answer is { readonly problem: string } {
  return typeof answer === 'object' && answer !== null && 'problem' in answer;
}

async function* noLines(): AsyncGenerator<string> {}

async function* linesOf(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
