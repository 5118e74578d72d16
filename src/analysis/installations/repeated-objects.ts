import type { Installation, InstalledObject } from '../../rule/installation.ts';

/** An object that an earlier one of the same identity precedes. */
export interface RepeatedObject {
  readonly first: InstalledObject;
  readonly second: InstalledObject;
}

/**
 * The objects of an installation whose group, version, kind, namespace and name some earlier object has. Examples often show one
 * object in several versions.
 */
export function repeatedObjects({ objects }: Installation): readonly RepeatedObject[] {
  const known = new Map<string, InstalledObject>();
  const repeated: RepeatedObject[] = [];
  for (const object of objects) {
    const { group, version, kind, namespace = '', name } = object;
    if (name === '') continue;
    const identity = [group, version, kind, namespace, name].join('\n');
    const first = known.get(identity);
    if (first === undefined) known.set(identity, object);
    else repeated.push({ first, second: object });
  }
  return repeated;
}
