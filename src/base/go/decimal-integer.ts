import { INT64_MAX, INT64_MIN } from './integers.ts';
import { goQuote } from './quote.ts';

/** The largest length of a number that is in range and does not begin with zero, including the sign. */
const LONGEST = 20;

type ParsedInteger =
  | { readonly ok: true; readonly value: bigint }
  /** `error` is the message of Go. */
  | { readonly ok: false; readonly error: string };

/**
 * Reads a decimal integer of 64 bits, which may have a sign and begin with zeros.
 *
 * Source: `strconv.Atoi` of Go.
 */
export function parseInteger(text: string): ParsedInteger {
  if (!/^[+-]?[0-9]+$/.test(text)) return failed(text, 'invalid syntax');
  const written = text.replace(/^([+-]?)0+(?=[0-9])/, '$1');
  if (written.length > LONGEST) return failed(text, 'value out of range');
  const value = BigInt(written.startsWith('+') ? written.slice(1) : written);
  return value < INT64_MIN || value > INT64_MAX
    ? failed(text, 'value out of range')
    : { ok: true, value };
}

function failed(text: string, reason: string): ParsedInteger {
  return { ok: false, error: `strconv.Atoi: parsing ${goQuote(text)}: ${reason}` };
}
