import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MINORS } from '../../src/kubernetes/minors.ts';
import { type BriefQuestion, inFull } from './evaluation-values.ts';
import { type EvaluationAnswer, evaluate } from './evaluator-answer.ts';

type Kept = BriefQuestion & { readonly answer: EvaluationAnswer };

function keptOf(minor: string): readonly Kept[] {
  const path = new URL(`../../fixtures/cel/evaluate-${minor}.jsonl`, import.meta.url);
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe.each(MINORS)('evaluations of the server in %s', (minor) => {
  const kept = keptOf(minor);

  it('are many', () => {
    expect(kept.length).toBeGreaterThan(100);
  });

  it.each(kept.map((one) => [one.expression, one] as const))('%s', (_, { answer, ...question }) => {
    expect(evaluate(inFull(question), minor)).toEqual(answer);
  });
});
