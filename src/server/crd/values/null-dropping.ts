import { isMapping } from '../../../yaml/tree.ts';
import { type Edit, withEdits } from '../../decode/settle.ts';
import type { Mapping } from '../../kubernetes/value.ts';
import { mapValueSchema, propertySchema, type StructuralSchema } from '../structural.ts';
import { declaredContainers } from './declared-containers.ts';
import { segmentsOf } from './trail.ts';

/**
 * An object without the nulls that the server drops when it decodes a custom resource: of properties and map values
 * whose schema neither is nullable nor has a default. Nulls in lists stay.
 *
 * Source: `pkg/apiserver/schema/defaulting/prunenulls.go` of apiextensions-apiserver.
 */
export function withoutDroppedNulls(root: Mapping, schema: StructuralSchema): Mapping {
  const edits: Edit[] = [];
  for (const { value, schema: at, trail: parent } of declaredContainers(root, schema)) {
    if (!isMapping(value)) continue;
    for (const segment in value) {
      if ((value[segment] ?? null) !== null) continue;
      const below = propertySchema(at, segment) ?? mapValueSchema(at);
      if (below === undefined || !isDropped(below)) continue;
      edits.push({ path: segmentsOf({ parent, segment }), value: undefined });
    }
  }
  return edits.length === 0 ? root : withEdits(root, edits);
}

function isDropped({ nullable, default: given }: StructuralSchema): boolean {
  return nullable !== true && (given ?? null) === null;
}
