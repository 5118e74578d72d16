/** An integer other than zero times a power of ten. */
interface DecimalTerm {
  readonly unscaled: bigint;
  readonly exponent: number;
}

/**
 * An exact number as a sum of terms, the largest first, so that 1e120000 + 1 needs no memory for
 * the zeros in between. Each term is larger than the sum of those after it. Zero has no terms.
 */
export type SparseDecimal = readonly DecimalTerm[];

/** Terms with at most this many zeros between them are combined. */
const MAX_GAP = 30;

export function sparseDecimal(unscaled: bigint, exponent: number): SparseDecimal {
  return unscaled === 0n ? [] : [{ unscaled, exponent }];
}

export function negated(number: SparseDecimal): SparseDecimal {
  return number.map(({ unscaled, exponent }) => ({ unscaled: -unscaled, exponent }));
}

/** The exact sum. The effort depends on the digits of the terms, not on the zeros between them. */
export function sumOf(a: SparseDecimal, b: SparseDecimal): SparseDecimal {
  const sum: DecimalTerm[] = [];
  for (const term of [...a, ...b].sort((one, other) => other.exponent - one.exponent)) {
    let low: DecimalTerm = term;
    for (let high = sum.pop(); high !== undefined; high = sum.pop()) {
      if (low.unscaled !== 0n && high.exponent - endOf(low) > MAX_GAP) {
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

/** The exponent of a power of ten that a term is below. */
function endOf({ unscaled, exponent }: DecimalTerm): number {
  // 16 < 10^1.21, so this is an upper bound for the number of digits.
  return exponent + Math.ceil(unscaled.toString(16).length * 1.21);
}
