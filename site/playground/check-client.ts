import type { PlaygroundInput } from '../share.ts';
import type { CheckAnswer, CheckRequest, Result } from './check.ts';

/** Checks inputs in a worker, one at a time. Of inputs that arrive meanwhile, only the last one is checked. */
export class CheckClient {
  readonly #worker: Worker;
  readonly #onAnswer: (answer: { readonly result: Result } | { readonly problem: string }) => void;
  #id = 0;
  #isBusy = false;
  #next: PlaygroundInput | undefined;

  /** @param onAnswer called with the results of inputs that no newer input has replaced */
  constructor(
    onAnswer: (answer: { readonly result: Result } | { readonly problem: string }) => void,
  ) {
    this.#onAnswer = onAnswer;
    this.#worker = new Worker(workerUrl(), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) =>
      this.#receive(data),
    );
    this.#worker.addEventListener('error', () =>
      this.#onAnswer({ problem: 'the checker could not be loaded' }),
    );
  }

  /** Checks an input; the result of an earlier one is not reported any more. */
  check(input: PlaygroundInput): void {
    this.#id++;
    if (this.#isBusy) this.#next = input;
    else this.#send(input);
  }

  #send(input: PlaygroundInput): void {
    this.#isBusy = true;
    this.#next = undefined;
    const request: CheckRequest = { id: this.#id, input };
    this.#worker.postMessage(request);
  }

  #receive(answer: CheckAnswer): void {
    this.#isBusy = false;
    if (this.#next !== undefined) this.#send(this.#next);
    if (answer.id === this.#id) this.#onAnswer(answer);
  }
}

/** The URL of a script that imports the worker. A worker from such a URL has the Content-Security-Policy of the page. */
function workerUrl(): string {
  const script = `import ${JSON.stringify(new URL('worker.js', document.baseURI).href)};`;
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
