/**
 * Makes the files that are derived from the API facts in `src/server/kubernetes/facts/` and the descriptions of fields:
 *
 *   node scripts/run.mjs scripts/generate/kubernetes-modules.ts            write everything
 *   node scripts/run.mjs scripts/generate/kubernetes-modules.ts --check    fail if a committed file is stale
 *
 * The types of TypeScript and the tables of kinds and feature gates (`src/server/kubernetes/*.generated.ts`) are
 * committed. The tables of types and the JSON Schemas (`src/server/kubernetes/generated/*.mjs`) are not. Their
 * declarations are committed in the same folder.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclaredChecks, EmptyValues, Gates, Kinds, Types } from './kubernetes/facts.ts';
import { gatesModule } from './kubernetes/gates.ts';
import { schemasModule } from './kubernetes/schemas.ts';
import {
  declaredCheckTable,
  descriptionTable,
  emptyValueTable,
  FREQUENT_KINDS,
  kindsModule,
  servedTypes,
  typeTable,
  VALIDATED_KINDS,
} from './kubernetes/tables.ts';
import { typesModule } from './kubernetes/types.ts';

const kubernetes = join(import.meta.dirname, '../../src/server/kubernetes');

function facts<T>(name: string): T {
  return JSON.parse(readFileSync(join(kubernetes, 'facts', name), 'utf8')) as T;
}

const types = facts<Types>('types.json');
const kinds = facts<Kinds>('kinds.json');
const empty = facts<EmptyValues>('empty-values.json');
const validated = servedTypes(VALIDATED_KINDS, types, kinds);
const frequent = servedTypes(FREQUENT_KINDS, types, kinds);

/** Path below `src/server/kubernetes` and text of each committed file. */
const committedFiles: ReadonlyMap<string, string> = new Map([
  ['types.generated.ts', typesModule(types, kinds)],
  ['kinds.generated.ts', kindsModule(types, kinds)],
  ['feature-gates.generated.ts', gatesModule(facts<Gates>('feature-gates.json'))],
]);

/** Path below `src/server/kubernetes` and text of each file that is made for every build. */
const builtFiles: ReadonlyMap<string, string> = new Map([
  ['generated/frequent-types.mjs', typeTable('frequentTypes', types, empty, frequent)],
  [
    'generated/other-types.mjs',
    typeTable(
      'otherTypes',
      types,
      empty,
      Object.keys(types).filter((name) => !frequent.has(name)),
    ),
  ],
  ['generated/schemas.mjs', schemasModule(types, validated)],
  ['generated/empty-values.mjs', emptyValueTable(empty)],
  [
    'generated/declared-checks.mjs',
    declaredCheckTable(facts<DeclaredChecks>('declared-checks.json')),
  ],
  [
    'generated/field-descriptions.mjs',
    descriptionTable(readFileSync(join(kubernetes, 'field-descriptions.yaml'), 'utf8')),
  ],
]);

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const stale = [...committedFiles].filter(([name, text]) => read(join(kubernetes, name)) !== text);
if (process.argv.includes('--check')) {
  for (const [name] of stale) {
    console.error(`stale: src/server/kubernetes/${name} (npm run generate)`);
  }
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [name, text] of [...stale, ...builtFiles]) {
    const path = join(kubernetes, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
