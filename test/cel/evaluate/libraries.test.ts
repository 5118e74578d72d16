import { describe, expect, it } from 'vitest';
import { environmentOf } from '../../../src/server/expressions/environments.ts';
import { MINORS, type Minor } from '../../../src/server/kubernetes/minors.ts';
import { celLines } from '../cel-fixtures.ts';
import { type EvaluationAnswer, evaluate } from '../evaluator-answer.ts';

/** The result of the server for an expression of constants: value, error and cost, by minors. */
interface Kept {
  readonly env: 'vap-variable';
  readonly expression: string;
  readonly answers: readonly {
    readonly minors: readonly Minor[];
    readonly answer: EvaluationAnswer;
  }[];
}

const KEPT = celLines<Kept>('libraries');

describe.each(MINORS)('functions of libraries in %s', (minor) => {
  it('have the values, errors and costs of the server', () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const { env, expression, answers } of KEPT) {
      const kept = answers.find(({ minors }) => minors.includes(minor));
      if (kept === undefined) continue;
      count++;
      const ours = evaluate({ env, stored: true, expression, value: {} }, minor);
      if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(kept.answer))) {
        wrong.push({ expression, ours, theirs: kept.answer });
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(1500);
  });

  it.each([
    { selector: '', costs: 350_014 },
    { selector: 'a', costs: 350_065 },
    { selector: 'abcde', costs: 350_165 },
    { selector: 'abcdefghijklmnopqrstuvwxyz', costs: 350_667 },
  ])('cost as much as the server says for the selector $selector', ({ selector, costs }) => {
    for (const name of ['fieldSelector', 'labelSelector']) {
      const expression = `authorizer.group('').resource('pods').${name}('${selector}').check('list').allowed()`;
      const { cost } = evaluate({ env: 'vap', stored: true, expression, value: {} }, minor);
      const known = { '1.30': undefined, '1.31': 6 };
      expect(cost).toBe(minor === '1.30' || minor === '1.31' ? known[minor] : costs);
    }
  });

  it('are all implemented', () => {
    const { functions } = environmentOf({
      environment: 'map-jsonpatch',
      minor,
      expressions: 'stored',
    });
    const missing = [...functions.values()].flatMap(({ name, globals, members, singleton }) =>
      singleton !== undefined || EVALUATED_BY_PLANNER.has(name)
        ? []
        : [...globals, ...members].filter(({ binding }) => binding === undefined),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
    expect(functions.size).toBeGreaterThan(50);
  });

  it('cannot evaluate authorization checks', () => {
    const { value } = evaluate(
      { env: 'vap', expression: `authorizer.path('/x').check('get').allowed()`, value: {} },
      minor,
    );
    expect(value).toBeUndefined();
  });
});

/** The functions that are not plain calls. */
const EVALUATED_BY_PLANNER: ReadonlySet<string> = new Set([
  '@not_strictly_false',
  '_!=_',
  '_&&_',
  '_==_',
  '_?._',
  '_?_:_',
  '_[?_]',
  '_[_]',
  '_||_',
  'or',
  'orValue',
]);

function sorted(answer: EvaluationAnswer): unknown {
  return Object.entries(answer).sort(([a], [b]) => (a < b ? -1 : 1));
}
