import { UINT64_MAX } from '../../base/go/integers.ts';

// Costs and sizes are uint64 as in cel-go. Sums and products that exceed its range are limited to it.

export function add(a: bigint, b: bigint): bigint {
  return smaller(a + b, UINT64_MAX);
}

export function multiply(a: bigint, b: bigint): bigint {
  return smaller(a * b, UINT64_MAX);
}

/** A number times a factor, computed in doubles as in cel-go, and rounded up. */
export function scale(value: bigint, factor: number): bigint {
  const scaled = Math.ceil(Number(value) * factor);
  return scaled >= 2 ** 64 ? UINT64_MAX : BigInt(scaled);
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** A number as Go's arithmetic wraps it around on overflow. */
export function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
