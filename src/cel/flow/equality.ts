import { isKeyNamed } from './map-keys.ts';
import { isZero, leavesOf, type Scalar, scalarKey, type Value, valueText } from './values.ts';
import type { World } from './world.ts';

/** Whether two values are equal in a world; undefined where that cannot be told. */
export function areEqual(first: Value, second: Value, world: World): boolean | undefined {
  if (first.kind === 'unknown' || second.kind === 'unknown') return undefined;
  if (first.kind === 'zero') return isNothing(second);
  if (second.kind === 'zero') return isNothing(first);
  if (first.kind === 'constant' && second.kind === 'constant') {
    return scalarKey(first.value) === scalarKey(second.value);
  }
  if (first.kind === 'constant') return isConstant(second, first.value, world);
  if (second.kind === 'constant') return isConstant(first, second.value, world);
  if (first.kind === 'optional' || second.kind === 'optional') {
    if (first.kind !== 'optional' || second.kind !== 'optional') return false;
    const [a, b] = [first.value, second.value];
    if (a === undefined || b === undefined) return a === b;
    return areEqual(a, b, world);
  }
  if (first.kind === 'list' || second.kind === 'list') return areEqualLists(first, second, world);
  return areSame(first, second, world);
}

/** Whether a value is what a selection of something absent is read as. */
function isNothing(value: Value): boolean {
  switch (value.kind) {
    case 'zero':
      return true;
    case 'constant':
      return isZero(value.value);
    case 'list':
      return value.elements.length === 0;
    case 'map':
      return value.entries.length === 0;
    default:
      // An ordinary value is something.
      return false;
  }
}

/** Whether two values are the same, of which nothing needs to be known. */
function areSame(first: Value, second: Value, world: World): boolean {
  const texts = [valueText(first), valueText(second)];
  const [a = '', b = ''] = texts;
  if (a === b) return true;
  const known = [world.knownEqual(a), world.knownEqual(b)];
  if (known[0] !== undefined && known[1] !== undefined) return known[0] === known[1];
  return world.isTrue(texts.sort().join(' == '), [...leavesOf(first), ...leavesOf(second)]);
}

function isConstant(value: Value, constant: Scalar, world: World): boolean | undefined {
  switch (value.kind) {
    case 'input': {
      const { place } = value;
      if (constant.type === 'null') return world.isNull(place, true);
      if (world.isNull(place, false)) return false;
      const { values } = place.shape;
      return world.isEqual(place.text, [place.text], constant, values ?? booleansFor(constant));
    }
    case 'term':
      if (constant.type === 'null') return false;
      if (value.keyOf !== undefined && constant.type === 'string') {
        return isKeyNamed(value, constant.value, world);
      }
      return world.isEqual(value.text, value.leaves, constant, booleansFor(constant));
    default:
      return false;
  }
}

/** What is compared with a boolean is one. */
function booleansFor({ type }: Scalar): readonly Scalar[] | undefined {
  if (type !== 'bool') return undefined;
  return [
    { type, value: true },
    { type, value: false },
  ];
}

function areEqualLists(first: Value, second: Value, world: World): boolean | undefined {
  const [a, b] = [elementsOfList(first, world), elementsOfList(second, world)];
  if (a === undefined || b === undefined) return areSame(first, second, world);
  if (a.length !== b.length) return false;
  for (const [index, element] of a.entries()) {
    const other = b[index];
    const equal = other === undefined ? false : areEqual(element, other, world);
    if (equal !== true) return equal;
  }
  return true;
}

function elementsOfList(value: Value, world: World): readonly Value[] | undefined {
  if (value.kind === 'list') return value.elements;
  if (value.kind !== 'input' || value.place.shape.kind !== 'list') return undefined;
  const { place } = value;
  const size = world.size(place.text, place.shape.fewest, place.shape.most);
  return Array.from({ length: size }, (_, index) => ({
    kind: 'input',
    place: place.element(String(index), 'always'),
  }));
}
