import type { ObjectPlace } from '../../../expressions/types/object-types.ts';
import { editDistance } from '../../../kubernetes/edit-distance.ts';

type Place = Pick<ObjectPlace, 'path' | 'object'>;

/**
 * What was probably meant by a field that an object does not have: a field of nearly the same name, or one
 * of the same name a step or two further in. Its path from the variable on; undefined where nothing is
 * near.
 */
export function suggestPath(place: Place, field: string): string | undefined {
  const near = similarName(place, field);
  if (near !== undefined) return join(place.path, near);
  const below = objectsBelow(place).find(({ object }) => object.field(field) !== undefined);
  return below === undefined ? undefined : join(below.path, field);
}

function similarName({ object }: Place, field: string): string | undefined {
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

/** How many objects further in a suggestion is looked for. */
const DEEPEST = 2;

function objectsBelow(place: Place): readonly Place[] {
  const found: Place[] = [];
  let level: readonly Place[] = [place];
  for (let depth = 0; depth < DEEPEST; depth++) {
    level = level.flatMap(fieldsWithFields);
    found.push(...level);
  }
  return found;
}

function fieldsWithFields({ path, object }: Place): readonly Place[] {
  return object.fieldNames.flatMap((name) => {
    const type = object.field(name);
    return type?.kind === 'object' ? [{ path: join(path, name), object: type }] : [];
  });
}

function join(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
