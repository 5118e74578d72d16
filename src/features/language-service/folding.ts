import type { OpenText } from './text/open-text.ts';

/** Lines that can be folded into the first one. Lines count from 1. */
export interface FoldedLines {
  readonly first: number;
  readonly last: number;
  readonly isComment: boolean;
}

/** The documents of a text, what is indented below a line, and comments of several lines. */
export function foldedLines({ text, lines, parts }: OpenText): readonly FoldedLines[] {
  const found: FoldedLines[] = [];
  const contents = Array.from({ length: lines.count }, (_, index) => {
    const { start, end } = lines.lineSpan(index + 1);
    return text.slice(start, end);
  });
  const lastFilled = (line: number, first: number) => {
    let last = line;
    while (last > first && (contents[last - 1] ?? '').trim() === '') last--;
    return last;
  };
  const add = (first: number, end: number, isComment = false) => {
    const last = lastFilled(end, first);
    if (last > first) found.push({ first, last, isComment });
  };
  if (parts.length > 1) {
    for (const { span } of parts) {
      const { line, endLine } = lines.range(span);
      add(line, endLine - (text[span.end - 1] === '\n' ? 1 : 0));
    }
  }
  const open: { readonly line: number; readonly indent: number }[] = [];
  const close = (indent: number, before: number) => {
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      open.pop();
      add(top.line, before);
    }
  };
  let comment: number | undefined;
  for (const [index, content] of contents.entries()) {
    const line = index + 1;
    const trimmed = content.trimStart();
    const isComment = trimmed.startsWith('#');
    if (isComment) comment ??= line;
    else if (comment !== undefined) {
      add(comment, line - 1, true);
      comment = undefined;
    }
    if (trimmed === '' || isComment) continue;
    const isBoundary = content.startsWith('---');
    // An item belongs to the key above it, which may have the same indentation.
    const isItem = /^-(?:\s|$)/.test(trimmed);
    const indent = isBoundary ? -1 : 2 * (content.length - trimmed.length) + (isItem ? 1 : 0);
    close(indent, line - 1);
    if (!isBoundary) open.push({ line, indent });
  }
  close(-1, contents.length);
  if (comment !== undefined) add(comment, contents.length, true);
  return found.sort((a, b) => a.first - b.first || b.last - a.last);
}
