import type { JudgedCase } from './agreement.ts';
import { printTable, tallyByKind } from './agreement-table.ts';

/** The page that shows the agreement, from the root of the repository. */
export const PAGE = 'docs/conformance.md';

const BEGIN = '<!-- generated: conformance -->';
const END = '<!-- /generated: conformance -->';

/** The page with its table made again. */
export function renewPage(page: string, judged: readonly JudgedCase[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no generated block`);
  const table = printTable(tallyByKind(judged), 'kind');
  return `${page.slice(0, begin)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`;
}
