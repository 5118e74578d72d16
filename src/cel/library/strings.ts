import { UINT64_MAX } from '../../base/go/integers.ts';
import { ESCAPES } from '../../base/go/quote.ts';
import { trimSpace } from '../../base/go/white-space.ts';
import { codePointCount, utf16Index } from '../code-points.ts';
import { STRING_TRAVERSAL_FACTOR } from '../cost/factors.ts';
import {
  argSize,
  type CallEstimate,
  type EstimatedCall,
  languageArgSize,
  languageTargetSize,
  type OverloadCost,
  targetSize,
  traversalCost,
} from '../cost/function-cost.ts';
import { sizeOfElement, TRAVERSAL_COST } from '../cost/list-estimates.ts';
import { addSizes, fixedSize, multiplySizes, type Size } from '../cost/size.ts';
import { trackFirst } from '../cost/trackers.ts';
import { add, scale, wrap } from '../cost/uint64.ts';
import { checkLength, joinWithin } from '../memory-limit.ts';
import { StringList } from '../values/collections.ts';
import { goFormat } from '../values/go-format.ts';
import { actualSize } from '../values/size.ts';
import { ErrorValue, type ListValue, type Result } from '../values/value.ts';
import { implement } from './implement.ts';
import type { Library } from './library.ts';
import { formatString, type StringFormatOptions } from './string-format.ts';

interface StringsOptions extends StringFormatOptions {
  /** The result of a search that starts at or after the end of the string: until cel-go 0.20 an error. */
  readonly searchBeyondEnd: 'error' | 'not-found';
  /**
   * True if `lastIndexOf` returns -1 at once if the substring is longer than the string, as in cel-go 0.26 and later.
   * Otherwise this is an error for an empty string.
   */
  readonly skipsLongerSubstring: boolean;
  /**
   * True if the empty string is found only at an offset within the string. Until cel-go 0.26 it is found at any offset.
   */
  readonly boundsEmptySubstring: boolean;
}

/**
 * Functions on strings. The costs, except those of `format` and `strings.quote`, are the API server's.
 *
 * Source: `ext/strings.go` of cel-go, version 2 of the library, and `pkg/cel/library/cost.go` of the API server.
 */
export function stringsLibrary(options: StringsOptions): Library {
  const indexOf = indexFrom('indexOf', options);
  const lastIndexOf = indexFrom('lastIndexOf', options);
  return {
    name: 'cel.lib.ext.strings',
    functions: {
      charAt: {
        string_char_at_int: {
          signature: 'string.(int) -> string',
          binding: implement(['string', 'int'], charAt),
        },
      },
      format: {
        string_format: {
          signature: 'string.(list(dyn)) -> string',
          binding: {
            ...implement(['string', 'list'], (format, args) => formatString(format, args, options)),
            isVariadic: true,
          },
          cost: {
            definedBy: 'cel-go',
            estimate: (call) => ({ cost: traversalCost(languageTargetSize(call)) }),
            track: trackFirst,
          },
        },
      },
      indexOf: {
        string_index_of_string: {
          signature: 'string.(string) -> int',
          binding: implement(['string', 'string'], (value, substring) =>
            indexOf(value, substring, 0n),
          ),
          cost: TRAVERSAL_COST,
        },
        string_index_of_string_int: {
          signature: 'string.(string, int) -> int',
          binding: implement(['string', 'string', 'int'], indexOf),
          cost: TRAVERSAL_COST,
        },
      },
      join: {
        list_join: {
          signature: 'list(string).() -> string',
          binding: implement(['list'], (list) => join(list, '')),
          cost: JOIN_COST,
        },
        list_join_string: {
          signature: 'list(string).(string) -> string',
          binding: implement(['list', 'string'], join),
          cost: JOIN_COST,
        },
      },
      lastIndexOf: {
        string_last_index_of_string: {
          signature: 'string.(string) -> int',
          binding: implement(['string', 'string'], (value, substring) => {
            const length = BigInt(codePointCount(value));
            if (substring === '') return length;
            if (options.skipsLongerSubstring && length === 0n) return -1n;
            return lastIndexOf(value, substring, length - 1n);
          }),
          cost: TRAVERSAL_COST,
        },
        string_last_index_of_string_int: {
          signature: 'string.(string, int) -> int',
          binding: implement(['string', 'string', 'int'], lastIndexOf),
          cost: TRAVERSAL_COST,
        },
      },
      lowerAscii: {
        string_lower_ascii: {
          signature: 'string.() -> string',
          binding: implement(['string'], (value) =>
            value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
          ),
          cost: TRANSFORM_COST,
        },
      },
      replace: {
        string_replace_string_string: {
          signature: 'string.(string, string) -> string',
          binding: implement(['string', 'string', 'string'], (value, from, to) =>
            replace(value, from, to, -1n),
          ),
          cost: REPLACE_COST,
        },
        string_replace_string_string_int: {
          signature: 'string.(string, string, int) -> string',
          binding: implement(['string', 'string', 'string', 'int'], replace),
          cost: REPLACE_COST,
        },
      },
      split: {
        string_split_string: {
          signature: 'string.(string) -> list(string)',
          binding: implement(
            ['string', 'string'],
            (value, separator) => new StringList(split(value, separator, -1n)),
          ),
          cost: SPLIT_COST,
        },
        string_split_string_int: {
          signature: 'string.(string, int) -> list(string)',
          binding: implement(
            ['string', 'string', 'int'],
            (value, separator, limit) => new StringList(split(value, separator, limit)),
          ),
          cost: SPLIT_COST,
        },
      },
      'strings.quote': {
        strings_quote: {
          signature: '(string) -> string',
          binding: implement(['string'], quote),
          cost: { definedBy: 'cel-go', estimate: estimateQuote, track: trackFirst },
        },
      },
      substring: {
        string_substring_int: {
          signature: 'string.(int) -> string',
          binding: implement(['string', 'int'], (value, start) => {
            const length = BigInt(codePointCount(value));
            return start < 0n || start > length ? outOfRange(start) : slice(value, start, length);
          }),
          cost: TRANSFORM_COST,
        },
        string_substring_int_int: {
          signature: 'string.(int, int) -> string',
          binding: implement(['string', 'int', 'int'], substring),
          cost: TRANSFORM_COST,
        },
      },
      trim: {
        string_trim: {
          signature: 'string.() -> string',
          binding: implement(['string'], trimSpace),
          cost: TRANSFORM_COST,
        },
      },
      upperAscii: {
        string_upper_ascii: {
          signature: 'string.() -> string',
          binding: implement(['string'], (value) =>
            value.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
          ),
          cost: TRANSFORM_COST,
        },
      },
    },
  };
}

/** The cost of a function that traverses a string once, and whose result is at most as long. */
const TRANSFORM_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: (call) => {
    const size = targetSize(call);
    return { cost: traversalCost(size), size };
  },
  track: trackFirst,
};

const JOIN_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: (call) => {
    const size = joinedSize(call);
    return { cost: traversalCost(size), size };
  },
  track: (_, result) => Math.ceil(actualSize(result) * 2 * STRING_TRAVERSAL_FACTOR),
};

const REPLACE_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: (call) => {
    const size = targetSize(call);
    return {
      cost: scale(size.max, 2 * STRING_TRAVERSAL_FACTOR),
      size: replacedSize(size, argSize(call, 0), argSize(call, 1)),
    };
  },
  track: ([value = null]) => Math.ceil(actualSize(value) * 2 * STRING_TRAVERSAL_FACTOR),
};

const SPLIT_COST: OverloadCost = {
  definedBy: 'api-server',
  estimate: (call) => {
    const { max } = targetSize(call);
    const limit = call.args[1]?.expr;
    const isLimited = limit?.kind === 'const' && limit.value.type === 'int';
    const most = isLimited ? wrap(limit.value.value) : max;
    return { cost: scale(max, 2 * STRING_TRAVERSAL_FACTOR), size: { min: 0n, max: most } };
  },
  track: ([value = null]) => Math.ceil(actualSize(value) * 2 * STRING_TRAVERSAL_FACTOR),
};

function estimateQuote(call: EstimatedCall): CallEstimate {
  const size = languageArgSize(call, 0);
  return {
    cost: traversalCost(size),
    size: { min: wrap(size.min + 2n), max: wrap(size.max * 2n + 2n) },
  };
}

/** The size of a string after replacements. An empty substring is found around each character. */
function replacedSize(value: Size, from: Size, to: Size): Size {
  const longest = replacements(value.max, from.min, to.max <= from.min);
  const shortest = replacements(value.min, from.max, from.max <= to.min);
  return addSizes(multiplySizes({ min: shortest.count, max: longest.count }, to), {
    min: shortest.kept,
    max: longest.kept,
  });
}

/** The number of substrings that are replaced, and the number of characters that are kept. */
function replacements(
  length: bigint,
  from: bigint,
  keepsAll: boolean,
): { readonly count: bigint; readonly kept: bigint } {
  if (from === 0n) return { count: add(length, 1n), kept: length };
  if (keepsAll) return { count: 0n, kept: length };
  const count = Math.ceil(Number(length) / Number(from));
  return { count: count >= 2 ** 64 ? UINT64_MAX : BigInt(count), kept: 0n };
}

function joinedSize(call: EstimatedCall): Size {
  const list = targetSize(call);
  const element = sizeOfElement(call);
  const size = element === undefined ? fixedSize(0n) : multiplySizes(list, element);
  if (call.args.length === 0) return size;
  const less = (count: bigint) => (count > 0n ? count - 1n : 0n);
  const separators = { min: less(list.min), max: less(list.max) };
  return addSizes(size, multiplySizes(argSize(call, 0), separators));
}

function outOfRange(index: bigint): ErrorValue {
  return new ErrorValue(`index out of range: ${index}`);
}

function charAt(value: string, index: bigint): Result {
  const length = BigInt(codePointCount(value));
  if (index < 0n || index > length) return outOfRange(index);
  return index === length ? '' : slice(value, index, index + 1n);
}

function substring(value: string, start: bigint, end: bigint): Result {
  const length = BigInt(codePointCount(value));
  if (start > end) {
    return new ErrorValue(`invalid substring range. start: ${start}, end: ${end}`);
  }
  if (start < 0n || start > length) return outOfRange(start);
  return end > length ? outOfRange(end) : slice(value, start, end);
}

/** A part of a string, between two offsets in code points within it. */
function slice(value: string, start: bigint, end: bigint): string {
  return value.slice(utf16Index(value, Number(start)), utf16Index(value, Number(end)));
}

/** Returns a function for the first or last index of a substring from an offset, in code points. */
function indexFrom(search: 'indexOf' | 'lastIndexOf', options: StringsOptions) {
  return (value: string, substring: string, offset: bigint): Result => {
    if (substring === '') return offsetOfEmpty(value, offset, options);
    if (offset < 0n) return outOfRange(offset);
    if (offset >= BigInt(codePointCount(value))) {
      return options.searchBeyondEnd === 'error' ? outOfRange(offset) : -1n;
    }
    const found = value[search](substring, utf16Index(value, Number(offset)));
    return found < 0 ? -1n : BigInt(codePointCount(value.slice(0, found)));
  };
}

/** The offset at which a search from an offset finds the empty string. */
function offsetOfEmpty(value: string, offset: bigint, options: StringsOptions): Result {
  if (!options.boundsEmptySubstring) return offset;
  if (offset < 0n) return outOfRange(offset);
  const length = BigInt(codePointCount(value));
  return offset > length ? length : offset;
}

function join(list: ListValue, separator: string): Result {
  const parts: string[] = [];
  for (const element of list) {
    if (typeof element !== 'string') {
      return new ErrorValue(`join: invalid input: ${goFormat(element)}`);
    }
    parts.push(element);
  }
  return joinWithin(parts, separator);
}

/** @param limit the most replacements; no limit if it is negative */
function replace(value: string, from: string, to: string, limit: bigint): string {
  if (from === to || limit === 0n) return value;
  if (limit < 0n && from !== '') return joinWithin(value.split(from), to);
  if (from === '')
    return intersperse(value, to, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit));
  return joinWithin(split(value, from, limit + 1n), to);
}

/** Inserts a string before each character and at the end, as often as `limit` allows. */
function intersperse(value: string, inserted: string, limit: number): string {
  checkLength(value.length + inserted.length * Math.min(codePointCount(value) + 1, limit));
  let result = '';
  let count = 0;
  for (const char of value) result += count++ < limit ? inserted + char : char;
  return count < limit ? result + inserted : result;
}

/** The parts between separators, the last one with the rest. Source: `strings.SplitN` of Go. */
function split(value: string, separator: string, limit: bigint): readonly string[] {
  if (limit === 0n) return [];
  const parts = separator === '' ? [...value] : value.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return parts;
  const kept = parts.slice(0, Number(limit) - 1);
  return [...kept, parts.slice(Number(limit) - 1).join(separator)];
}

function quote(value: string): string {
  const escaped = value.replace(/[\u0007\b\f\n\r\t\v\\"]/g, (char) => ESCAPES.get(char) ?? char);
  return `"${escaped}"`;
}
