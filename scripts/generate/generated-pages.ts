import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadRules } from '../../rules/index.ts';
import { demoPicture } from './demo-picture.ts';
import { fixTable } from './fix-table.ts';
import { withBlock } from './generated-block.ts';
import { integrationFiles } from './integration-files.ts';
import { renderKinds } from './kind-page.ts';
import { renderPages } from './rule-files.ts';
import { renderServerChanges } from './server-change-table.ts';

/** The folders whose files are all generated. */
export const GENERATED_FOLDERS = ['docs/rules', 'integrations'];

/**
 * The generated files that are not code, and that need no conformance cases: their paths in the repository, and texts.
 */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const rules = loadRules();
  const fixes = readFileSync(join(import.meta.dirname, '../../docs/fixes.md'), 'utf8');
  return new Map([
    ...renderPages(rules),
    ...integrationFiles(),
    ['docs/fixes.md', withBlock(fixes, 'fixes', fixTable(rules))],
    ['docs/kinds.md', renderKinds()],
    ['docs/server-changes.md', renderServerChanges()],
    ['docs/demo.svg', await demoPicture()],
  ]);
}
