import { spawnSync } from 'node:child_process';
import type { Question, Reply } from '../../../test/cel/checker-answer.ts';

const BATCH = 300;

/**
 * Asks the oracle about expressions.
 *
 * @param evaluates true if expressions are also planned and run
 * @returns the replies in the order of the questions; undefined if there is none
 */
export function askOracle(
  oracle: string,
  questions: readonly Question[],
  evaluates = true,
): readonly (Reply | undefined)[] {
  return askCel(
    oracle,
    questions.map((question) => JSON.stringify(evaluates ? withValue(question) : question)),
  ).map((line) => {
    const reply: Reply | undefined = line === undefined ? undefined : JSON.parse(line);
    return reply?.requestError === undefined ? reply : undefined;
  });
}

/**
 * Sends requests to `oracle cel`.
 *
 * @param requests a line of JSON each (test/oracle/README.md describes them)
 * @returns the replies in the same order, as JSON; undefined if the oracle ran out of memory
 */
export function askCel(
  oracle: string,
  requests: readonly string[],
): readonly (string | undefined)[] {
  const replies: (string | undefined)[] = [];
  while (replies.length < requests.length) {
    const batch = requests.slice(replies.length, replies.length + BATCH);
    const { stdout } = spawnSync(oracle, ['cel'], {
      input: batch.map((request) => `${request}\n`).join(''),
      maxBuffer: 1 << 30,
      encoding: 'utf8',
    });
    const answered = stdout.split('\n').filter((line) => line !== '' && isComplete(line));
    replies.push(...answered);
    // The oracle has ended early, so the next request has no reply.
    if (answered.length < batch.length) replies.push(undefined);
  }
  return replies;
}

/** The last line of an oracle that ends early may be cut off. */
function isComplete(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

/** A value makes the oracle plan the expression, and refuse an expression that cannot be planned. */
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
