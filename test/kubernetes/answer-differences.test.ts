import { expect, it } from 'vitest';
import { answerDifferences, type JsonValue } from '../../scripts/compare/answer-differences.ts';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';

const newer = NEWEST_MINOR;
const older = MINORS.at(-2) ?? newer;
const between = (...lines: readonly JsonValue[]) => answerDifferences(lines, older, newer);

it('groups verdicts by the errors that only one minor has, whatever their names', () => {
  const line = (name: string): JsonValue => ({
    file: `${name}.yaml`,
    document: 0,
    verdicts: [
      { minors: [older], outcome: 'accepted' },
      {
        minors: [newer],
        outcome: 'rejected',
        errors: [{ type: 'FieldValueInvalid', field: 'spec', message: `Invalid value: "${name}"` }],
      },
    ],
  });
  expect(between(line('a'), line('b'))).toEqual([
    {
      places: ['a.yaml 0 (line 1)', 'b.yaml 0 (line 2)'],
      lost: ['verdicts.outcome: accepted'],
      gained: [
        'verdicts.errors: FieldValueInvalid spec Invalid value: "…"',
        'verdicts.outcome: rejected',
      ],
    },
  ]);
});

it.each<{ form: string; lines: readonly JsonValue[] }>([
  {
    form: 'with a line for each answer',
    lines: [
      { name: 'a', answer: 'int', minors: [older] },
      { name: 'a', answer: 'dyn', minors: [newer] },
    ],
  },
  {
    form: 'with a line for each minor',
    lines: [
      { name: 'a', answer: 'int', minor: older },
      { name: 'a', answer: 'dyn', minor: newer },
    ],
  },
  {
    form: 'in lists that begin with minors',
    lines: [
      {
        expression: 'a',
        answer: [
          [[older], 'int'],
          [[newer], 'dyn'],
        ],
      },
    ],
  },
  {
    form: 'in a member for each minor',
    lines: [{ expression: 'a', answer: { [older]: 'int', [newer]: 'dyn' } }],
  },
])('reads answers $form', ({ lines }) => {
  const [group, ...rest] = between(...lines);
  expect(rest).toEqual([]);
  expect(group).toMatchObject({ lost: ['answer: int'], gained: ['answer: dyn'] });
});

it('lists nothing if both minors answer the same', () => {
  expect(between({ name: 'a', answer: 'int', minors: [older, newer] })).toEqual([]);
});
