import type { JsonPathStep } from '../../kubernetes/formats/json-path.ts';
import {
  isIntOrString,
  isMap,
  itemSchema,
  mapValueSchema,
  preservesUnknownFields,
  type StructuralSchema,
} from '../structural.ts';
import { objectPropertySchema } from '../values/object-metadata.ts';

export type ColumnTarget =
  /** Values that the schema does not describe. */
  | { readonly kind: 'anything' }
  | { readonly kind: 'nothing'; readonly reason: string }
  | {
      readonly kind: 'schema';
      readonly schema: StructuralSchema;
      /** True if the path can lead to more than one value. */
      readonly several: boolean;
    };

const ANYTHING: ColumnTarget = { kind: 'anything' };

/** Follows a path from the root of a custom resource, as the server does to fill a column. */
export function followColumnPath(
  steps: readonly JsonPathStep[],
  root: StructuralSchema,
): ColumnTarget {
  return follow(steps, root, true);
}

function follow(
  steps: readonly JsonPathStep[],
  start: StructuralSchema,
  isRoot: boolean,
): ColumnTarget {
  let at = start;
  let several = false;
  let trail = '';
  for (const step of steps) {
    const place = trail === '' ? 'the schema' : trail;
    const next = below(at, step, isRoot && at === start, place);
    if (next.kind !== 'schema') return next;
    at = next.schema;
    several ||= next.several;
    trail += step.kind === 'field' ? `.${step.name}` : '[*]';
  }
  return { kind: 'schema', schema: at, several };
}

function below(
  at: StructuralSchema,
  step: JsonPathStep,
  isRoot: boolean,
  place: string,
): ColumnTarget {
  if (isIntOrString(at)) return nothing(`${place} is a number or a string`);
  const type = at.type ?? '';
  const isOpen = preservesUnknownFields(at) || type === '';
  switch (step.kind) {
    case 'field':
      if (type === 'array') return nothing(`${place} is a list; an index is required`);
      if (type !== 'object' && !isOpen) return nothing(`${place} is of type ${type}`);
      return fieldOf(at, step.name, { isRoot, isOpen, place });
    case 'items':
    case 'filter': {
      if (type !== 'array' && !isOpen) return nothing(`${place} is not a list`);
      const items = itemSchema(at);
      if (items === undefined) return ANYTHING;
      if (step.kind === 'items') return { kind: 'schema', schema: items, several: step.several };
      const compared = follow(step.left, items, false);
      if (compared.kind === 'nothing') return nothing(`in the filter, ${compared.reason}`);
      return { kind: 'schema', schema: items, several: false };
    }
    case 'wildcard': {
      const inner = itemSchema(at) ?? mapValueSchema(at);
      return inner === undefined ? ANYTHING : { kind: 'schema', schema: inner, several: true };
    }
    default:
      return ANYTHING;
  }
}

function fieldOf(
  at: StructuralSchema,
  name: string,
  {
    isRoot,
    isOpen,
    place,
  }: { readonly isRoot: boolean; readonly isOpen: boolean; readonly place: string },
): ColumnTarget {
  const schema = objectPropertySchema(at, name, { isRoot }) ?? mapValueSchema(at);
  if (schema !== undefined) return { kind: 'schema', schema, several: false };
  if (isOpen || isMap(at)) return ANYTHING;
  return nothing(
    name === '' ? `a name is missing after ${place}` : `${place} has no field '${name}'`,
  );
}

function nothing(reason: string): ColumnTarget {
  return { kind: 'nothing', reason };
}
