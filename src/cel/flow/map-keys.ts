import type { Place } from './place.ts';
import { type Element, scalarKey, type Term, type Value } from './values.ts';
import type { World } from './world.ts';

/*
 * The keys of a map are met in two ways: by their names (`m['a']`, `'a' in m`), and by going through all of
 * them (`m.exists(k, k == 'a')`). A world knows the names that have been asked for, and some keys besides;
 * once one of those is found to have a name, both ways lead to the same value.
 */

/** What a macro over a map goes through: the keys known by their names first. */
export function mapElements(map: Place, size: number, world: World): readonly Element[] {
  const named = world.presentMembers(map).filter(({ isElement }) => !isElement);
  const count = world.unnamedKeys.get(map) ?? Math.max(0, size - named.length);
  world.unnamedKeys.set(map, count);
  return [
    ...named.map((place): Element => {
      const key: Value = { kind: 'constant', value: { type: 'string', value: place.key } };
      return [
        { single: key, index: key },
        { kind: 'input', place },
      ];
    }),
    ...Array.from({ length: count }, (_, index): Element => {
      const key = unnamedKey(map, index);
      const place = map.element(key.text, 'always');
      return [
        { single: key, index: key },
        { kind: 'input', place },
      ];
    }),
  ];
}

function unnamedKey(map: Place, index: number): Term {
  const text = `${map.text}@key${index}`;
  return { kind: 'term', text, leaves: [text], keyOf: map };
}

/** Whether a key that has been gone through has a name. */
export function isKeyNamed({ text, leaves, keyOf }: Term, name: string, world: World): boolean {
  const constant = { type: 'string', value: name } as const;
  const isOther = keyOf !== undefined && world.knownPresence(keyOf.member(name)) !== undefined;
  if (world.knownEqual(text) === undefined && isOther) return false;
  return world.isEqual(text, leaves, constant);
}

/** The place of the value of a key, which may be one of those that have been gone through. */
export function namedPlace(place: Place, name: string, world: World): Place {
  const member = place.member(name);
  const count = world.unnamedKeys.get(place);
  if (count === undefined || world.knownPresence(member) !== undefined) return member;
  for (let index = 0; index < count; index++) {
    const key = unnamedKey(place, index);
    const known = world.knownEqual(key.text);
    const isIt =
      known === undefined
        ? isKeyNamed(key, name, world)
        : known === scalarKey({ type: 'string', value: name });
    if (isIt) return place.element(key.text, 'always');
  }
  // All keys have been gone through, and none is it.
  world.setPresent(member, false);
  return member;
}
