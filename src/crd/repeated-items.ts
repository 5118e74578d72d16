import type { Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';
import { itemSchema, mapValueSchema, propertySchema, type StructuralSchema } from './structural.ts';

/** An item of a set or map that stands in it twice. */
export interface RepeatedItem {
  readonly segments: readonly (string | number)[];
  readonly listType: 'set' | 'map';
}

interface Step {
  readonly value: Value;
  readonly schema: StructuralSchema;
  readonly segments: readonly (string | number)[];
}

/** The items in a value that repeat another one in a list that is a set, or a map by its keys. Takes no stack. */
export function* repeatedItems(root: Value, schema: StructuralSchema): Iterable<RepeatedItem> {
  const left: Step[] = [{ value: root, schema, segments: [] }];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { value, schema: at, segments } = step;
    if (Array.isArray(value)) {
      yield* repeatedIn(value, at, segments);
      const items = itemSchema(at);
      if (items === undefined) continue;
      for (const [index, item] of value.entries()) {
        left.push({ value: item, schema: items, segments: [...segments, index] });
      }
    } else if (isMapping(value)) {
      for (const key in value) {
        const inner = value[key];
        const declared = propertySchema(at, key) ?? mapValueSchema(at);
        if (inner === undefined || declared === undefined) continue;
        left.push({ value: inner, schema: declared, segments: [...segments, key] });
      }
    }
  }
}

function* repeatedIn(
  list: readonly Value[],
  schema: StructuralSchema,
  segments: readonly (string | number)[],
): Iterable<RepeatedItem> {
  const listType = schema['x-kubernetes-list-type'];
  if (listType !== 'set' && listType !== 'map') return;
  const known = new Set<string>();
  for (const [index, item] of list.entries()) {
    const identity = listType === 'set' ? identityOf(item) : keysOf(item, schema);
    if (known.has(identity)) yield { segments: [...segments, index], listType };
    known.add(identity);
  }
}

/** A text that is the same for values that are the same, whatever the order of their members. */
function identityOf(value: Value | undefined): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`;
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1));
  });
}

/** The keys of an item, with their defaults where it leaves them out. */
function keysOf(item: Value, schema: StructuralSchema): string {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = itemSchema(schema);
  const values = keys.map((key) => {
    const given = isMapping(item) ? item[key] : undefined;
    return identityOf(given ?? items?.properties?.[key]?.default);
  });
  return values.join(' ');
}
