/** A whole number, never zero, times a power of ten. */
export interface DecimalTerm {
  readonly unscaled: bigint;
  readonly exponent: number;
}

/**
 * An exact number as a sum of terms, the largest first, so that 1e120000 + 1 takes no room for the zeros
 * between. Each term is larger than all that follow it together; zero has none.
 */
export type SparseDecimal = readonly DecimalTerm[];

/** Terms with no more places between them than these become one. */
const NEAR = 30;

export function sparseDecimal(unscaled: bigint, exponent: number): SparseDecimal {
  return unscaled === 0n ? [] : [{ unscaled, exponent }];
}

export function negated(number: SparseDecimal): SparseDecimal {
  return number.map(({ unscaled, exponent }) => ({ unscaled: -unscaled, exponent }));
}

/** The sum, exactly. Takes work for the digits of the two, not for the places between them. */
export function sumOf(a: SparseDecimal, b: SparseDecimal): SparseDecimal {
  const sum: DecimalTerm[] = [];
  for (const term of [...a, ...b].sort((one, other) => other.exponent - one.exponent)) {
    let low: DecimalTerm = term;
    for (let high = sum.pop(); high !== undefined; high = sum.pop()) {
      if (low.unscaled !== 0n && high.exponent - endOf(low) > NEAR) {
        sum.push(high);
        break;
      }
      low = low.unscaled === 0n ? high : joined(high, low);
    }
    if (low.unscaled !== 0n) sum.push(low);
  }
  return sum;
}

/** -1, 0 or 1. */
export function signOfSparse([first]: SparseDecimal): -1 | 0 | 1 {
  if (first === undefined) return 0;
  return first.unscaled < 0n ? -1 : 1;
}

function joined(high: DecimalTerm, { unscaled, exponent }: DecimalTerm): DecimalTerm {
  const raised = high.unscaled * 10n ** BigInt(high.exponent - exponent);
  return { unscaled: raised + unscaled, exponent };
}

/** A power of ten that a term is below of. */
function endOf({ unscaled, exponent }: DecimalTerm): number {
  // Sixteen is less than 10 to the power of 1.21.
  return exponent + Math.ceil(unscaled.toString(16).length * 1.21);
}
