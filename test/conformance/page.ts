import { withBlock } from '../../scripts/generate/generated-block.ts';
import type { JudgedCase } from './agreement.ts';
import { printTable, tallyByKind } from './agreement-table.ts';

/** The page that shows the agreement, from the root of the repository. */
export const PAGE = 'docs/development/conformance.md';

/** The page with its table made again. */
export function renewPage(page: string, judged: readonly JudgedCase[]): string {
  return withBlock(page, 'conformance', printTable(tallyByKind(judged), 'kind'));
}
