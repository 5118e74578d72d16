import type { Mapping, Value } from '../../yaml/tree.ts';
import { removedProperties, type SchemaPair, schemaPairs } from '../crd/schema-pairs.ts';
import type { SchemaSteps } from '../crd/schema-steps.ts';
import { isIntOrString, propertySchema, type StructuralSchema } from '../crd/structural.ts';
import { areDeeplyEqual } from '../crd/values/enum.ts';
import { jsonText } from '../crd/values/json-text.ts';
import type { Meaning, MeaningChange, RefusedChange, Suspect, UnprovenChange } from './change.ts';
import {
  addedRequirements,
  addedRules,
  isImplied,
  REFUSING_KEYWORDS,
  type RefusingKeyword,
} from './implied-keywords.ts';
import { hasFewValues } from './refused-values.ts';
import { isRuleImplied } from './refusing-rules.ts';
import type { WitnessSearch } from './witness-search.ts';

/** The effect of a change of the schema of a version. */
export type OwnSchemaChange = RefusedChange | UnprovenChange | MeaningChange;

/**
 * Compares the schemas of a version. A change that cannot refuse anything is not among the results; one that might, and
 * for which no witness is found, is `unproven`.
 */
export function* schemaChanges(
  version: string,
  before: StructuralSchema,
  after: StructuralSchema,
  search: WitnessSearch,
): Iterable<OwnSchemaChange> {
  const groups = new Map<string, { readonly pair: SchemaPair; readonly alsoAt: SchemaSteps[] }>();
  for (const pair of schemaPairs(before, after)) {
    if (suspectsOf(pair, search).length === 0 && meaningChanges(pair).length === 0) continue;
    const key = keyOf(pair);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { pair, alsoAt: [] });
    else known.alsoAt.push(pair.steps);
  }
  for (const { pair, alsoAt } of groups.values()) {
    const place = { version, alsoIn: [] };
    let isNullRefused = false;
    for (const suspect of suspectsOf(pair, search)) {
      const witness = search.find(pair, suspect);
      if (witness === undefined && (isExcluded(pair, suspect) || isHarmlessNull(suspect))) continue;
      const change = { ...place, ...shown(pair, suspect, alsoAt), suspect };
      if (witness === undefined) yield { kind: 'unproven', ...change };
      else {
        yield { kind: 'refused', ...change, witness };
        isNullRefused ||= suspect.keyword === 'nullable';
      }
    }
    for (const change of meaningChanges(pair)) {
      if (change.subject === 'null' && isNullRefused) continue;
      yield { kind: 'meaning', ...place, steps: pair.steps, alsoAt, ...change };
    }
  }
}

/** Equal for changes of the same schema, as it is used for many fields. */
function keyOf({ before, after, steps }: SchemaPair): string {
  const last = steps.at(-1);
  const name = last?.kind === 'property' ? last.name : (last?.kind ?? '');
  // The type of a schema in a CRD is JSON.
  const text = (schema: StructuralSchema) => jsonText(schema as unknown as Mapping, 'by key');
  return JSON.stringify([name, text(before), text(after)]);
}

/** The changes of a schema that may refuse something, without the changes of the fields below it. */
function suspectsOf(pair: SchemaPair, { minor }: WitnessSearch): readonly Suspect[] {
  const { before, after } = pair;
  const isSuspect = (keyword: RefusingKeyword) => !isImplied(before, after, keyword, minor);
  // A value of another type cannot be compared further.
  if (isSuspect('type')) return [{ keyword: 'type' }];
  return REFUSING_KEYWORDS.flatMap((keyword): readonly Suspect[] => {
    if (keyword === 'properties') {
      return removedProperties(pair).map((name) => ({ keyword, name }));
    }
    if (!isSuspect(keyword)) return [];
    if (keyword === 'required') {
      return addedRequirements(before, after).map((name) => ({ keyword, name }));
    }
    if (keyword === 'x-kubernetes-validations') {
      const options = { minor, isRoot: pair.steps.length === 0 };
      return addedRules(before, after)
        .filter((rule) => !isRuleImplied(pair, rule, options))
        .map((rule) => ({ keyword, rule }));
    }
    return [{ keyword }];
  });
}

/** Reports whether all values that the earlier schema accepts have been tried. */
function isExcluded(pair: SchemaPair, { keyword }: Suspect): boolean {
  return hasFewValues(pair) && keyword !== 'x-kubernetes-validations' && keyword !== 'nullable';
}

/** If null is not allowed for a property, it is dropped, which is a change of meaning. */
function isHarmlessNull({ keyword }: Suspect): boolean {
  return keyword === 'nullable';
}

/** The place and the values of a change, as they are shown. */
function shown(
  { steps, before, after }: SchemaPair,
  { keyword, name, rule }: Suspect,
  alsoAt: readonly SchemaSteps[],
): {
  readonly steps: SchemaSteps;
  readonly alsoAt: readonly SchemaSteps[];
  readonly before: Value | undefined;
  readonly after: Value | undefined;
} {
  if (name !== undefined) {
    const below = (path: SchemaSteps): SchemaSteps => [...path, { kind: 'property', name }];
    const place = { steps: below(steps), alsoAt: alsoAt.map(below) };
    return keyword === 'required'
      ? { ...place, before: 'optional', after: 'required' }
      : { ...place, before: typeText(propertySchema(before, name)), after: undefined };
  }
  const place = { steps, alsoAt };
  if (rule !== undefined) return { ...place, before: undefined, after: rule.rule ?? '' };
  if (keyword === 'type') return { ...place, before: typeText(before), after: typeText(after) };
  return { ...place, before: keywordValue(before, keyword), after: keywordValue(after, keyword) };
}

function typeText(schema: StructuralSchema | undefined): string {
  if (schema === undefined) return '';
  return isIntOrString(schema) ? 'integer or string' : (schema.type ?? 'any');
}

function keywordValue(schema: StructuralSchema, keyword: RefusingKeyword): Value | undefined {
  // The type of a keyword of a schema in a CRD is JSON.
  return schema[keyword] as unknown as Value | undefined;
}

/** A change of the meaning of values that both schemas accept. */
interface OwnMeaningChange {
  readonly subject: Meaning;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

const LIST_TYPE = 'x-kubernetes-list-type';
const LIST_MAP_KEYS = 'x-kubernetes-list-map-keys';
const MAP_TYPE = 'x-kubernetes-map-type';

/** Finds the changes of the meaning of equal values: other defaults, another way to merge, nulls that are dropped. */
function meaningChanges({ before, after }: SchemaPair): readonly OwnMeaningChange[] {
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
