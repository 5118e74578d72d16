/** Costs and sizes are counted in uint64, as cel-go does; sums and products stop at the largest. */
export const UINT64_MAX = 0xffff_ffff_ffff_ffffn;

export function add(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum > UINT64_MAX ? UINT64_MAX : sum;
}

export function multiply(a: bigint, b: bigint): bigint {
  const product = a * b;
  return product > UINT64_MAX ? UINT64_MAX : product;
}

/** A number times a factor, in the floating point numbers of cel-go, rounded up. */
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

/** What is left of a number where Go's arithmetic wraps around. */
export function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
