import { isMapping } from '../../../yaml/tree.ts';
import type { Value } from '../../kubernetes/value.ts';
import {
  isEmbeddedResource,
  isMap,
  itemSchema,
  mapValueSchema,
  preservesUnknownFields,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';
import { segmentsOf, type Trail } from './trail.ts';

const METADATA_MEMBERS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

interface Step {
  readonly value: Value;
  /** Undefined if no schema is declared: objects lose all their members. */
  readonly schema: StructuralSchema | undefined;
  readonly isResource: boolean;
  readonly trail: Trail | undefined;
  /**
   * True if the value itself is kept, and only values further down that are not declared can be pruned. Lists pass this
   * on to their items.
   */
  readonly isKept: boolean;
}

/**
 * Finds the values that the server removes because their schema does not declare them. The search is not recursive, so
 * values of any depth are supported.
 *
 * @param isResource true if the value is a whole object, whose `apiVersion`, `kind` and `metadata` are always kept
 * @returns the paths of the removed values, in no particular order
 */
export function* prunedPaths(
  root: Value,
  schema: StructuralSchema | undefined,
  { isResource }: { readonly isResource: boolean },
): Iterable<readonly (string | number)[]> {
  const left: Step[] = [
    { value: root, schema, isResource, trail: undefined, isKept: isKept(schema) },
  ];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { value } = step;
    if (isMapping(value)) yield* pruneObject(step, left);
    else if (Array.isArray(value)) pushItems(step, value, left);
  }
}

function* pruneObject(
  { value, schema, isResource, trail, isKept: keepsAll }: Step,
  left: Step[],
): Iterable<readonly (string | number)[]> {
  if (!isMapping(value)) return;
  const isOpen = schema !== undefined && isMap(schema);
  for (const key in value) {
    const inner = value[key];
    if (inner === undefined || (isResource && METADATA_MEMBERS.has(key))) continue;
    const below = { parent: trail, segment: key };
    const declared = schema === undefined ? undefined : propertySchema(schema, key);
    if (declared !== undefined || isOpen) {
      const inSchema = declared ?? (schema === undefined ? undefined : mapValueSchema(schema));
      left.push(stepTo(inner, inSchema, below, false));
    } else if (!keepsAll) yield segmentsOf(below);
  }
}

function pushItems(
  { schema, trail, isKept: keepsAll }: Step,
  items: readonly Value[],
  left: Step[],
): void {
  const inSchema = schema === undefined ? undefined : itemSchema(schema);
  // The items of a list that is kept are kept too, independent of their own schema.
  if (keepsAll && inSchema === undefined) return;
  for (const [index, item] of items.entries()) {
    left.push(stepTo(item, inSchema, { parent: trail, segment: index }, keepsAll));
  }
}

function stepTo(
  value: Value,
  schema: StructuralSchema | undefined,
  trail: Trail,
  keepsAll: boolean,
): Step {
  return {
    value,
    schema,
    isResource: schema !== undefined && isEmbeddedResource(schema),
    trail,
    isKept: keepsAll || isKept(schema),
  };
}

function isKept(schema: StructuralSchema | undefined): boolean {
  return schema !== undefined && preservesUnknownFields(schema);
}
