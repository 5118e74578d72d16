import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { WorkCounter } from '../growth/work.ts';
import { checkGrowth, growing } from './growing.ts';

const counter = new WorkCounter();
afterAll(() => counter.stop());

describe('inputs that grow', () => {
  const inputs = fc.sample(growing, { seed: 14, numRuns: 20 });

  it('are longer each time', () => {
    for (const make of inputs) {
      expect(make(20).length).toBeGreaterThanOrEqual(make(10).length);
    }
    expect(inputs.filter((make) => make(20).length > make(10).length).length).toBeGreaterThan(15);
  });

  it('may not make the work grow with the square of their size', () => {
    let size = 0;
    const make = (n: number) => {
      size = n;
      return 'a: b\n';
    };
    const quadratic = {
      of(run: () => void) {
        run();
        return size * size;
      },
    };
    expect(() => checkGrowth(quadratic, make)).toThrow('twice the size makes 4.0 and 4.0 times');
  });

  it.each(inputs.map((make, index) => ({ make, index })))(
    'make no more work than they are longer: $index',
    ({ make }) => checkGrowth(counter, make),
  );
});
