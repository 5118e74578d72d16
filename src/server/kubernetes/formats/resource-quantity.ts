import { quantityProblem } from './quantity.ts';
import { formatQuantity, parseQuantity, type QuantityNotation } from './quantity-value.ts';
import {
  negated,
  type SparseDecimal,
  signOfSparse,
  sparseDecimal,
  sumOf,
} from './sparse-decimal.ts';

/** An amount that fits into 64 bits: `value` times ten to the power of `scale`. */
interface ShortAmount {
  readonly value: bigint;
  readonly scale: number;
}

/** An amount that does not, or that was compared with or added to one. Several quantities can share it. */
interface LongAmount {
  number: SparseDecimal;
  /** The exponent that the server uses for the integer. */
  exponent: number;
}

/** A double becomes infinite before it has this many digits. */
const MAX_DOUBLE_DIGITS = 400;

/**
 * A quantity that calculates like the server's `resource.Quantity`, quirks included. Like that, it
 * has a short and a long form; a comparison with a long one converts it to the long form, which is
 * not an integer any more; and a sum whose first operand is long changes that operand.
 *
 * Source: `pkg/api/resource/quantity.go` and `amount.go` of k8s.io/apimachinery.
 */
export class ResourceQuantity {
  #amount: ShortAmount | LongAmount;
  #notation: QuantityNotation;

  private constructor(amount: ShortAmount | LongAmount, notation: QuantityNotation) {
    this.#amount = amount;
    this.#notation = notation;
  }

  /** Parses a quantity, without white space around it; undefined if it is invalid ({@link quantityError} says why). */
  static parse(text: string): ResourceQuantity | undefined {
    if (quantityError(text) !== undefined) return undefined;
    const { unscaled, exponent, fitsInt64, notation } = parseQuantity(text);
    if (fitsInt64) return new ResourceQuantity({ value: unscaled, scale: exponent }, notation);
    const isBelowOne =
      unscaled !== 0n && exponent < 0 && magnitude(unscaled) < 10n ** BigInt(-exponent);
    const kept = notation === 'binary' && isBelowOne ? 'decimal' : notation;
    return new ResourceQuantity({ number: sparseDecimal(unscaled, exponent), exponent }, kept);
  }

  static fromInteger(value: bigint): ResourceQuantity {
    return new ResourceQuantity({ value, scale: 0 }, 'exponent');
  }

  /** A quantity that shares nothing with this one. */
  copy(): ResourceQuantity {
    return new ResourceQuantity({ ...this.#amount }, this.#notation);
  }

  /** -1, 0 or 1. Converts this quantity to the long form if the other one has it. */
  compareTo(other: ResourceQuantity): number {
    if (isShort(this.#amount) && !isShort(other.#amount)) this.#amount = toLong(this.#amount);
    return this.#compare(other);
  }

  /** Reports whether both quantities are the same amount. Changes neither. */
  equals(other: ResourceQuantity): boolean {
    return this.#compare(other) === 0;
  }

  sign(): number {
    return signOfSparse(this.#number());
  }

  /** The amount as a 64-bit integer; undefined if it is not one, or in the long form. */
  toInteger(): bigint | undefined {
    if (!isShort(this.#amount) || this.#amount.scale < 0) return undefined;
    return timesPowerOfTen(this.#amount.value, this.#amount.scale);
  }

  /** The nearest double, apart from rounding errors of Go's powers of ten. */
  toDouble(): number {
    const amount = this.#amount;
    const exponent = isShort(amount) ? amount.scale : amount.exponent;
    const base = isShort(amount) ? Number(amount.value) : unscaledDouble(amount);
    return exponent === 0 ? base : base * powerOfTen(exponent);
  }

  plus(other: ResourceQuantity): ResourceQuantity {
    return this.#combine(other, 1n);
  }

  minus(other: ResourceQuantity): ResourceQuantity {
    return this.#combine(other, -1n);
  }

  /** Formats the amount as the server does. A sum whose terms are far apart is formatted as its terms. */
  toString(): string {
    const amount = this.#amount;
    const more = { notation: this.#notation, fitsInt64: isShort(amount) };
    if (isShort(amount)) {
      return formatQuantity({ unscaled: amount.value, exponent: amount.scale, ...more });
    }
    const terms = amount.number.map((term) => formatQuantity({ ...term, ...more }));
    return terms.length === 0 ? '0' : terms.join(' + ');
  }

  #compare(other: ResourceQuantity): -1 | 0 | 1 {
    return signOfSparse(sumOf(this.#number(), negated(other.#number())));
  }

  #combine(other: ResourceQuantity, sign: 1n | -1n): ResourceQuantity {
    const notation = this.sign() === 0 ? other.#notation : this.#notation;
    if (isShort(this.#amount) && isShort(other.#amount)) {
      const term = { ...other.#amount, value: BigInt.asIntN(64, sign * other.#amount.value) };
      const sum = addShort(this.#amount, term);
      if (sum !== undefined) return new ResourceQuantity(sum, notation);
    }
    const target = isShort(this.#amount) ? toLong(this.#amount) : this.#amount;
    const term = isShort(other.#amount) ? toLong(other.#amount) : other.#amount;
    target.number = sumOf(target.number, sign === 1n ? term.number : negated(term.number));
    target.exponent = Math.min(target.exponent, term.exponent);
    return new ResourceQuantity(target, notation);
  }

  #number(): SparseDecimal {
    const amount = this.#amount;
    return isShort(amount) ? toLong(amount).number : amount.number;
  }
}

/** The server's error message about a string that is not a quantity; undefined if it is one. */
export function quantityError(text: string): string | undefined {
  // White space is not trimmed here.
  const problem = /^\s|\s$/u.test(text) ? 'format' : quantityProblem(text);
  return problem === undefined ? undefined : ERRORS[problem];
}

const ERRORS = {
  format: `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
  suffix: `unable to parse quantity's suffix`,
  number: `unable to parse numeric part of quantity`,
};

function isShort(amount: ShortAmount | LongAmount): amount is ShortAmount {
  return 'scale' in amount;
}

function toLong({ value, scale }: ShortAmount): LongAmount {
  return { number: sparseDecimal(value, scale), exponent: scale };
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** The digits before the power of ten, as the nearest double. */
function unscaledDouble({ number, exponent }: LongAmount): number {
  const [first] = number;
  if (first === undefined) return 0;
  if (first.exponent - exponent > MAX_DOUBLE_DIGITS) {
    return first.unscaled < 0n ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  let unscaled = 0n;
  for (const term of number) unscaled += term.unscaled * 10n ** BigInt(term.exponent - exponent);
  return Number(unscaled);
}

/** The sum, if it fits into 64 bits. */
function addShort(a: ShortAmount, b: ShortAmount): ShortAmount | undefined {
  if (b.value === 0n) return a;
  if (a.value === 0n) return b;
  const scale = Math.min(a.scale, b.scale);
  const left = timesPowerOfTen(a.value, a.scale - scale);
  const right = timesPowerOfTen(b.value, b.scale - scale);
  if (left === undefined || right === undefined) return undefined;
  const sum = left + right;
  return fitsInt64(sum) ? { value: sum, scale } : undefined;
}

function timesPowerOfTen(value: bigint, power: number): bigint | undefined {
  if (value === 0n || power === 0) return value;
  if (power > 19) return undefined;
  const product = value * 10n ** BigInt(power);
  return fitsInt64(product) ? product : undefined;
}

function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** A power of ten as Go's `math.Pow10` returns it, which is not always the nearest double. */
function powerOfTen(exponent: number): number {
  if (exponent > 308) return Number.POSITIVE_INFINITY;
  if (exponent < -323) return 0;
  const size = Math.abs(exponent);
  const high = Number(`1e${Math.sign(exponent) * (size - (size % 32))}`);
  const low = Number(`1e${size % 32}`);
  return exponent < 0 ? high / low : high * low;
}
