import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitionNameOf } from '../../src/server/kubernetes/definition-name.ts';
import { definitionOf } from '../../src/server/kubernetes/definitions.ts';
import type { FieldType } from '../../src/server/kubernetes/field-type.ts';
import { frequentTypes } from '../../src/server/kubernetes/generated/frequent-types.mjs';
import { otherTypes } from '../../src/server/kubernetes/generated/other-types.mjs';
import { schemaDefinitions } from '../../src/server/kubernetes/generated/schemas.mjs';
import { KIND_TABLE, type KindEntry } from '../../src/server/kubernetes/kind-table.ts';
import { allKinds } from '../../src/server/kubernetes/kinds.ts';
import { linesByName } from '../../src/server/kubernetes/lines-by-name.ts';

const root = join(import.meta.dirname, '../..');

test('the generated files that are committed have what the facts say', () => {
  expect(() =>
    execFileSync(
      process.execPath,
      ['scripts/run.mjs', 'scripts/generate/kubernetes-modules.ts', '--check'],
      {
        cwd: root,
        stdio: 'pipe',
      },
    ),
  ).not.toThrow();
});

test('the tables of types are no larger than their budget', () => {
  const sizeOf = (name: string) =>
    readFileSync(join(root, `src/server/kubernetes/generated/${name}.mjs`)).length;
  expect(sizeOf('frequent-types')).toBeLessThan(20_000);
  expect(sizeOf('other-types')).toBeLessThan(150_000);
});

test('types lead only to types that are there', () => {
  const names = [frequentTypes(), otherTypes()].flatMap((text) => [...linesByName(text).keys()]);
  for (const name of names) {
    for (const { type } of definitionOf(name).fields.values()) {
      expect(() => structOf(type), name).not.toThrow();
    }
  }
});

function structOf(type: FieldType): unknown {
  if (type.shape === 'list' || type.shape === 'map') return structOf(type.of);
  return type.shape === 'object' ? definitionOf(type.definition) : undefined;
}

test('every version that a minor serves has a definition, and those of validated kinds a schema', () => {
  const schemas = schemaDefinitions();
  const frequent = frequentTypes();
  const table = new Map<string, KindEntry>(Object.entries(KIND_TABLE));
  for (const { kind, versions, validated: isValidated } of allKinds()) {
    for (const [apiVersion, { served }] of versions) {
      if (served === undefined) continue;
      const name = definitionNameOf(apiVersion, kind);
      expect(definitionOf(name).fields.has('metadata'), name).toBe(true);
      expect(new RegExp(`^${name} `, 'm').test(frequent), name).toBe(
        table.get(kind)?.isFrequent ?? false,
      );
    }
    if (isValidated) expect(schemas[kind], kind).toBeDefined();
  }
});
