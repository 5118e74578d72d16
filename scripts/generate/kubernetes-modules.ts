/**
 * Makes what is derived from the API facts in `src/kubernetes/facts/`:
 *
 *   npm run generate              write everything
 *   npm run generate -- --check   fail if a committed file is stale, write nothing
 *
 * Committed: types, the table of definitions, kinds and resources (`src/kubernetes/*.generated.ts`).
 * Not committed: validators and JSON Schemas (`src/kubernetes/generated/*.mjs`), which have committed
 * declarations beside them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Definitions, Kinds, Resources } from './kubernetes/facts.ts';
import {
  definitionsTable,
  kindsTable,
  resourcesTable,
  schemaDefinitions,
} from './kubernetes/tables.ts';
import { typesModule } from './kubernetes/types.ts';
import { validatorsModule } from './kubernetes/validators.ts';

const kubernetes = join(import.meta.dirname, '../../src/kubernetes');

function facts<T>(name: string): T {
  return JSON.parse(readFileSync(join(kubernetes, 'facts', name), 'utf8')) as T;
}

/** Path below `src/kubernetes` and text of each committed file. */
function committedFiles(): ReadonlyMap<string, string> {
  const definitions = facts<Definitions>('definitions.json');
  const kinds = facts<Kinds>('kinds.json');
  const resources = facts<Resources>('resources.json');
  return new Map([
    ['types.generated.ts', typesModule(definitions, kinds)],
    ['definitions.generated.ts', definitionsTable(definitions)],
    ['kinds.generated.ts', kindsTable(kinds)],
    ['resources.generated.ts', resourcesTable(resources)],
  ]);
}

/** Path below `src/kubernetes` and text of each file that is made for every build. */
async function builtFiles(): Promise<ReadonlyMap<string, string>> {
  const definitions = facts<Definitions>('definitions.json');
  return new Map([
    ['generated/validators.mjs', await validatorsModule(definitions)],
    ['generated/schemas.mjs', schemaDefinitions(definitions)],
  ]);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const stale = [...committedFiles()].filter(([name, text]) => read(join(kubernetes, name)) !== text);
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.error(`stale: src/kubernetes/${name} (npm run generate)`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [name, text] of [...stale, ...(await builtFiles())]) {
    const path = join(kubernetes, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
