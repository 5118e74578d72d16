import { onceForEach } from '../base/once-for-each.ts';
import type { Document, Span } from '../yaml/index.ts';

const COMMENT = /(?<=^|[ \t\r\n])#[^\r\n]*/g;

/** The comments of the text of a document, from the `#` to the end of the line. */
function commentSpans(document: Document): readonly Span[] {
  const { text } = document;
  if (!text.includes('#')) return [];
  const found: Span[] = [];
  let position = 0;
  let next = matchFrom(text, position);
  const search = (end: number) => {
    // A comment that begins after `end` is kept. To search for it again at each scalar would take quadratic time.
    if (next !== null && next.index < position) next = matchFrom(text, position);
    while (next !== null && next.index < end) {
      const commentEnd = next.index + next[0].length;
      found.push({ start: next.index, end: commentEnd });
      next = matchFrom(text, commentEnd);
    }
  };
  for (const { span } of document.scalars()) {
    search(span.start);
    // A scalar whose first character is in a comment does not belong to the document.
    position = Math.max(position, span.end, found.at(-1)?.end ?? 0);
  }
  search(text.length);
  return found;
}

function matchFrom(text: string, position: number): RegExpExecArray | null {
  COMMENT.lastIndex = position;
  return COMMENT.exec(text);
}

/** The texts of the comments, sorted. */
export const sortedComments = onceForEach((document: Document): readonly string[] =>
  commentSpans(document)
    .map(({ start, end }) => document.text.slice(start, end).trimEnd())
    .sort(),
);

/** A text with blanks in place of its comments, so that a search finds nothing in comments. */
export function maskComments(document: Document): string {
  let masked = '';
  let position = 0;
  for (const { start, end } of commentSpans(document)) {
    masked += document.text.slice(position, start) + ' '.repeat(end - start);
    position = end;
  }
  return masked + document.text.slice(position);
}
