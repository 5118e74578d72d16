import { INT64_MIN, UINT64_MAX } from '../base/go/integers.ts';
import {
  BACKSLASH,
  COLON,
  COMMA,
  CR,
  DOUBLE_QUOTE,
  hexDigit,
  LEFT_BRACE,
  LEFT_BRACKET,
  LF,
  RIGHT_BRACE,
  RIGHT_BRACKET,
  SPACE,
  TAB,
} from './characters.ts';
import type { Composer } from './composer.ts';
import { MAX_DEPTH } from './max-depth.ts';
import { asValue } from './resolve.ts';
import { DOUBLE_QUOTED, FLOW_MAPPING, FLOW_SEQUENCE, PLAIN, type StyleNumber } from './styles.ts';
import type { Trace } from './trace.ts';
import { markAsFloat, unmarkAsFloat, type Value } from './tree.ts';

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
/** A number with more digits than this does not fit into 64 bits. */
const MAX_DIGITS = 20;

/** Skips the white space of JSON. */
export function skipJsonSpace(text: string, from: number, end: number): number {
  let position = from;
  for (; position < end; position++) {
    const c = text.charCodeAt(position);
    if (c !== SPACE && c !== LF && c !== CR && c !== TAB) break;
  }
  return position;
}

/** Reads a JSON value. Returns the offset after it, or -1 if it is not valid JSON. */
export function readJson(composer: Composer, text: string, start: number, end: number): number {
  let position = skipJsonSpace(text, start, end);
  for (;;) {
    let closed = false;
    const c = text.charCodeAt(position);
    if (composer.wantsKey) {
      const from = position;
      position = c === DOUBLE_QUOTE ? endOfString(text, from, end) : -1;
      if (position < 0) return -1;
      composer.setKey(decodeString(text, from, position), from, position);
      position = skipJsonSpace(text, position, end);
      if (text.charCodeAt(position) !== COLON) return -1;
      position = skipJsonSpace(text, position + 1, end);
      continue;
    }
    if (c === LEFT_BRACE || c === LEFT_BRACKET) {
      if (composer.depth >= MAX_DEPTH) return -1;
      const isObject = c === LEFT_BRACE;
      composer.open(isObject, position, position + 1, isObject ? FLOW_MAPPING : FLOW_SEQUENCE);
      position = skipJsonSpace(text, position + 1, end);
      const close = isObject ? RIGHT_BRACE : RIGHT_BRACKET;
      if (text.charCodeAt(position) !== close || position >= end) continue;
      closed = true;
    } else {
      position = readScalar(composer, text, position, end);
      if (position < 0) return -1;
    }
    // After a value: close the containers that end here, then expect a comma.
    for (;;) {
      if (closed) composer.close(++position);
      closed = false;
      if (composer.depth === 0) return position;
      position = skipJsonSpace(text, position, end);
      if (position >= end) return -1;
      const next = text.charCodeAt(position);
      if (next === COMMA) {
        position = skipJsonSpace(text, position + 1, end);
        break;
      }
      if (next !== (composer.mapping === undefined ? RIGHT_BRACKET : RIGHT_BRACE)) return -1;
      closed = true;
    }
  }
}

function readScalar(composer: Composer, text: string, start: number, end: number): number {
  if (start >= end) return -1;
  if (text.charCodeAt(start) === DOUBLE_QUOTE) {
    const after = endOfString(text, start, end);
    if (after < 0) return -1;
    put(composer, decodeString(text, start, after), start, after, DOUBLE_QUOTED, false);
    return after;
  }
  for (const [literal, value] of LITERALS) {
    if (text.startsWith(literal, start)) {
      put(composer, value, start, start + literal.length, PLAIN, false);
      return start + literal.length;
    }
  }
  NUMBER.lastIndex = start;
  const match = NUMBER.exec(text);
  if (match === null) return -1;
  const [written] = match;
  const isInteger = match[1] === undefined && match[2] === undefined;
  const integer = isInteger ? readInteger(written) : undefined;
  const value = integer ?? Number(written);
  const after = start + written.length;
  put(composer, value, start, after, PLAIN, integer === undefined);
  return after;
}

const LITERALS: readonly (readonly [string, Value])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

function readInteger(written: string): number | bigint | undefined {
  if (written.length <= 15) return Number(written) + 0;
  if (written.length > MAX_DIGITS) return undefined;
  const value = BigInt(written);
  const isInRange = value >= INT64_MIN && value <= UINT64_MAX;
  return isInRange ? asValue(value) : undefined;
}

function put(
  composer: Composer,
  value: Value,
  start: number,
  end: number,
  style: StyleNumber,
  isFloat: boolean,
): void {
  const { mapping, items } = composer;
  const key = composer.key;
  composer.put(value, start, end, style);
  if (mapping !== undefined) {
    if (isFloat) markAsFloat(mapping, key);
    else unmarkAsFloat(mapping, key);
  } else if (isFloat && items !== undefined) markAsFloat(items, items.length - 1);
}

/** The offset after the string that starts at an offset, or -1 if it is malformed. */
function endOfString(text: string, start: number, end: number): number {
  for (let position = start + 1; position < end; position++) {
    const c = text.charCodeAt(position);
    if (c === DOUBLE_QUOTE) return position + 1;
    if (c < SPACE) return -1;
    if (c !== BACKSLASH) continue;
    position++;
    const letter = text.charAt(position);
    if (letter === 'u') {
      for (let k = 1; k <= 4; k++) if (hexDigit(text.charCodeAt(position + k)) < 0) return -1;
      position += 4;
    } else if (!ESCAPES.has(letter)) return -1;
  }
  return -1;
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);

/** Decodes a well-formed string. Like Go, replaces unpaired surrogates by U+FFFD. */
export function decodeString(source: string, start: number, end: number, trace?: Trace): string {
  // `indexOf` below must not search beyond the string.
  const text = source.slice(0, end);
  let value = '';
  let chunk = start + 1;
  trace?.verbatim(0, chunk);
  for (;;) {
    const backslash = text.indexOf('\\', chunk);
    if (backslash < 0) break;
    value += text.slice(chunk, backslash);
    trace?.replaced(value.length, backslash);
    const letter = text.charAt(backslash + 1);
    chunk = backslash + 2;
    if (letter === 'u') {
      const unit = Number.parseInt(text.slice(chunk, chunk + 4), 16);
      chunk += 4;
      if (unit < 0xd800 || unit > 0xdfff) value += String.fromCharCode(unit);
      else {
        const low =
          unit < 0xdc00 && text.startsWith('\\u', chunk)
            ? Number.parseInt(text.slice(chunk + 2, chunk + 6), 16)
            : 0;
        if (low >= 0xdc00 && low <= 0xdfff) {
          value += String.fromCharCode(unit, low);
          chunk += 6;
        } else value += '\ufffd';
      }
    } else value += ESCAPES.get(letter) ?? '';
    trace?.verbatim(value.length, chunk);
  }
  return value + text.slice(chunk, end - 1);
}
