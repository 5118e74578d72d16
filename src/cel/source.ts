import type { Issue } from './ast.ts';

/** The longest line that is shown with an error. Source: `common/error.go` of cel-go. */
const SNIPPET_LIMIT = 16_384;

/** The most errors of one expression that are kept. Source: `common/errors.go` of cel-go. */
export const ERROR_LIMIT = 100;

function isPair(text: string, index: number): boolean {
  return (
    (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
  );
}

/** An expression's text, for finding the places of offsets in it. */
export class Source {
  readonly text: string;
  /** The offsets, in code points, at which lines begin, the first line's among them. */
  private readonly lines: readonly number[];

  constructor(text: string) {
    this.text = text;
    const lines = [0];
    let offset = 0;
    for (let index = 0; index < text.length; index++) {
      if (isPair(text, index)) index++;
      offset++;
      if (text.charCodeAt(index) === 10) lines.push(offset);
    }
    this.lines = lines;
  }

  /** An issue that is about the expression as a whole: line -1, column -1. */
  issueOfAll(message: string): Issue {
    return { offset: -1, line: -1, column: -1, message };
  }

  /**
   * The issue at an offset in code points. What has no offset, and all in a text without characters,
   * is before the first column.
   */
  issue(offset: number, message: string): Issue {
    if (offset < 0 || this.text === '') return { offset: -1, line: 1, column: -1, message };
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.lines[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - (this.lines[low] ?? 0), message };
  }
}

/** A list of issues that keeps only the first hundred, and counts the others. */
export interface Issues {
  /** By their place, as they are printed. */
  readonly issues: readonly Issue[];
  /** How many more there were. */
  readonly truncated: number;
}

/** Sorts issues as they are printed: by line and column, otherwise in the order in which they came. */
export function collectIssues(found: readonly Issue[]): Issues {
  const kept = found.slice(0, ERROR_LIMIT);
  kept.sort((a, b) => a.line - b.line || a.column - b.column);
  return { issues: kept, truncated: found.length - kept.length };
}

/**
 * The text of issues as the API server prints it: for each, `ERROR: <input>:L:C: message`, the line,
 * and a caret under the place; dots and carets are wide under characters outside of ASCII.
 */
export function renderIssues(text: string, { issues, truncated }: Issues): string {
  const lines = text === '' ? [] : text.split('\n');
  const rendered = issues.map((issue) => renderIssue(lines, issue));
  if (truncated > 0) rendered.push(`${truncated} more errors were truncated`);
  return rendered.join('\n');
}

function renderIssue(lines: readonly string[], issue: Issue): string {
  const head = `ERROR: <input>:${issue.line}:${issue.column + 1}: ${issue.message}`;
  const line = lines[issue.line - 1];
  // The limit counts bytes.
  if (line === undefined || new TextEncoder().encode(line).length > SNIPPET_LIMIT) return head;
  const snippet = line.replaceAll('\t', ' ');
  let caret = '';
  let column = 0;
  for (const char of snippet) {
    if (column >= issue.column)
      return `${head}\n | ${snippet}\n | ${caret}${wide(char, '^', '＾')}`;
    caret += wide(char, '.', '．');
    column++;
  }
  return `${head}\n | ${snippet}\n | ${caret}^`;
}

function wide(char: string, narrow: string, broad: string): string {
  return char < '\x80' ? narrow : broad;
}
