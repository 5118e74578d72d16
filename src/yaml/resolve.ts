import { INT64_MAX, INT64_MIN, UINT64_MAX } from '../base/go/integers.ts';
import { shortestDecimal } from '../base/go/shortest-decimal.ts';
import { DOT, isDigit, MINUS, PLUS, TILDE, UNDERSCORE } from './characters.ts';
import type { Value } from './tree.ts';

/** The types that go-yaml tries for a plain scalar, by its first character. */
const TEXT = 0;
const WORD = 1;
const NUMBER = 2;
const DOTTED = 3;

const ZERO = 0x30;

function hintOf(first: number): number {
  if (isDigit(first) || first === PLUS || first === MINUS) return NUMBER;
  switch (first | 0x20) {
    case 0x66: // f
    case 0x6e: // n
    case 0x6f: // o
    case 0x74: // t
    case 0x79: // y
      return WORD;
    default:
      return first === DOT ? DOTTED : first === TILDE ? WORD : TEXT;
  }
}

/** The value of a plain scalar without a tag. Can be an infinity or NaN. */
export function resolvePlain(text: string): Value {
  if (text === '') return null;
  const hint = hintOf(text.charCodeAt(0));
  if (hint === TEXT) return text;
  if (hint === WORD) return text.length <= 5 ? resolveWord(text) : text;
  const special = nonFinite(text);
  if (special !== undefined) return special;
  return (hint === DOTTED ? resolveDotted(text) : resolveNumber(text)) ?? text;
}

function resolveWord(text: string): Value {
  switch (text) {
    case 'y':
    case 'Y':
    case 'yes':
    case 'Yes':
    case 'YES':
    case 'true':
    case 'True':
    case 'TRUE':
    case 'on':
    case 'On':
    case 'ON':
      return true;
    case 'n':
    case 'N':
    case 'no':
    case 'No':
    case 'NO':
    case 'false':
    case 'False':
    case 'FALSE':
    case 'off':
    case 'Off':
    case 'OFF':
      return false;
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    default:
      return text;
  }
}

function nonFinite(text: string): number | undefined {
  switch (text) {
    case '.nan':
    case '.NaN':
    case '.NAN':
      return Number.NaN;
    case '.inf':
    case '.Inf':
    case '.INF':
    case '+.inf':
    case '+.Inf':
    case '+.INF':
      return Number.POSITIVE_INFINITY;
    case '-.inf':
    case '-.Inf':
    case '-.INF':
      return Number.NEGATIVE_INFINITY;
    default:
      return undefined;
  }
}

/** A scalar that starts with a dot is parsed by Go's `ParseFloat`, which allows underscores between digits. */
function resolveDotted(text: string): number | undefined {
  if (!/^\.\d+(_\d+)*([eE][-+]?\d+(_\d+)*)?$/.test(text)) return undefined;
  return finite(text.replaceAll('_', ''));
}

const SMALL_INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;

function resolveNumber(text: string): number | bigint | undefined {
  if (SMALL_INTEGER.test(text)) return Number(text) + 0;
  const plain = text.replaceAll('_', '');
  return resolveInteger(plain) ?? (FLOAT.test(plain) ? finite(plain) : undefined);
}

function finite(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
/** go-yaml parses the digits after `0b` separately, and accepts a sign there. */
const SIGNED_BINARY = /^0b([-+])([01]+)$/;
/** An integer with more digits than this, without leading zeros, exceeds 64 bits in any base. */
const MAX_DIGITS = 64;

/** An integer as Go's `ParseInt` and `ParseUint` parse it with base 0, without underscores. */
function resolveInteger(plain: string): number | bigint | undefined {
  const match = INTEGER.exec(plain);
  if (match === null) {
    const binary = SIGNED_BINARY.exec(plain);
    return binary === null ? undefined : inRange(binary[1] ?? '', '0b', binary[2] ?? '');
  }
  const [, sign = '', hexadecimal, binary, octal, decimal = ''] = match;
  if (hexadecimal !== undefined) return inRange(sign, '0x', hexadecimal);
  if (binary !== undefined) return inRange(sign, '0b', binary);
  if (octal !== undefined) return inRange(sign, '0o', octal);
  return inRange(sign, '', decimal);
}

function inRange(sign: string, prefix: string, digits: string): number | bigint | undefined {
  const significant = digits.replace(/^0+(?=.)/, '');
  if (significant.length > MAX_DIGITS) return undefined;
  const magnitude = BigInt(prefix + significant);
  const value = sign === '-' ? -magnitude : magnitude;
  if (value < INT64_MIN || value > (sign === '' ? UINT64_MAX : INT64_MAX)) return undefined;
  return asValue(value);
}

/** A number if it is a safe integer of a double, else a bigint. */
export function asValue(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** Reports whether go-yaml represents a bigint as an unsigned integer, which it does not support as a key. */
export function isUnsigned(value: bigint): boolean {
  return value > INT64_MAX;
}

/**
 * Reports whether a number begins with a zero that is followed by another digit. Such a number is octal if all its
 * digits are octal.
 */
export function hasLeadingZero(text: string): boolean {
  const first = text.charCodeAt(0);
  const at = first === PLUS || first === MINUS ? 1 : 0;
  const second = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === ZERO && (isDigit(second) || second === UNDERSCORE);
}

/** Reports whether Go represents the number of a plain scalar as a float, even if it is integral. */
export function isFloatText(text: string): boolean {
  return resolveInteger(text.replaceAll('_', '')) === undefined;
}

/** A float as a key: the shortest decimal that gives the same 32-bit float, like Go's `%g`. */
export function floatKey(value: number): string {
  const float = Math.fround(value);
  if (Number.isNaN(float)) return '.nan';
  if (!Number.isFinite(float)) return float > 0 ? '.inf' : '-.inf';
  if (float === 0) return Object.is(float, -0) ? '-0' : '0';
  let digits = '';
  for (let precision = 0; precision < 17; precision++) {
    digits = float.toExponential(precision);
    if (Math.fround(Number(digits)) === float) break;
  }
  return shortestDecimal(Number(digits));
}
