import { areSame } from './equality.ts';
import type { SchemaStep, SchemaSteps } from './schema-steps.ts';
import {
  ANYTHING,
  itemSchema,
  mapValueSchema,
  preservesUnknownFields,
  propertySchema,
  type StructuralSchema,
} from './structural.ts';

/** The schemas of one field before and after a change. */
export interface SchemaPair {
  readonly steps: SchemaSteps;
  readonly before: StructuralSchema;
  readonly after: StructuralSchema;
}

/**
 * Goes through two structural schemas together. Skips parts that are equal, and does not go into values whose type has
 * changed.
 *
 * @returns the fields that both schemas have, or that one of them has and the other allows with any value
 */
export function* schemaPairs(
  before: StructuralSchema,
  after: StructuralSchema,
): Iterable<SchemaPair> {
  const left: SchemaPair[] = [{ steps: [], before, after }];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    if (areSame(pair.before, pair.after)) continue;
    yield pair;
    const [before, after] = [pair.before.type ?? '', pair.after.type ?? ''];
    if (before === after || before === '') {
      left.push(...partsOf(pair).reverse());
    }
  }
}

function partsOf({ steps, before, after }: SchemaPair): SchemaPair[] {
  const parts: SchemaPair[] = [];
  const add = (
    step: SchemaStep,
    one: StructuralSchema | undefined,
    other: StructuralSchema | undefined,
  ) => {
    if (one === undefined || other === undefined) return;
    parts.push({ steps: [...steps, step], before: one, after: other });
  };
  const names = new Set([
    ...Object.keys(before.properties ?? {}),
    ...Object.keys(after.properties ?? {}),
  ]);
  for (const name of names) {
    const one = propertySchema(before, name) ?? undeclared(before);
    const other = propertySchema(after, name) ?? mapValueSchema(after);
    add({ kind: 'property', name }, one, other);
  }
  add({ kind: 'items' }, itemSchema(before), itemSchema(after));
  const values = mapValueSchema(after);
  if (values !== undefined) {
    add({ kind: 'values' }, mapValueSchema(before) ?? undeclared(before), values);
  }
  return parts;
}

/** The schema of a field that a schema does not declare. Undefined if such a field is removed. */
function undeclared(schema: StructuralSchema): StructuralSchema | undefined {
  const values = mapValueSchema(schema);
  if (values !== undefined) return values;
  const isOpen = schema.additionalProperties === true || preservesUnknownFields(schema);
  return isOpen ? ANYTHING : undefined;
}

/** The properties that a schema no longer declares, so that the server removes them. */
export function removedProperties({ before, after }: SchemaPair): readonly string[] {
  if (preservesUnknownFields(after) || after.additionalProperties !== undefined) return [];
  return Object.keys(before.properties ?? {}).filter(
    (name) => propertySchema(after, name) === undefined,
  );
}
