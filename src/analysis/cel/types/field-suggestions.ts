import { fieldPath, type ObjectAtPath } from '../../../server/expressions/types/object-types.ts';
import { editDistance } from '../../../server/kubernetes/edit-distance.ts';

type Candidate = Pick<ObjectAtPath, 'path' | 'object'>;

/**
 * Suggests a correction for the name of a field that an object does not have: a field of the object with a similar
 * name, or else a field with the same name in an object that is nested in it.
 *
 * @param parent the object that does not have the field
 * @returns the path of the suggested field from the variable on; undefined if there is none
 */
export function suggestPath(parent: Candidate, field: string): string | undefined {
  const similar = similarName(parent, field);
  if (similar !== undefined) return fieldPath(parent, similar);
  const nested = nestedObjects(parent).find(({ object }) => object.field(field) !== undefined);
  return nested === undefined ? undefined : fieldPath(nested, field);
}

function similarName({ object }: Candidate, field: string): string | undefined {
  const wanted = field.toLowerCase();
  let best: string | undefined;
  let least = Math.min(3, Math.ceil(field.length / 4)) + 1;
  for (const name of object.fieldNames) {
    const distance = editDistance(wanted, name.toLowerCase());
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** The number of levels of nested objects that are searched. */
const MAX_DEPTH = 2;

function nestedObjects(parent: Candidate): readonly Candidate[] {
  const found: Candidate[] = [];
  let level: readonly Candidate[] = [parent];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    level = level.flatMap(objectFields);
    found.push(...level);
  }
  return found;
}

function objectFields(parent: Candidate): readonly Candidate[] {
  return parent.object.fieldNames.flatMap((name) => {
    const type = parent.object.field(name);
    return type?.kind === 'object' ? [{ path: fieldPath(parent, name), object: type }] : [];
  });
}
