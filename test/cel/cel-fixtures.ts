import { join } from 'node:path';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { readJsonLines } from '../conformance/golden.ts';

/** The values in a file of `fixtures/cel`, which programs of `test/oracle` and `scripts/freeze` make. */
export function celLines<T>(name: string): readonly T[] {
  return readJsonLines(join(import.meta.dirname, '../../fixtures/cel', `${name}.jsonl`));
}

/** The values in such a file whose first line has the schema that they are about. */
export function celLinesWithSchema<T>(name: string): {
  readonly schema: StructuralSchema;
  readonly lines: readonly T[];
} {
  const [head, ...lines] = celLines<T & { readonly schema: StructuralSchema }>(name);
  if (head === undefined) throw new Error(`${name} is empty`);
  return { schema: head.schema, lines };
}
