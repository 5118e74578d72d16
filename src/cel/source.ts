import { firstIndex } from '../base/bisect.ts';
import type { Issue } from './ast.ts';

/** The size in bytes of the longest line that is printed with an error. Source: `common/error.go` of cel-go. */
const SNIPPET_LIMIT = 16_384;

/** The number of errors of one expression that are reported. Source: `common/errors.go` of cel-go. */
export const ERROR_LIMIT = 100;

function isPair(text: string, index: number): boolean {
  return (
    (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
  );
}

/** The text of an expression, with the positions of its lines. */
export class Source {
  readonly text: string;
  /** The offsets in code points at which the lines start. */
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

  /** An issue about the whole expression, with line -1 and column -1. */
  issueOfAll(message: string): Issue {
    return { offset: -1, line: -1, column: -1, message };
  }

  /**
   * An issue at an offset in code points. Without an offset, or in an empty expression, it is before the first column.
   */
  issue(offset: number, message: string): Issue {
    if (offset < 0 || this.text === '') return { offset: -1, line: 1, column: -1, message };
    const line = firstIndex(this.lines, (start) => start > offset);
    return { offset, line, column: offset - (this.lines[line - 1] ?? 0), message };
  }
}

/** The issues of an expression, of which only the first {@link ERROR_LIMIT} are kept. */
export interface Issues {
  /** The issues in the order of their positions. */
  readonly issues: readonly Issue[];
  readonly truncated: number;
}

/** Sorts issues by line and column; issues at the same position keep their order. */
export function collectIssues(found: readonly Issue[]): Issues {
  const kept = found.slice(0, ERROR_LIMIT);
  kept.sort((a, b) => a.line - b.line || a.column - b.column);
  return { issues: kept, truncated: found.length - kept.length };
}

/**
 * The issues as the API server prints them: for each one `ERROR: <input>:L:C: message`, the line of the expression, and
 * a line of dots with a caret at the column. Dots and carets under characters outside of ASCII are full-width ones.
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
