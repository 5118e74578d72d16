/** The largest uint64. Costs and sizes are uint64 as in cel-go; sums and products that exceed it are limited to it. */
export const UINT64_MAX = 0xffff_ffff_ffff_ffffn;

export function add(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum > UINT64_MAX ? UINT64_MAX : sum;
}

export function multiply(a: bigint, b: bigint): bigint {
  const product = a * b;
  return product > UINT64_MAX ? UINT64_MAX : product;
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
