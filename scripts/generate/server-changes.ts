// Writes docs/server-changes.md from src/server/kubernetes/server-changes.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderServerChanges, SERVER_CHANGES_PAGE } from './server-change-table.ts';

writeFileSync(join(import.meta.dirname, '../..', SERVER_CHANGES_PAGE), renderServerChanges());
