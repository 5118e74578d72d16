import { getOrCompute } from '../../base/get-or-compute.ts';
import type { SymbolicInput } from './input.ts';
import type { SymbolicPath } from './path.ts';
import { type Element, scalarKey, string, type Term } from './values.ts';

/*
 * An expression reaches the keys of a map by name (`m['a']`, `'a' in m`), or by iterating over all of them
 * (`m.exists(k, k == 'a')`). An input has keys whose names are known, and a number of unnamed keys. Once an unnamed
 * key is decided to have a name, both ways lead to the same value.
 */

/** The keys and values that a macro over a map iterates over, those with known names first. */
export function mapElements(
  map: SymbolicPath,
  size: number,
  input: SymbolicInput,
): readonly Element[] {
  const named = input.presentMembers(map).filter(({ isElement }) => !isElement);
  const count = getOrCompute(input.unnamedKeys, map, () => Math.max(0, size - named.length));
  return [
    ...named.map((path): Element => {
      const key = string(path.key);
      return [
        { single: key, index: key },
        { kind: 'input', path },
      ];
    }),
    ...Array.from({ length: count }, (_, index): Element => {
      const key = unnamedKey(map, index);
      const path = map.element(key.notation, 'always');
      return [
        { single: key, index: key },
        { kind: 'input', path },
      ];
    }),
  ];
}

function unnamedKey(map: SymbolicPath, index: number): Term {
  const notation = `${map.notation}@key${index}`;
  return { kind: 'term', notation, dependencies: [notation], keyOf: map };
}

/** Decides whether an unnamed key has a name. */
export function isKeyNamed(
  { notation, dependencies, keyOf }: Term,
  name: string,
  input: SymbolicInput,
): boolean {
  const isDecided = keyOf !== undefined && input.knownPresence(keyOf.member(name)) !== undefined;
  if (input.knownEqual(notation) === undefined && isDecided) return false;
  return input.isEqual(notation, dependencies, { type: 'string', value: name });
}

/** The path of the value of a key, which may be one of the unnamed keys. */
export function namedPath(path: SymbolicPath, name: string, input: SymbolicInput): SymbolicPath {
  const member = path.member(name);
  const count = input.unnamedKeys.get(path);
  if (count === undefined || input.knownPresence(member) !== undefined) return member;
  for (let index = 0; index < count; index++) {
    const key = unnamedKey(path, index);
    const known = input.knownEqual(key.notation);
    const isNamed =
      known === undefined
        ? isKeyNamed(key, name, input)
        : known === scalarKey({ type: 'string', value: name });
    if (isNamed) return path.element(key.notation, 'always');
  }
  // The expression has iterated over all keys, and none has the name.
  input.setPresent(member, false);
  return member;
}
