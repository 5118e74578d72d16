import { describe, expect, it } from 'vitest';
import { MINORS, type Minor } from '../../../src/server/kubernetes/minors.ts';
import { celLines } from '../cel-fixtures.ts';
import { type EvaluationAnswer, evaluate } from '../evaluator-answer.ts';

/** An expression of an apply configuration that reads fields of the values that patches are made of. */
interface Kept {
  readonly env: 'map';
  readonly expression: string;
  readonly answers: readonly {
    readonly minors: readonly Minor[];
    readonly answer: EvaluationAnswer;
  }[];
}

const kept = celLines<Kept>('patch-fields');

const cases = kept.flatMap(({ answers, ...question }) =>
  MINORS.flatMap((minor) => {
    const answer = answers.find(({ minors }) => minors.includes(minor))?.answer;
    return answer === undefined ? [] : [{ minor, question, answer }];
  }),
);

describe('fields of Object and JSONPatch', () => {
  it('are many', () => {
    expect(cases.length).toBeGreaterThan(40);
  });

  it.each(cases)('$question.expression in $minor', ({ minor, question, answer }) => {
    expect(evaluate({ ...question, stored: true, value: {} }, minor)).toEqual(answer);
  });
});
