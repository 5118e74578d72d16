import { type Definition, definitionOf } from '../kubernetes/definitions.ts';
import { editDistance } from '../kubernetes/edit-distance.ts';
import type { FieldType } from '../kubernetes/field-type.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/index.ts';
import { decoderPath, type FieldCorrection, type Path } from './problem.ts';

/** Where a field was looked for. */
export interface FieldPlace {
  readonly definition: Definition;
  readonly value: Mapping;
  readonly path: Path;
  /** The object of the API around it. */
  readonly parent: FieldPlace | undefined;
}

/**
 * What was probably meant by a field that is unknown where it stands: a field there that differs in
 * upper and lower case, the same name one object further in or out (its path), or a field there with
 * nearly the same name. Undefined where nothing is near.
 */
export function suggestField(place: FieldPlace, name: string): string | undefined {
  return (
    similarName(place, name, 0) ??
    otherPlace(place, name) ??
    similarName(place, name, editBudget(name))
  );
}

/**
 * The change that a suggestion means, if there is no other one that is as near: of the fields that are spelled alike, or of
 * the mappings of the object that could have the field.
 *
 * @param suggestion of `suggestField`
 */
export function correctionOf(
  place: FieldPlace,
  name: string,
  suggestion: string | undefined,
): FieldCorrection | undefined {
  if (suggestion === undefined) return undefined;
  if (place.definition.fields.has(suggestion)) {
    return isNearestAlone(place, name, suggestion)
      ? { kind: 'rename', name: suggestion }
      : undefined;
  }
  const [to, ...others] = mappingsFor(place, name);
  return to === undefined || others.length > 0 ? undefined : { kind: 'move', to };
}

function isNearestAlone({ definition, value }: FieldPlace, name: string, nearest: string): boolean {
  const wanted = name.toLowerCase();
  const distance = editDistance(wanted, nearest.toLowerCase());
  return [...definition.fields.keys()].every(
    (field) =>
      field === nearest ||
      Object.hasOwn(value, field) ||
      editDistance(wanted, field.toLowerCase()) > distance,
  );
}

/** The mappings one object further in or out that may have a field; undefined for one that the file does not have. */
function mappingsFor(
  { definition, value, path, parent }: FieldPlace,
  name: string,
): readonly (Path | undefined)[] {
  const found: (Path | undefined)[] = [];
  for (const [field, { type }] of definition.fields) {
    const inner = objectBelow(type);
    if (inner === undefined || !definitionOf(inner.definition).fields.has(name)) continue;
    const member = value[field];
    const isFree = isMapping(member) && !Object.hasOwn(member, name) && inner.below.length === 0;
    found.push(isFree ? [...path, field] : undefined);
  }
  if (parent?.definition.fields.has(name) && !Object.hasOwn(parent.value, name)) {
    found.push(parent.path);
  }
  return found;
}

/** How many edits a misspelled name may differ by: more in a longer name. */
function editBudget(name: string): number {
  return Math.min(3, Math.ceil(name.length / 4));
}

function similarName(
  { definition, value }: FieldPlace,
  name: string,
  most: number,
): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = most + 1;
  for (const field of definition.fields.keys()) {
    if (Object.hasOwn(value, field)) continue;
    const distance = editDistance(wanted, field.toLowerCase());
    if (distance < least) {
      least = distance;
      best = field;
    }
  }
  return best;
}

function otherPlace({ definition, path, parent }: FieldPlace, name: string): string | undefined {
  for (const [field, { type }] of definition.fields) {
    const inner = objectBelow(type);
    if (inner !== undefined && definitionOf(inner.definition).fields.has(name)) {
      return decoderPath([...path, field, ...inner.below, name]);
    }
  }
  if (parent?.definition.fields.has(name) && !Object.hasOwn(parent.value, name)) {
    return decoderPath([...parent.path, name]);
  }
  return undefined;
}

/** The definition of an object, or of the first item of a list. */
function objectBelow(
  type: FieldType,
): { readonly definition: string; readonly below: Path } | undefined {
  if (type.shape === 'object') return { definition: type.definition, below: [] };
  if (type.shape === 'list' && type.of.shape === 'object') {
    return { definition: type.of.definition, below: [0] };
  }
  return undefined;
}
