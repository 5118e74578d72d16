import type { Span } from './tree.ts';

/** The lines of a part of a text, as kubectl splits it. */
export interface PartLines extends Span {
  /** What stands behind `---` though only a comment may; nothing behind it is read. */
  readonly tail: Span | undefined;
}

const SEPARATOR = '---';

/**
 * Splits a text, whose last line has a line break, at its lines that begin with `---`. Where a part
 * has no line yet, such a line is its first.
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

/** What Go's TrimSpace leaves of the rest of a separator line, unless it is a comment. */
function tailOf(text: string, from: number, lineEnd: number): Span | undefined {
  let start = from;
  let end = lineEnd;
  while (start < end && isGoSpace(text.charCodeAt(start))) start++;
  while (start < end && isGoSpace(text.charCodeAt(end - 1))) end--;
  return start === end || text.charAt(start) === '#' ? undefined : { start, end };
}

/** Go's unicode.IsSpace; unlike in JavaScript, U+0085 is one and U+FEFF is none. */
function isGoSpace(c: number): boolean {
  return c === 0x85 || (c !== 0xfeff && String.fromCharCode(c).trim() === '');
}

/** Whether the first character that is no white space is `{`: kubectl then tries JSON. */
export function beginsLikeJson(text: string): boolean {
  let at = 0;
  while (at < text.length && isGoSpace(text.charCodeAt(at))) at++;
  return text.charAt(at) === '{';
}
