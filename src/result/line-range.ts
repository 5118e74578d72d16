import type { Range } from './finding.ts';

/**
 * The range of the content of a line without the white space around it; one column if the line is empty, or there is
 * none.
 *
 * @param line from 1
 */
export function contentRange(text: string, line: number): Range {
  const content = text.split('\n')[line - 1]?.trimEnd() ?? '';
  const column = content.length - content.trimStart().length + 1;
  return { line, column, endLine: line, endColumn: Math.max(content.length, column) + 1 };
}
