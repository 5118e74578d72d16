import { spawnSync } from 'node:child_process';
import type { Question, Reply } from '../../../test/cel/checker-answer.ts';

const BATCH = 300;

/**
 * What the oracle says of questions, in their order; undefined where it says nothing: when an evaluation takes all
 * memory it ends, and goes on with the next question.
 *
 * @param evaluates whether expressions are made programs and run
 */
export function askOracle(
  oracle: string,
  questions: readonly Question[],
  evaluates = true,
): readonly (Reply | undefined)[] {
  const replies: (Reply | undefined)[] = [];
  while (replies.length < questions.length) {
    const batch = questions.slice(replies.length, replies.length + BATCH);
    const { stdout } = spawnSync(oracle, ['cel'], {
      input: batch
        .map((question) => `${JSON.stringify(evaluates ? withValue(question) : question)}\n`)
        .join(''),
      maxBuffer: 1 << 30,
      encoding: 'utf8',
    });
    const answered = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map(replyIn);
    const whole = answered.filter((reply) => reply !== undefined);
    replies.push(...whole.map((reply) => (reply.requestError === undefined ? reply : undefined)));
    if (whole.length < batch.length) replies.push(undefined);
  }
  return replies;
}

/** The last line may be cut off. */
function replyIn(line: string): Reply | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A value makes the oracle plan the expression, and refuse what cannot be planned. */
function withValue(question: Question): object {
  const values: Readonly<Record<string, unknown>> = {
    array: [],
    string: '',
    integer: 0,
    number: 0.5,
    boolean: true,
  };
  return { ...question, value: values[question.schema?.type ?? 'object'] ?? {} };
}
