import type { Value } from '../../yaml/tree.ts';
import type { SchemaPair } from '../crd/schema-pairs.ts';
import type { StructuralSchema } from '../crd/structural.ts';
import { areDeeplyEqual } from '../crd/values/enum.ts';
import type { Meaning } from './change.ts';

/** A change of the meaning of values that both schemas accept. */
export interface OwnMeaningChange {
  readonly subject: Meaning;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

const LIST_TYPE = 'x-kubernetes-list-type';
const LIST_MAP_KEYS = 'x-kubernetes-list-map-keys';
const MAP_TYPE = 'x-kubernetes-map-type';

/** Finds the changes of the meaning of equal values: other defaults, another way to merge, nulls that are dropped. */
export function meaningChanges({ before, after }: SchemaPair): readonly OwnMeaningChange[] {
  if ((before.type ?? '') !== (after.type ?? '')) return [];
  const changes: OwnMeaningChange[] = [];
  const compare = (subject: Meaning, one: Value | undefined, other: Value | undefined) => {
    if (!areEqual(one, other)) changes.push({ subject, before: one, after: other });
  };
  compare('default', before.default, after.default);
  if (before.nullable === true && after.nullable !== true) {
    compare('null', true, false);
  }
  if (before.type === 'array') {
    compare('list-type', before[LIST_TYPE] ?? 'atomic', after[LIST_TYPE] ?? 'atomic');
    if (before[LIST_TYPE] === 'map' && after[LIST_TYPE] === 'map') {
      compare('list-map-keys', keysOf(before), keysOf(after));
    }
  }
  if (before.type === 'object') {
    compare('map-type', before[MAP_TYPE] ?? 'granular', after[MAP_TYPE] ?? 'granular');
  }
  return changes;
}

/** In a fixed order, which does not matter. */
function keysOf(schema: StructuralSchema): readonly string[] {
  return [...(schema[LIST_MAP_KEYS] ?? [])].sort();
}

function areEqual(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return areDeeplyEqual(one, other);
}
