import { isMapping } from '../../../yaml/tree.ts';
import { type Edit, withEdits } from '../../decode/settle.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';

interface Step {
  readonly value: Value;
  readonly schema: StructuralSchema;
  readonly path: readonly (string | number)[];
}

/**
 * An object without the nulls that the server drops when it decodes a custom resource: of properties and map values
 * whose schema neither is nullable nor has a default. Nulls in lists stay. Not recursive, so values of any depth are
 * supported.
 *
 * Source: `pkg/apiserver/schema/defaulting/prunenulls.go` of apiextensions-apiserver.
 */
export function withoutDroppedNulls(root: Mapping, schema: StructuralSchema): Mapping {
  const edits: Edit[] = [];
  const left: Step[] = [{ value: root, schema, path: [] }];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { value, schema: at, path } = step;
    if (isMapping(value)) {
      for (const key in value) {
        const member = value[key] ?? null;
        const below = propertySchema(at, key) ?? mapValueSchema(at);
        if (below === undefined) continue;
        if (member === null && isDropped(below))
          edits.push({ path: [...path, key], value: undefined });
        else if (typeof member === 'object') push(left, member, below, path, key);
      }
    } else if (Array.isArray(value)) {
      const items = itemSchema(at);
      if (items === undefined) continue;
      for (const [index, item] of value.entries()) push(left, item, items, path, index);
    }
  }
  return edits.length === 0 ? root : withEdits(root, edits);
}

function isDropped({ nullable, default: given }: StructuralSchema): boolean {
  return nullable !== true && (given ?? null) === null;
}

function push(
  left: Step[],
  value: Value,
  schema: StructuralSchema,
  parent: Step['path'],
  segment: string | number,
): void {
  if (typeof value === 'object' && value !== null)
    left.push({ value, schema, path: [...parent, segment] });
}
