import type { Lines, Span } from '../../yaml/index.ts';

/** The name of a rule or of a family in a suppression. */
export interface SuppressedName {
  readonly name: string;
  readonly span: Span;
}

/** A comment such as `# kubeadmit: ignore[webhook/timeout] a fixture`. */
export interface SuppressionComment {
  /** The span from the `#` to the end of the line. */
  readonly span: Span;
  /** Empty if the comment does not have this form. */
  readonly names: readonly SuppressedName[];
  /** The reason. Empty if none is given. */
  readonly reason: string;
  /** True if only `---` or the `-` of an item precedes the comment on its line. */
  readonly isAlone: boolean;
  /** The line that the comment is for: its own line, or the next one with content. Undefined if there is none. */
  readonly target: number | undefined;
}

/** Reports whether a text may have suppressions. The test is fast. */
export function mayHaveSuppressions(text: string): boolean {
  return MARKER.test(text);
}

const MARKER = /kubeadmit(?::[ \t]*ignore|\.dev\/ignore)/;
const COMMENT = /(?<=^|[ \t])#[ \t]*kubeadmit:[ \t]*ignore(?![\w-])([\s\S]*)/;
const FORM = /^[ \t]*\[([^\]]*)\](.*)$/;
/** The text between the rules and the reason. */
const DASH = /^[ \t]*(?:--?|—|:)?[ \t]*/;
/** A line with neither a key, an item nor a scalar. */
const WITHOUT_CONTENT = /^(?:%|(?:(?:---|\.\.\.)[ \t]*|[ \t]*)(?:#|$))/;

/**
 * The suppressions in a text. A text that looks like one may be part of a scalar, which only the document shows.
 *
 * @param lines the lines of the text
 */
export function findComments(text: string, lines: Lines): readonly SuppressionComment[] {
  const found: SuppressionComment[] = [];
  /** The next line with content. The lines are visited from the last one. */
  let next: number | undefined;
  for (let line = lines.count; line > 0; line--) {
    const { start, end } = lines.lineSpan(line);
    const content = text.slice(start, end);
    const following = next;
    if (!WITHOUT_CONTENT.test(content)) next = line;
    const match = COMMENT.exec(content);
    if (match === null) continue;
    const before = content.slice(0, match.index);
    const isAlone = /^(?:---)?[ \t]*(?:-[ \t]+)*$/.test(before);
    const own = start + match.index;
    const rest = match[1] ?? '';
    found.push({
      span: { start: own, end },
      ...readForm(rest, end - rest.length),
      isAlone,
      target: isAlone ? following : line,
    });
  }
  return found.reverse();
}

/** The first line with content in a range of lines; the last line if there is none. */
export function firstContentLine(text: string, lines: Lines, { start, end }: Span): number {
  const last = lines.position(end).line;
  let line = lines.position(start).line;
  while (line < last && !hasContent(text, lines, line)) line++;
  return line;
}

/** Reports whether a line has a key, an item or a scalar. */
export function hasContent(text: string, lines: Lines, line: number): boolean {
  const { start, end } = lines.lineSpan(line);
  return !WITHOUT_CONTENT.test(text.slice(start, end));
}

/**
 * Reads the text after `ignore`.
 *
 * @param offset the offset of the text in its source
 */
function readForm(text: string, offset: number): Pick<SuppressionComment, 'names' | 'reason'> {
  const match = FORM.exec(text);
  if (match === null) return { names: [], reason: '' };
  const [, list = '', rest = ''] = match;
  return {
    names: readNames(list, offset + text.indexOf('[') + 1),
    reason: rest.replace(DASH, '').trim(),
  };
}

/**
 * Reads a comma-separated list of rules and families.
 *
 * @param offset of the text in its source
 */
export function readNames(text: string, offset: number): readonly SuppressedName[] {
  return [...text.matchAll(/[^,]+/g)].flatMap(({ 0: item, index }) => {
    const name = item.trim();
    if (name === '') return [];
    const start = offset + index + item.indexOf(name);
    return [{ name: name.replace(/\/\*?$/, ''), span: { start, end: start + name.length } }];
  });
}
