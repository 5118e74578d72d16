import { describe, expect, it } from 'vitest';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { celLinesWithSchema } from './cel-fixtures.ts';
import { answerOf } from './checker-answer.ts';
import { hashOf, headOf, type KeptQuestion } from './kept-answers.ts';

const { schema, lines: questions } = celLinesWithSchema<KeptQuestion>('expressions');

describe('expressions made up and changed at random', () => {
  it('are many', () => {
    expect(questions.length).toBeGreaterThanOrEqual(5000);
    const answers = questions.flatMap((question) => question.answers.flatMap(([minors]) => minors));
    expect(answers.length).toBeGreaterThan(34_000);
  });

  it.each(MINORS)('have the texts, types and overloads of the server of %s', (minor) => {
    const different = questions.flatMap(({ answers, ...question }) => {
      const wanted = answers.find(([minors]) => minors.includes(minor));
      if (wanted === undefined) return [];
      const asked = question.env.startsWith('crd') ? { ...question, schema } : question;
      const answer = answerOf(asked, minor);
      if (hashOf(answer) === wanted[1]) return [];
      return [{ ...question, ours: headOf(answer), server: wanted[2] }];
    });
    expect(different).toEqual([]);
  });
});
