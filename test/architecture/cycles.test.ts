import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { cycles } from './modules.ts';

/** To be untied. */
const KNOWN = [
  [
    'src/server/expressions/values/schema-lists.ts',
    'src/server/expressions/values/schema-values.ts',
  ],
];

it('has no modules that import each other at run time', () => {
  expect(cycles(({ isTypeOnly }) => !isTypeOnly)).toEqual(KNOWN);
});

it('has modules that share types with each other in one folder only', () => {
  const folders = cycles(() => true).map((group) => new Set(group.map((path) => dirname(path))));
  expect(folders.filter(({ size }) => size > 1)).toEqual([]);
});
