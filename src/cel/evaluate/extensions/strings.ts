import { ESCAPES } from '../../../go/quote.ts';
import { trimSpace } from '../../../go/white-space.ts';
import { ArrayList } from '../../values/collections.ts';
import { codePointCount, costSize, traversal } from '../../values/size.ts';
import { ErrorValue, type ListValue, type Result } from '../../values/value.ts';
import { goText } from '../go-text.ts';
import { type CallCost, type Implementations, implement } from '../implementations.ts';
import { checkLength, joinWithin } from '../memory-limit.ts';
import { formatText, type TextFormatOptions } from './text-format.ts';
import { readAll } from './traversal-cost.ts';

export interface StringOptions extends TextFormatOptions {
  /** What a search that begins at or after the end of the text comes to: until cel-go 0.20 an error. */
  readonly searchBeyondEnd: 'error' | 'not-found';
  /** Whether a text that is longer is not looked for from the end, which else fails in an empty text; since cel-go 0.26. */
  readonly skipsLongerText: boolean;
}

const readTarget: CallCost = ([text = null]) => traversal(costSize(text));
const readAndMake: CallCost = ([text = null]) => Math.ceil(costSize(text) * 2 * 0.1);
const makeResult: CallCost = (_, result) => Math.ceil(costSize(result) * 2 * 0.1);

/**
 * Source: `ext/strings.go` of cel-go in its version 2, and `CallCost` in `pkg/cel/library/cost.go` of the API
 * server.
 */
export function stringImplementations(options: StringOptions): Implementations {
  return {
    string_char_at_int: implement(['string', 'int'], charAt),
    string_format: {
      ...implement(
        ['string', 'list'],
        (format, args) => formatText(format, args, options),
        readTarget,
      ),
      isCostOfOverload: true,
    },
    string_index_of_string: implement(
      ['string', 'string'],
      (text, part) => indexOf(text, part, 0n, options),
      readAll,
    ),
    string_index_of_string_int: implement(
      ['string', 'string', 'int'],
      (text, part, offset) => indexOf(text, part, offset, options),
      readAll,
    ),
    list_join: implement(['list'], (list) => join(list, ''), makeResult),
    list_join_string: implement(['list', 'string'], join, makeResult),
    string_last_index_of_string: implement(
      ['string', 'string'],
      (text, part) => {
        const length = BigInt(codePointCount(text));
        if (part === '') return length;
        if (options.skipsLongerText && length === 0n) return -1n;
        return lastIndexOf(text, part, length - 1n, options);
      },
      readAll,
    ),
    string_last_index_of_string_int: implement(
      ['string', 'string', 'int'],
      (text, part, offset) => lastIndexOf(text, part, offset, options),
      readAll,
    ),
    string_lower_ascii: implement(
      ['string'],
      (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
      readTarget,
    ),
    string_replace_string_string: implement(
      ['string', 'string', 'string'],
      (text, from, to) => replace(text, from, to, -1n),
      readAndMake,
    ),
    string_replace_string_string_int: implement(
      ['string', 'string', 'string', 'int'],
      replace,
      readAndMake,
    ),
    string_split_string: implement(
      ['string', 'string'],
      (text, separator) => new ArrayList(split(text, separator, -1n)),
      readAndMake,
    ),
    string_split_string_int: implement(
      ['string', 'string', 'int'],
      (text, separator, most) => new ArrayList(split(text, separator, most)),
      readAndMake,
    ),
    strings_quote: { ...implement(['string'], quote, readTarget), isCostOfOverload: true },
    string_substring_int: implement(
      ['string', 'int'],
      (text, start) => {
        const length = BigInt(codePointCount(text));
        return start < 0n || start > length ? outOfRange(start) : slice(text, start, length);
      },
      readTarget,
    ),
    string_substring_int_int: implement(['string', 'int', 'int'], substring, readTarget),
    string_trim: implement(['string'], trimSpace, readTarget),
    string_upper_ascii: implement(
      ['string'],
      (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
      readTarget,
    ),
  };
}

function outOfRange(index: bigint): ErrorValue {
  return new ErrorValue(`index out of range: ${index}`);
}

function charAt(text: string, index: bigint): Result {
  const length = BigInt(codePointCount(text));
  if (index < 0n || index > length) return outOfRange(index);
  return index === length ? '' : slice(text, index, index + 1n);
}

function substring(text: string, start: bigint, end: bigint): Result {
  const length = BigInt(codePointCount(text));
  if (start > end) {
    return new ErrorValue(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0n || start > length) return outOfRange(start);
  return end > length ? outOfRange(end) : slice(text, start, end);
}

/** A part of a text, counted in code points that it has. */
function slice(text: string, start: bigint, end: bigint): string {
  return text.slice(unitOffset(text, Number(start)), unitOffset(text, Number(end)));
}

/** Where a code point begins, in UTF-16. */
function unitOffset(text: string, codePoints: number): number {
  let offset = 0;
  for (let count = 0; count < codePoints && offset < text.length; count++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

function indexOf(text: string, part: string, offset: bigint, options: StringOptions): Result {
  if (part === '') return offset;
  if (offset < 0n) return outOfRange(offset);
  if (offset >= BigInt(codePointCount(text))) {
    return options.searchBeyondEnd === 'error' ? outOfRange(offset) : -1n;
  }
  const found = text.indexOf(part, unitOffset(text, Number(offset)));
  return found < 0 ? -1n : BigInt(codePointCount(text.slice(0, found)));
}

function lastIndexOf(text: string, part: string, offset: bigint, options: StringOptions): Result {
  if (part === '') return offset;
  if (offset < 0n) return outOfRange(offset);
  if (offset >= BigInt(codePointCount(text))) {
    return options.searchBeyondEnd === 'error' ? outOfRange(offset) : -1n;
  }
  const found = text.lastIndexOf(part, unitOffset(text, Number(offset)));
  return found < 0 ? -1n : BigInt(codePointCount(text.slice(0, found)));
}

function join(list: ListValue, separator: string): Result {
  const parts: string[] = [];
  for (const element of list) {
    if (typeof element !== 'string') {
      return new ErrorValue(`join: invalid input: ${goText(element)}`);
    }
    parts.push(element);
  }
  return joinWithin(parts, separator);
}

/** @param most how often it is replaced; always where negative */
function replace(text: string, from: string, to: string, most: bigint): string {
  if (from === to || most === 0n) return text;
  if (most < 0n && from !== '') return joinWithin(text.split(from), to);
  const limit = most < 0n ? Number.POSITIVE_INFINITY : Number(most);
  if (from === '') return spread(text, to, limit);
  return joinWithin(split(text, from, most < 0n ? -1n : most + 1n), to);
}

/** Puts a text before each character and at the end. */
function spread(text: string, between: string, limit: number): string {
  checkLength(text.length + between.length * Math.min(codePointCount(text) + 1, limit));
  let result = '';
  let count = 0;
  for (const char of text) result += count++ < limit ? between + char : char;
  return count < limit ? result + between : result;
}

/** The parts between separators, the last one with all that is left. Source: `strings.SplitN` of Go. */
function split(text: string, separator: string, most: bigint): readonly string[] {
  if (most === 0n) return [];
  const parts = separator === '' ? [...text] : text.split(separator);
  if (most < 0n || BigInt(parts.length) <= most) return parts;
  const kept = parts.slice(0, Number(most) - 1);
  return [...kept, parts.slice(Number(most) - 1).join(separator)];
}

function quote(text: string): string {
  const escaped = text.replace(/[\u0007\b\f\n\r\t\v\\"]/g, (char) => ESCAPES.get(char) ?? char);
  return `"${escaped}"`;
}
