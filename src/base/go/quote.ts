import { isPrintable } from './printable.ts';

/** Quotes a string as Go's `strconv.Quote` and `%q` do: in double quotes, with escapes for what is not printable. */
export function goQuote(text: string): string {
  let quoted = '';
  for (const char of text) quoted += quotedCharacter(char);
  return `"${quoted}"`;
}

/**
 * Like {@link goQuote}, for a byte string: each character is one byte. Bytes that are not valid UTF-8 are escaped one
 * by one.
 */
export function goQuoteBytes(bytes: string): string {
  let quoted = '';
  for (let index = 0; index < bytes.length; ) {
    const char = characterAt(bytes, index);
    if (char === undefined) {
      quoted += `\\x${hexadecimal(bytes.charCodeAt(index), 2)}`;
      index++;
    } else {
      quoted += quotedCharacter(char.text);
      index += char.length;
    }
  }
  return `"${quoted}"`;
}

/** Encodes a string in UTF-8 as a byte string: one character for each byte. */
export function toByteText(text: string): string {
  let isAscii = true;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) >= 0x80) isAscii = false;
  }
  if (isAscii) return text;
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** Decodes a byte string of {@link toByteText}; invalid UTF-8 becomes U+FFFD. */
export function fromByteText(bytes: string): string {
  const array = Uint8Array.from(bytes, (char) => char.charCodeAt(0));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(array);
}

/** The characters that Go writes with short escapes. */
export const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\u0007': '\\a',
    '\b': '\\b',
    '\f': '\\f',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\v': '\\v',
    '"': '\\"',
    '\\': '\\\\',
  }),
);

function quotedCharacter(char: string): string {
  const known = ESCAPES.get(char);
  if (known !== undefined) return known;
  if (isPrintable(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${hexadecimal(code, 2)}`;
  return code < 0x10000 ? `\\u${hexadecimal(code, 4)}` : `\\U${hexadecimal(code, 8)}`;
}

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/** The character that starts at a byte, and its length in bytes; undefined if the bytes are not valid UTF-8. */
function characterAt(
  bytes: string,
  index: number,
): { readonly text: string; readonly length: number } | undefined {
  const first = bytes.charCodeAt(index);
  if (first < 0x80) return { text: bytes.charAt(index), length: 1 };
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  const array = Uint8Array.from(bytes.slice(index, index + length), (char) => char.charCodeAt(0));
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(array);
    return [...text].length === 1 ? { text, length } : undefined;
  } catch {
    return undefined;
  }
}
