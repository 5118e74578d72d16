import type { Span } from './tree.ts';

/** The lines of a part of a text, split as kubectl does. */
export interface PartLines extends Span {
  /** The text after `---` on the same line, if it is not a comment. It is an error, and nothing after it is read. */
  readonly tail: Span | undefined;
}

const SEPARATOR = '---';

/**
 * Splits a text, whose last line ends with a line break, at the lines that start with `---`. Such a
 * line is part of the next part if it is its first line.
 */
export function* splitParts(text: string): Generator<PartLines> {
  const { length } = text;
  let start = 0;
  let line = 0;
  while (line < length) {
    if (text.startsWith(SEPARATOR, line)) {
      const lineEnd = text.indexOf('\n', line);
      const tail = tailOf(text, line + SEPARATOR.length, lineEnd);
      if (tail !== undefined) {
        yield { start, end: length, tail };
        return;
      }
      if (line > start) {
        yield { start, end: line, tail: undefined };
        start = lineEnd + 1;
      }
      line = lineEnd + 1;
    }
    const next = text.startsWith(SEPARATOR, line) ? line - 1 : text.indexOf('\n---', line);
    line = next < 0 ? length : next + 1;
  }
  if (start < length) yield { start, end: length, tail: undefined };
}

/** The rest of a separator line after Go's `TrimSpace`; undefined if it is empty or a comment. */
function tailOf(text: string, from: number, lineEnd: number): Span | undefined {
  let start = from;
  let end = lineEnd;
  while (start < end && isGoSpace(text.charCodeAt(start))) start++;
  while (start < end && isGoSpace(text.charCodeAt(end - 1))) end--;
  return start === end || text.charAt(start) === '#' ? undefined : { start, end };
}

/** Go's `unicode.IsSpace`. Unlike JavaScript, it includes U+0085 and excludes U+FEFF. */
function isGoSpace(c: number): boolean {
  return c === 0x85 || (c !== 0xfeff && String.fromCharCode(c).trim() === '');
}

/** Reports whether the first character other than white space is `{`. If it is, kubectl tries JSON first. */
export function startsLikeJson(text: string): boolean {
  let at = 0;
  while (at < text.length && isGoSpace(text.charCodeAt(at))) at++;
  return text.charAt(at) === '{';
}
