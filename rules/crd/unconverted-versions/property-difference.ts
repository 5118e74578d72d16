import type { StructuralSchema } from '../../../src/crd/structural.ts';
import {
  isMap,
  itemSchema,
  mapValueSchema,
  preservesUnknownFields,
} from '../../../src/crd/structural.ts';

/** The way to a property: the segments below the root's schema, and its path in an object. */
export interface PropertyPlace {
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
 * The first property that a schema has and another one, of the same kind in another version, would prune;
 * of several the nearest to the root. Undefined where it keeps them all.
 */
export function firstPropertyBesides(
  one: StructuralSchema,
  other: StructuralSchema,
): PropertyPlace | undefined {
  let level: Pair[] = [{ one, other, parent: undefined, segments: [], step: '' }];
  while (level.length > 0) {
    const next: Pair[] = [];
    for (const pair of level) {
      const missing = pushBelow(pair, next);
      if (missing !== undefined) return placeOf(pair, missing);
    }
    level = next;
  }
  return undefined;
}

/** Puts what both schemas describe on a list, unless one has a property that the other has not. */
function pushBelow(pair: Pair, next: Pair[]): string | undefined {
  const { one, other } = pair;
  // The same object, as through an alias, cannot differ.
  if (one === other) return undefined;
  for (const name in one.properties) {
    const ours = one.properties[name];
    if (ours === undefined || (pair.parent === undefined && OF_EVERY_OBJECT.has(name))) continue;
    const theirs = other.properties?.[name] ?? mapValueSchema(other);
    if (theirs === undefined) {
      if (preservesUnknownFields(other) || isMap(other)) continue;
      return name;
    }
    const segments = ['properties', name];
    next.push({ one: ours, other: theirs, parent: pair, segments, step: `.${name}` });
  }
  pushPair(itemSchema(one), itemSchema(other), 'items', '[*]', pair, next);
  const values = mapValueSchema(other);
  pushPair(mapValueSchema(one), values, 'additionalProperties', '.*', pair, next);
  return undefined;
}

const OF_EVERY_OBJECT: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function pushPair(
  one: StructuralSchema | undefined,
  other: StructuralSchema | undefined,
  keyword: string,
  step: string,
  parent: Pair,
  next: Pair[],
): void {
  if (one === undefined || other === undefined) return;
  next.push({ one, other, parent, segments: [keyword], step });
}

function placeOf(pair: Pair, name: string): PropertyPlace {
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
