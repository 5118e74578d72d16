import {
  COLON,
  DOT,
  HASH,
  isDigit,
  isLetter,
  isWord,
  LF,
  SLASH,
  SPACE,
  TILDE,
} from './characters.ts';

/**
 * Lines such as `name: value`, which are nearly all lines of manifests. They are read in one step, while the tokens of
 * any other line are scanned one after the other. Only characters without a meaning in YAML are accepted here, so that
 * both ways have the same result.
 */

/** Far below the limit for simple keys. */
const MAX_KEY_LENGTH = 200;

/** Reports whether a character is ASCII and neither white space, a line break nor a control character. */
export function isVisible(c: number): boolean {
  return c > SPACE && c <= TILDE;
}

function isPartOfKey(c: number): boolean {
  return isWord(c) || c === DOT || c === SLASH;
}

/**
 * The offset of the colon after a simple key.
 *
 * @param start the offset at which a key may start
 * @param text a text that ends with a line break
 * @returns -1 if there is none, or if it has other characters
 */
export function colonAfterKey(text: string, start: number): number {
  if (!isLetter(text.charCodeAt(start))) return -1;
  let position = start + 1;
  while (isPartOfKey(text.charCodeAt(position))) position++;
  if (text.charCodeAt(position) !== COLON || position - start > MAX_KEY_LENGTH) return -1;
  const next = text.charCodeAt(position + 1);
  return next === SPACE || next === LF ? position : -1;
}

/**
 * The end of a plain scalar that takes the rest of a line.
 *
 * @param start the offset at which the scalar may start
 * @param text a text that ends with a line break
 * @returns the offset of the line break; -1 if there is no such scalar, or if it has other characters
 */
export function endOfPlainLine(text: string, start: number): number {
  let c = text.charCodeAt(start);
  if (!isLetter(c) && !isDigit(c) && c !== SLASH) return -1;
  let position = start;
  while (c !== LF) {
    if (c < SPACE || c > TILDE) return -1;
    position++;
    const next = text.charCodeAt(position);
    // A mapping, a comment, or white space at the end.
    if (c === COLON && (next === SPACE || next === LF)) return -1;
    if (c === SPACE && (next === HASH || next === LF)) return -1;
    c = next;
  }
  return position;
}
