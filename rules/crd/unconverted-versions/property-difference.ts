import {
  isMap,
  itemSchema,
  mapValueSchema,
  preservesUnknownFields,
  type StructuralSchema,
} from '../../../src/server/crd/structural.ts';

/** The location of a property: the segments below the root's schema, and its path in an object. */
export interface PropertyPath {
  readonly segments: readonly (string | number)[];
  readonly path: string;
}

interface Pair {
  readonly one: StructuralSchema;
  readonly other: StructuralSchema;
  readonly parent: Pair | undefined;
  readonly segments: readonly (string | number)[];
  readonly step: string;
}

/**
 * The first property, neither deprecated nor in the status, that a schema declares and the schema of another version
 * prunes; of several the nearest to the root. Undefined if there is none.
 */
export function firstUndeclaredProperty(
  one: StructuralSchema,
  other: StructuralSchema,
): PropertyPath | undefined {
  let level: Pair[] = [{ one, other, parent: undefined, segments: [], step: '' }];
  while (level.length > 0) {
    const next: Pair[] = [];
    for (const pair of level) {
      const missing = pushBelow(pair, next);
      if (missing !== undefined) return pathOf(pair, missing);
    }
    level = next;
  }
  return undefined;
}

/** Adds the schemas below a pair to a list; returns the property that only the first schema declares, if any. */
function pushBelow(pair: Pair, next: Pair[]): string | undefined {
  const { one, other } = pair;
  // Versions that share a schema by a YAML alias have the same object.
  if (one === other) return undefined;
  for (const name in one.properties) {
    const ours = one.properties[name];
    if (ours === undefined || (pair.parent === undefined && NOT_COMPARED.has(name))) continue;
    if (isDeprecated(ours)) continue;
    const theirs = other.properties?.[name] ?? mapValueSchema(other);
    if (theirs === undefined) {
      if (preservesUnknownFields(other) || isMap(other)) continue;
      return name;
    }
    const segments = ['properties', name];
    next.push({ one: ours, other: theirs, parent: pair, segments, step: `.${name}` });
  }
  for (const { keyword, schemaOf, step } of NAMELESS) {
    const [ours, theirs] = [schemaOf(one), schemaOf(other)];
    if (ours === undefined || theirs === undefined) continue;
    next.push({ one: ours, other: theirs, parent: pair, segments: [keyword], step });
  }
  return undefined;
}

/**
 * Reports whether the description of a property has a paragraph that deprecates it, which is the convention for Go
 * types.
 */
function isDeprecated({ description = '' }: StructuralSchema): boolean {
  return /^[^\S\n\r\u2028\u2029]*Deprecated:/m.test(description);
}

/** The fields that every object has, and the status, which controllers write in one version. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

/** The schemas of values that have no names: the items of a list, and the values of a map. */
const NAMELESS = [
  { keyword: 'items', schemaOf: itemSchema, step: '[*]' },
  { keyword: 'additionalProperties', schemaOf: mapValueSchema, step: '.*' },
];

function pathOf(pair: Pair, name: string): PropertyPath {
  const segments: (readonly (string | number)[])[] = [];
  const steps: string[] = [];
  for (let step: Pair | undefined = pair; step !== undefined; step = step.parent) {
    segments.push(step.segments);
    steps.push(step.step);
  }
  return {
    segments: [...segments.reverse().flat(), 'properties', name],
    path: `${steps.reverse().join('')}.${name}`,
  };
}
