import { afterAll, describe, expect, it } from 'vitest';
import { lint } from '../../src/lint.ts';
import { GROWING, type Growing } from './inputs.ts';
import { WorkCounter } from './work.ts';

/** Inputs whose work once grew faster than they did. `scripts/bench/growth.ts` measures the times of all of them. */
const ONCE_SLOW: readonly string[] = [
  'plain lines after what cannot be read',
  'blank lines after what cannot be read',
  'TAG directives',
  'keys given twice',
  'suppressions',
  'unknown fields at the top',
  'quantities that are not valid',
  'rules of a webhook',
  'rules of a webhook for built-in resources',
  'groups, versions and resources of a rule',
  'selectable fields',
  'variables of a policy',
];

const counter = new WorkCounter();
afterAll(() => counter.stop());

/**
 * How many times as much work the second of two equal additions makes as the first, which is half as large: 2 where the
 * work is linear, 4 where it is quadratic.
 */
function growth(work: (n: number) => void): number {
  // The first run makes tables.
  work(5);
  const [first = 0, second = 0, third = 0] = [50, 100, 200].map((n) => counter.of(() => work(n)));
  return (third - second) / (second - first);
}

function check(make: Growing): (n: number) => void {
  return (n) => lint([{ name: 'a.yaml', content: make(n) }], { pedantic: true });
}

describe('the work grows no faster than the input', () => {
  it.each(ONCE_SLOW)('for %s', (name) => {
    const make = GROWING.get(name);
    if (make === undefined) throw new Error(`there is no input ${name}`);
    expect(growth(check(make))).toBeLessThan(3);
  });
});

describe('the growth of work', () => {
  it('is 2 where it is linear', () => {
    expect(growth((n) => count(n * 100))).toBeCloseTo(2, 1);
  });

  it('is 4 where it is quadratic', () => {
    expect(growth((n) => count(n * n))).toBeCloseTo(4, 1);
  });
});

function count(n: number): number {
  let counted = 0;
  for (let i = 0; i < n; i++) counted += i;
  return counted;
}
