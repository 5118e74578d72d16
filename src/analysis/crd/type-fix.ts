import type { Fix } from '../../result/fix.ts';
import { safeFix } from '../../rule/fix.ts';
import type { Origin } from '../../rule/origin.ts';
import type { Path } from '../../yaml/index.ts';

/**
 * Adds the type of a schema that has none, if it is certain.
 *
 * @param schemas the paths of the schema in the versions that share it
 */
export function typeFix(
  { origin }: { readonly origin: Origin },
  schemas: readonly Path[],
  type: string | undefined,
): Fix | undefined {
  if (type === undefined) return undefined;
  return safeFix(origin, {
    title: `add type: ${type}`,
    edits: schemas.map(
      (path) => ({ kind: 'insert', path, key: 'type', value: type, before: 'properties' }) as const,
    ),
  });
}
