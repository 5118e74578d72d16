import { createHash } from 'node:crypto';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { Answer, Question } from './checker-answer.ts';

/** A question with the answer of the server, as fixtures/cel/expressions.jsonl has them. */
export interface KeptQuestion extends Question {
  /** For each group of minors that agree: the minors, the hash of the answer, and its beginning for readers. */
  readonly answers: readonly (readonly [readonly Minor[], string, string])[];
}

/** The hash of a whole answer: texts, type, and the types and overloads of all nodes. */
export function hashOf(answer: Answer): string {
  return createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 12);
}

/** The beginning of an answer. */
export function headOf({ type, text, typeError, crash }: Answer): string {
  const head = text?.replace(/^ERROR: <input>:/, '') ?? typeError ?? crash ?? type ?? '';
  return (head.split('\n', 1)[0] ?? '').slice(0, 60);
}
