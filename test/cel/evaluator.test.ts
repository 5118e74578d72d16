import { describe, expect, it } from 'vitest';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { celLines } from './cel-fixtures.ts';
import { type BriefQuestion, inFull } from './evaluation-values.ts';
import { type EvaluationAnswer, evaluate } from './evaluator-answer.ts';

type Kept = BriefQuestion & { readonly answer: EvaluationAnswer };

/** A question with the server's answer in each minor that takes the expression. */
type KeptByMinor = BriefQuestion & { readonly answers: Readonly<Record<string, EvaluationAnswer>> };

function linesOf<T>(name: string): readonly T[] {
  return celLines<T>(`evaluate-${name}`);
}

describe.each(MINORS)('evaluations of the server in %s', (minor) => {
  const kept = linesOf<Kept>(minor);

  it('are many', () => {
    expect(kept.length).toBeGreaterThan(100);
  });

  it.each(kept.map((answer) => [answer.expression, answer] as const))(
    '%s',
    (_, { answer, ...question }) => {
      expect(evaluate(inFull(question), minor)).toEqual(answer);
    },
  );
});

describe.each([
  { name: 'rules', about: 'rules over lists, maps and old values', atLeast: 400 },
  { name: 'wrong-types', about: 'calls with dynamic values of wrong types', atLeast: 250 },
])('$about', ({ name, atLeast }) => {
  const cases = linesOf<KeptByMinor>(name).flatMap(({ answers, ...question }) =>
    Object.entries(answers).map(([minor, answer]) => ({ minor, question, answer })),
  );

  it('are many', () => {
    expect(cases.length).toBeGreaterThan(atLeast);
  });

  it.each(cases)('$question.expression in $minor', ({ minor: named, question, answer }) => {
    const minor = MINORS.find((candidate) => candidate === named);
    expect(minor && evaluate(inFull(question), minor)).toEqual(answer);
  });
});
