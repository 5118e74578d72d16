import { INT64_MAX, INT64_MIN, UINT64_MAX } from '../../base/go/integers.ts';
import type { ConstantValue } from '../ast.ts';

/** The value of a literal, or the server's error message. */
export type Literal = { readonly value: ConstantValue } | { readonly error: string };

/**
 * Parses an integer as written: `12`, `-12`, `0xff`, `-0xff`. The text can be that of a token that the error recovery
 * has inserted (`<missing ...>`), so it need not be a number.
 */
export function intLiteral(text: string): Literal {
  const negative = text.startsWith('-');
  const magnitude = integer(negative ? text.slice(1) : text);
  if (magnitude === undefined) return { error: 'invalid int literal' };
  const value = negative ? -magnitude : magnitude;
  if (value < INT64_MIN || value > INT64_MAX) return { error: 'invalid int literal' };
  return { value: { type: 'int', value } };
}

/** Parses an unsigned integer as written: `12u`, `0xffU`. */
export function uintLiteral(text: string): Literal {
  const value = integer(text.slice(0, -1));
  if (value === undefined || value > UINT64_MAX) return { error: 'invalid uint literal' };
  return { value: { type: 'uint', value } };
}

function integer(text: string): bigint | undefined {
  return /^(?:0x[0-9a-fA-F]+|[0-9]+)$/.test(text) ? BigInt(text) : undefined;
}

/** Parses a double as written: `1.5`, `-.5e3`. A number that exceeds the range of doubles is an error. */
export function doubleLiteral(text: string): Literal {
  const value = Number(text);
  if (!Number.isFinite(value)) return { error: 'invalid double literal' };
  return { value: { type: 'double', value } };
}

/** The result of escape sequences of surrogates such as `\ud800`: an error, or U+FFFD. It depends on the release. */
type Surrogates = 'refused' | 'replaced';

/** Parses a string as written, with its quotes and the prefix `r` if it has one. */
export function stringLiteral(text: string, surrogates: Surrogates = 'refused'): Literal {
  const content = unquote(text);
  if (content === undefined) return { error: UNABLE };
  if (content.raw || !content.text.includes('\\')) {
    return { value: { type: 'string', value: content.text } };
  }
  const parts = splitEscapes(content.text, false, surrogates);
  if (typeof parts === 'string') return { error: parts };
  let value = '';
  for (const part of parts) value += typeof part === 'string' ? part : String.fromCodePoint(part);
  return { value: { type: 'string', value } };
}

/** Parses a bytes literal as written, with its prefix `b`. */
export function bytesLiteral(text: string): Literal {
  const content = unquote(text.slice(1));
  if (content === undefined) return { error: UNABLE };
  if (content.raw || !content.text.includes('\\')) {
    return { value: { type: 'bytes', value: utf8(content.text) } };
  }
  const parts = splitEscapes(content.text, true, 'refused');
  if (typeof parts === 'string') return { error: parts };
  const chunks = parts.map((part) => (typeof part === 'string' ? utf8(part) : [part]));
  return {
    value: { type: 'bytes', value: Uint8Array.from(chunks.flatMap((chunk) => [...chunk])) },
  };
}

const UNABLE = 'unable to unescape string';

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The content between the quotes, with `\n` as line breaks; undefined if the quotes do not match. */
function unquote(literal: string): { text: string; raw: boolean } | undefined {
  if (literal.length < 2) return undefined;
  let text = literal.includes('\r') ? literal.replace(/\r\n?/g, '\n') : literal;
  const raw = text.startsWith('r') || text.startsWith('R');
  if (raw) text = text.slice(1);
  const quote = text.slice(0, 1);
  if ((quote !== '"' && quote !== "'") || !text.endsWith(quote)) return undefined;
  const width = text.length >= 6 && text.startsWith(quote.repeat(3)) ? 3 : 1;
  return { text: text.slice(width, text.length - width), raw };
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: '\x07',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
    '\\': '\\',
    "'": "'",
    '"': '"',
    '`': '`',
    '?': '?',
  }),
);

/**
 * Splits a literal into texts without escape sequences and the numbers of the escape sequences: code points, or bytes
 * if `isBytes` is set. The lexer only accepts well-formed escape sequences. The remaining errors are code points that
 * do not exist, and `\u` in bytes.
 */
function splitEscapes(
  text: string,
  isBytes: boolean,
  surrogates: Surrogates,
): readonly (string | number)[] | string {
  const parts: (string | number)[] = [];
  let index = 0;
  for (;;) {
    const backslash = text.indexOf('\\', index);
    if (backslash < 0) break;
    if (backslash > index) parts.push(text.slice(index, backslash));
    const letter = text.charAt(backslash + 1);
    const simple = SIMPLE_ESCAPES.get(letter);
    if (simple !== undefined) {
      parts.push(simple);
      index = backslash + 2;
      continue;
    }
    const number = numericEscape(text, backslash + 1, letter);
    if (number === undefined || (isBytes && number.unicode)) return UNABLE;
    if (!isBytes) {
      const isSurrogate = number.value >= 0xd800 && number.value <= 0xdfff;
      if (number.value > 0x10ffff || (isSurrogate && surrogates === 'refused')) {
        return surrogates === 'refused' ? 'invalid unicode code point' : UNABLE;
      }
      parts.push(isSurrogate ? 0xfffd : number.value);
    } else parts.push(number.value);
    index = number.end;
  }
  parts.push(text.slice(index));
  return parts;
}

function numericEscape(
  text: string,
  start: number,
  letter: string,
): { value: number; end: number; unicode: boolean } | undefined {
  const lower = letter.toLowerCase();
  const width = letter === 'U' ? 8 : letter === 'u' ? 4 : lower === 'x' ? 2 : 0;
  if (width > 0) {
    const end = start + 1 + width;
    const digits = text.slice(start + 1, end);
    return { value: Number.parseInt(digits, 16), end, unicode: width > 2 };
  }
  const octal = text.slice(start, start + 3);
  if (!/^[0-3][0-7][0-7]$/.test(octal)) return undefined;
  return { value: Number.parseInt(octal, 8), end: start + 3, unicode: false };
}
