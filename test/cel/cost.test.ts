import { describe, expect, it } from 'vitest';
import { compile } from '../../src/server/expressions/compile.ts';
import { costAtSize } from '../../src/server/expressions/cost/validation-rule-cost.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { celLines } from './cel-fixtures.ts';
import { type CostAnswer, type CostQuestion, costAnswer } from './cost-answer.ts';

/** The answer of the server's code: a cost for each group of minors in which the expression compiles. */
interface Golden extends CostQuestion {
  readonly costs: readonly (CostAnswer & { readonly minors: readonly Minor[] })[];
}

const golden = celLines<Golden>('costs');

describe.each(MINORS)('the cost of rules in %s', (minor) => {
  it('is that of the server', () => {
    const differences = golden.flatMap((question) => {
      const found = costAnswer(question, minor);
      const wanted = question.costs.find(({ minors }) => minors.includes(minor));
      const same = found?.cost === wanted?.cost && found?.cardinality === wanted?.cardinality;
      return same ? [] : [{ ...question, found, wanted }];
    });
    expect(differences).toEqual([]);
  });
});

describe('the golden costs', () => {
  it('differ between minors often enough', () => {
    expect(golden.filter(({ costs }) => costs.length > 1).length).toBeGreaterThan(100);
  });
});

/** The cost of an expression in a rule of the newest minor, on a schema. */
function costOf(expression: string, schema: CostQuestion['schema']): string | undefined {
  return costAnswer({ expression, schema }, NEWEST_MINOR)?.cost;
}

describe('long expressions', () => {
  const schema = { type: 'string', maxLength: 10 } as const;

  it('are estimated whatever their length', () => {
    const terms = Array.from({ length: 2000 }, (_, index) => `self != '${index}'`);
    expect(costOf(terms.join(' && '), schema)).toBe('4000');
    const sum = Array.from({ length: 200 }, () => '1').join(' + ');
    expect(costOf(`${sum} > 0`, schema)).toBe('200');
  });

  it('count the names of objects for nothing else', () => {
    // Names that are members of every JavaScript object are not functions of a table.
    expect(
      costOf('self.size() > 0 || ["toString"].exists(constructor, constructor == self)', schema),
    ).toBe('24');
  });
});

describe('the cost at a size', () => {
  it('takes every list for as long', () => {
    const compiled = compile('object.spec.a.all(x, object.spec.b.exists(y, x == y))', {
      environment: 'vap',
      minor: NEWEST_MINOR,
    });
    if (!compiled.ok) throw new Error(compiled.detail);
    expect(costAtSize(compiled.checked, NEWEST_MINOR, 10)).toBe(752n);
  });
});
