import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitionOf } from '../../src/kubernetes/definitions.ts';
import { schemaDefinitions } from '../../src/kubernetes/generated/schemas.mjs';
import { validators } from '../../src/kubernetes/generated/validators.mjs';
import { allKinds } from '../../src/kubernetes/kinds.ts';

const root = join(import.meta.dirname, '../..');

test('what is generated and committed is what the facts say', () => {
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

test('the validators are no larger than their budget', () => {
  const size = readFileSync(join(root, 'src/kubernetes/generated/validators.mjs')).length;
  expect(size).toBeLessThan(180_000);
});

test('every kind has a definition, a validator and a schema', () => {
  const schemas = schemaDefinitions();
  for (const kind of allKinds().keys()) {
    expect(definitionOf(kind).size, kind).toBeGreaterThan(0);
    expect(validators[kind], kind).toBeTypeOf('function');
    expect(schemas[kind], kind).toBeDefined();
  }
});

test('validators are not compiled before they are called for', () => {
  for (const factory of Object.values(validators)) expect(factory.length).toBe(0);
});
