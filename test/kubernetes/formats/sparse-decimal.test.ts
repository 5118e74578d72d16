import { expect, it } from 'vitest';
import {
  negated,
  type SparseDecimal,
  signOfSparse,
  sparseDecimal,
  sumOf,
} from '../../../src/server/kubernetes/formats/sparse-decimal.ts';

function total(...terms: readonly (readonly [bigint, number])[]): SparseDecimal {
  return terms.reduce<SparseDecimal>(
    (sum, [unscaled, exponent]) => sumOf(sum, sparseDecimal(unscaled, exponent)),
    [],
  );
}

/** The number in digits, of one with few places between its terms. */
function digits(number: SparseDecimal, lowest: number): bigint {
  return number.reduce(
    (sum, { unscaled, exponent }) => sum + unscaled * 10n ** BigInt(exponent - lowest),
    0n,
  );
}

it.each([
  { terms: [], sign: 0, count: 0 },
  { terms: [[1n, 0]], sign: 1, count: 1 },
  {
    terms: [
      [5n, 3],
      [-5000n, 0],
    ],
    sign: 0,
    count: 0,
  },
  {
    terms: [
      [1n, 2_000_000_000],
      [-1n, 0],
    ],
    sign: 1,
    count: 2,
  },
  {
    terms: [
      [-1n, 2_000_000_000],
      [1n, 0],
    ],
    sign: -1,
    count: 2,
  },
  {
    terms: [
      [1n, 2_000_000_000],
      [1n, 0],
      [-1n, 2_000_000_000],
    ],
    sign: 1,
    count: 1,
  },
  {
    terms: [
      [1n, 2_000_000_000],
      [1n, -2_000_000_000],
      [-1n, 2_000_000_000],
      [-1n, -2_000_000_000],
    ],
    sign: 0,
    count: 0,
  },
  // The terms below extend up to the terms above.
  {
    terms: [
      [1n, 100],
      [-(10n ** 100n), 0],
    ],
    sign: 0,
    count: 0,
  },
  {
    terms: [
      [1n, 100],
      [-(10n ** 100n) - 1n, 0],
    ],
    sign: -1,
    count: 1,
  },
  {
    terms: [
      [1n, 200],
      [1n, 100],
      [-(10n ** 200n), 0],
    ],
    sign: 1,
    count: 1,
  },
] as const)('adds $terms', ({ terms, sign, count }) => {
  const sum = total(...terms);
  expect(signOfSparse(sum)).toBe(sign);
  expect(signOfSparse(negated(sum))).toBe(sign === 0 ? 0 : -sign);
  expect(sum).toHaveLength(count);
});

it('is exact, in whatever order', () => {
  const terms: [bigint, number][] = [];
  let seed = 7n;
  for (let index = 0; index < 300; index++) {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    terms.push([(seed >> 40n) - 2n ** 23n, Number((seed >> 8n) % 400n)]);
  }
  const sum = total(...terms);
  const expected = terms.reduce(
    (all, [unscaled, exponent]) => all + unscaled * 10n ** BigInt(exponent),
    0n,
  );
  expect(digits(sum, 0)).toBe(expected);
  expect(sumOf(sum, negated(total(...terms.reverse())))).toEqual([]);
});
