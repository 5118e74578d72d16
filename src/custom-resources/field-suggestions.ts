import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../crd/structural.ts';
import type { FieldCorrection } from '../decode/index.ts';
import { editDistance } from '../kubernetes/edit-distance.ts';
import { isMapping, type Mapping, type Path, type Value } from '../yaml/tree.ts';

/** What was probably meant by an unknown field. */
export type FieldSuggestion =
  /** Another field of the same object. */
  | { readonly kind: 'misspelled'; readonly name: string }
  /** The field of the same name in an object around it or below it. */
  | { readonly kind: 'misplaced'; readonly path: Path };

/**
 * Suggests a field for one that its schema does not declare: one that differs in upper and lower case, the same name
 * one object further in or out, or a similar name. Undefined if nothing is near.
 *
 * @param object the whole object
 * @param path of the unknown field
 */
export function suggestCustomField(
  object: Mapping,
  schema: StructuralSchema,
  path: Path,
): FieldSuggestion | undefined {
  const name = String(path.at(-1));
  const around = follow(object, schema, path.slice(0, -1));
  if (around === undefined) return undefined;
  const similar = (most: number): FieldSuggestion | undefined => {
    const found = similarName(around, name, most);
    return found === undefined ? undefined : { kind: 'misspelled', name: found };
  };
  return similar(0) ?? otherPlace(object, schema, path, around) ?? similar(editBudget(name));
}

/**
 * The change that a suggestion means, if there is no other one that is as near: of the fields that are spelled alike, or of
 * the mappings of the object that could have the field.
 *
 * @param suggestion of `suggestCustomField`, for the same field
 */
export function correctionOfCustomField(
  object: Mapping,
  schema: StructuralSchema,
  path: Path,
  suggestion: FieldSuggestion,
): FieldCorrection | undefined {
  const around = follow(object, schema, path.slice(0, -1));
  if (around === undefined) return undefined;
  if (suggestion.kind === 'misspelled') {
    return isNearestAlone(around, String(path.at(-1)), suggestion.name)
      ? { kind: 'rename', name: suggestion.name }
      : undefined;
  }
  const [to, ...others] = mappingsFor(object, schema, path, around);
  return to === undefined || others.length > 0 ? undefined : { kind: 'move', to };
}

function isNearestAlone({ object, schema }: Place, name: string, nearest: string): boolean {
  const wanted = name.toLowerCase();
  const distance = editDistance(wanted, nearest.toLowerCase());
  return Object.keys(schema.properties ?? {}).every(
    (field) =>
      field === nearest ||
      Object.hasOwn(object, field) ||
      editDistance(wanted, field.toLowerCase()) > distance,
  );
}

/** The mappings further in or out that may have a field; undefined for one that the object does not have. */
function mappingsFor(
  object: Mapping,
  schema: StructuralSchema,
  path: Path,
  around: Place,
): readonly (Path | undefined)[] {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const found: (Path | undefined)[] = [];
  for (const field in around.schema.properties) {
    const inner = propertySchema(around.schema, field);
    if (inner === undefined) continue;
    const items = itemSchema(inner);
    if (items !== undefined && propertySchema(items, name) !== undefined) found.push(undefined);
    if (propertySchema(inner, name) === undefined) continue;
    const member = memberOf(around.object, field);
    const isFree = isMapping(member) && !Object.hasOwn(member, name);
    found.push(isFree ? [...parent, field] : undefined);
  }
  for (let length = parent.length - 1; length >= 0; length--) {
    const outer = follow(object, schema, parent.slice(0, length));
    if (outer === undefined || propertySchema(outer.schema, name) === undefined) continue;
    if (!Object.hasOwn(outer.object, name)) found.push(parent.slice(0, length));
  }
  return found;
}

interface Place {
  readonly object: Mapping;
  readonly schema: StructuralSchema;
}

function follow(object: Mapping, schema: StructuralSchema, path: Path): Place | undefined {
  let at: Value | undefined = object;
  let below: StructuralSchema | undefined = schema;
  for (const segment of path) {
    if (below === undefined) return undefined;
    at = memberOf(at, segment);
    below =
      typeof segment === 'number'
        ? itemSchema(below)
        : (propertySchema(below, segment) ?? mapValueSchema(below));
  }
  return below !== undefined && isMapping(at) ? { object: at, schema: below } : undefined;
}

function memberOf(value: Value | undefined, segment: string | number): Value | undefined {
  if (typeof segment === 'number') return Array.isArray(value) ? value[segment] : undefined;
  return isMapping(value) ? value[segment] : undefined;
}

/** How many edits a misspelled name may differ by: more in a longer name. */
function editBudget(name: string): number {
  return Math.min(3, Math.ceil(name.length / 4));
}

function similarName({ object, schema }: Place, name: string, most: number): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = most + 1;
  for (const field in schema.properties) {
    if (object[field] !== undefined) continue;
    const distance = editDistance(wanted, field.toLowerCase());
    if (distance < least) {
      least = distance;
      best = field;
    }
  }
  return best;
}

function otherPlace(
  object: Mapping,
  schema: StructuralSchema,
  path: Path,
  around: Place,
): FieldSuggestion | undefined {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  for (const field in around.schema.properties) {
    const inner = propertySchema(around.schema, field);
    if (inner === undefined) continue;
    if (propertySchema(inner, name) !== undefined) return misplaced([...parent, field, name]);
    const items = itemSchema(inner);
    if (items !== undefined && propertySchema(items, name) !== undefined) {
      return misplaced([...parent, field, 0, name]);
    }
  }
  for (let length = parent.length - 1; length >= 0; length--) {
    const outer = follow(object, schema, parent.slice(0, length));
    if (outer === undefined || propertySchema(outer.schema, name) === undefined) continue;
    return outer.object[name] !== undefined
      ? undefined
      : misplaced([...parent.slice(0, length), name]);
  }
  return undefined;
}

function misplaced(path: Path): FieldSuggestion {
  return { kind: 'misplaced', path };
}
