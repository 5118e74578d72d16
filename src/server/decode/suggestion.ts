import { onceForEach } from '../../base/once-for-each.ts';
import { isMapping } from '../../yaml/index.ts';
import { editDistance } from '../kubernetes/edit-distance.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import type { FieldCorrection, Path } from './problem.ts';

/** The declared fields of an object, from a struct of the API or from the schema of a CRD. */
export interface DeclaredFields {
  names(): Iterable<string>;
  has(name: string): boolean;
  /** The declared fields of the object in a field, or of the items of the list in it. */
  below(name: string): FieldsBelow | undefined;
  /** Reports whether the type of a field matches a value: both are lists, mappings or scalars. */
  accepts(name: string, value: Value): boolean;
}

export interface FieldsBelow {
  readonly fields: DeclaredFields;
  /** True if the fields belong to the items of a list. */
  readonly isInList: boolean;
}

/** A mapping in which a field was searched. */
export interface FieldPlace {
  readonly fields: DeclaredFields;
  readonly value: Mapping;
  readonly path: Path;
  /** The mapping around it whose fields are declared. */
  readonly parent: FieldPlace | undefined;
}

/** The probable intention of an unknown field. */
type FieldSuggestion =
  /** The user probably meant another field of the same object. */
  | { readonly kind: 'misspelled'; readonly name: string }
  /** The field of the same name in an object around it or below it, or in one around it with the same name. */
  | { readonly kind: 'misplaced'; readonly path: Path };

/** The most comparisons of unknown keys with declared fields in one mapping. */
const MOST_COMPARISONS = 20_000;

/**
 * The probable intention of an unknown field of a mapping: a field of the mapping that differs only in case, the same
 * name one object further in or out, or a field of the mapping with nearly the same name. Undefined if there is no
 * similar field, or the mapping has very many unknown keys.
 */
export function suggestField(place: FieldPlace, name: string): FieldSuggestion | undefined {
  if (hasTooMany(place)) return undefined;
  return (
    similarName(place, name, 0) ??
    otherPlace(place, name) ??
    similarName(place, name, editBudget(name))
  );
}

/**
 * The change for a suggestion, if there is no other equally similar one among the fields with similar names, or among
 * the mappings of the object that could have the field.
 *
 * @param suggestion the result of `suggestField`
 */
export function correctionOf(
  place: FieldPlace,
  name: string,
  suggestion: FieldSuggestion | undefined,
): FieldCorrection | undefined {
  switch (suggestion?.kind) {
    case 'misspelled':
      return isNearestAlone(place, name, suggestion.name)
        ? { kind: 'rename', name: suggestion.name }
        : undefined;
    case 'misplaced': {
      const [to, ...others] = mappingsFor(place, name);
      return to === undefined || others.length > 0 ? undefined : { kind: 'move', to };
    }
    default:
      return undefined;
  }
}

function isNearestAlone({ fields, value }: FieldPlace, name: string, nearest: string): boolean {
  const wanted = name.toLowerCase();
  const distance = editDistance(wanted, nearest.toLowerCase());
  for (const field of fields.names()) {
    if (field === nearest || Object.hasOwn(value, field)) continue;
    if (editDistance(wanted, field.toLowerCase()) <= distance) return false;
  }
  return true;
}

/** The largest number of edits by which a misspelled name may differ. It is larger for a longer name. */
function editBudget(name: string): number {
  return Math.min(3, Math.ceil(name.length / 4));
}

function similarName(
  { fields, value }: FieldPlace,
  name: string,
  most: number,
): FieldSuggestion | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = most + 1;
  for (const field of fields.names()) {
    if (Object.hasOwn(value, field)) continue;
    const distance = editDistance(wanted, field.toLowerCase());
    if (distance < least) {
      least = distance;
      best = field;
    }
  }
  return best === undefined ? undefined : { kind: 'misspelled', name: best };
}

function otherPlace(place: FieldPlace, name: string): FieldSuggestion | undefined {
  const inner = bestPlaceBelow(place, name);
  if (inner !== undefined) {
    const path = [...place.path, inner.field, ...(inner.isInList ? [0] : []), name];
    return { kind: 'misplaced', path };
  }
  const outer = placeAround(place, name)?.path ?? namesakeAround(place, name);
  return outer && { kind: 'misplaced', path: [...outer, name] };
}

interface Keys {
  readonly unknown: readonly string[];
  readonly areAllUnknown: boolean;
}

/** The keys of a mapping that are not declared. */
export function keysOf({ fields, value }: FieldPlace): Keys {
  return keysWith(fields)(value);
}

const keysWith = onceForEach((fields: DeclaredFields) =>
  onceForEach((value: Mapping): Keys => {
    const keys = Object.keys(value);
    const unknown = keys.filter((key) => !fields.has(key));
    return { unknown, areAllUnknown: unknown.length === keys.length };
  }),
);

/** Reports whether a mapping has so many unknown keys that comparing each with all fields takes too long. */
function hasTooMany(place: FieldPlace): boolean {
  return keysOf(place).unknown.length * countOf(place.fields) > MOST_COMPARISONS;
}

const countOf = onceForEach((fields: DeclaredFields) => [...fields.names()].length);

/** The object below a mapping that may have a field, and most of the other unknown fields of the mapping. */
function bestPlaceBelow(place: FieldPlace, name: string): PlaceBelow | undefined {
  const { unknown } = keysOf(place);
  let best: PlaceBelow | undefined;
  let most = 0;
  for (const inner of placesBelow(place, name)) {
    const count = unknown.filter((key) => inner.fields.has(key)).length;
    if (count > most) {
      best = inner;
      most = count;
    }
  }
  return best;
}

/**
 * The path of the object further out that has the same name, and the field: the `securityContext` of the pod for one of
 * a container.
 */
function namesakeAround({ value, path, parent }: FieldPlace, name: string): Path | undefined {
  const segment = path.at(-1);
  if (typeof segment !== 'string') return undefined;
  for (let around = parent; around !== undefined; around = around.parent) {
    const inner = around.fields.below(segment);
    if (inner === undefined || inner.isInList || !inner.fields.has(name)) continue;
    if (inner.fields.accepts(name, value[name] ?? null)) return [...around.path, segment];
  }
  return undefined;
}

/** The mappings further in or out that may have a field; undefined for one that the file does not have. */
function mappingsFor(place: FieldPlace, name: string): readonly (Path | undefined)[] {
  const found: (Path | undefined)[] = [];
  for (const { field, isInList } of placesBelow(place, name)) {
    const member = place.value[field];
    const isFree = isMapping(member) && !Object.hasOwn(member, name) && !isInList;
    found.push(isFree ? [...place.path, field] : undefined);
  }
  const outer = placeAround(place, name);
  if (outer !== undefined) found.push(outer.path);
  return found;
}

/** A field of a mapping, with the declared fields of its object or items. */
interface PlaceBelow extends FieldsBelow {
  readonly field: string;
}

/** The fields of a mapping whose objects or items may have a field. */
function* placesBelow({ fields, value }: FieldPlace, name: string): Generator<PlaceBelow> {
  const wanted = value[name] ?? null;
  for (const field of fields.names()) {
    const inner = fields.below(field);
    if (inner?.fields.has(name) && inner.fields.accepts(name, wanted)) {
      yield { field, ...inner };
    }
  }
}

/** The mapping around one, if it may have a field and does not have it. Further out, a name has another meaning. */
function placeAround({ value, parent }: FieldPlace, name: string): FieldPlace | undefined {
  if (parent === undefined || Object.hasOwn(parent.value, name)) return undefined;
  const { fields } = parent;
  return fields.has(name) && fields.accepts(name, value[name] ?? null) ? parent : undefined;
}
