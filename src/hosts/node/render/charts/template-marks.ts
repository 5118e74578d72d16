export interface MarkedLine {
  readonly template: number;
  /** From 1. */
  readonly line: number;
}

/** A comment that says which line of which template renders a line. */
const MARK = / # kubeadmit:(\d+):(\d+)/g;

/** A line that begins with a key or with the item of a list, whose key may be an action. */
const MARKABLE = /^\s*(?:-\s+)*(?:(?:\{\{[^{}]*\}\}|["'\w./-])+:(?:\s|$)|-(?:\s|$))/;

/** An action at the end of a line that begins with a new line what it renders. */
const BLOCK_ACTION = /\{\{-?[^{}]*\|\s*nindent\s+\d+\s*-?\}\}\s*$/;

/**
 * Adds a mark to the lines of a template that can have a comment. A line in an action is left as it is, and so is one
 * that an action joins with the next one, or whose value goes on in the next one.
 *
 * @param template the number of the template
 */
export function withMarks(text: string, template: number): string {
  let isInAction = false;
  const lines = text.split('\n');
  const marked = lines.map((line, index) => {
    const starts = isInAction;
    isInAction = endsInAction(line, isInAction);
    if (starts || isInAction || !MARKABLE.test(line)) return line;
    if (goesOn(line, lines[index + 1] ?? '')) return line;
    const mark = ` # kubeadmit:${template}:${index + 1}`;
    const block = BLOCK_ACTION.exec(line);
    if (block !== null) return `${line.slice(0, block.index).trimEnd()}${mark}${block[0]}`;
    return /-\}\}\s*$/.test(line) ? line : `${line.trimEnd()}${mark}`;
  });
  return marked.join('\n');
}

/** The key of a line, with what is before it, and the begin of a plain or quoted scalar. */
const SCALAR = /^(\s*(?:-\s+)*)["'\w./-]+:\s+[^\s|>{[&!#]/;

/** Reports whether the scalar of a line goes on in the next line, which is indented more than its key. */
function goesOn(line: string, next: string): boolean {
  const before = SCALAR.exec(line)?.[1];
  const indentation = /^ *(?=[^\s#{])/.exec(next)?.[0];
  return before !== undefined && indentation !== undefined && indentation.length > before.length;
}

function endsInAction(line: string, isOpen: boolean): boolean {
  const open = line.lastIndexOf('{{');
  const close = line.lastIndexOf('}}');
  return open === close ? isOpen : open > close;
}

/**
 * The lines of templates that render the lines of a text, found by the marks in the same text with marks. The first
 * mark of a line is that of the innermost template.
 *
 * @returns undefined if the marks have changed the lines
 */
export function linesByMarks(
  text: string,
  marked: string,
): readonly (MarkedLine | undefined)[] | undefined {
  const own = text.split('\n');
  const lines = marked.split('\n');
  if (own.length !== lines.length) return undefined;
  const result: (MarkedLine | undefined)[] = [];
  for (const [index, line] of lines.entries()) {
    const [first] = line.matchAll(MARK);
    result.push(first && { template: Number(first[1]), line: Number(first[2]) });
    const isSameKey = keyOf(line.replaceAll(MARK, '')) === keyOf(own[index] ?? '');
    if (!isSameKey) return undefined;
  }
  return result;
}

/** The indentation and the key of a line, which random values do not change. */
function keyOf(line: string): string {
  return /^\s*(?:-\s+)*(?:[\w./-]+:)?/.exec(line)?.[0] ?? '';
}
