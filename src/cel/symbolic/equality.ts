import type { SymbolicInput } from './input.ts';
import { isKeyNamed } from './map-keys.ts';
import type { Scalar } from './shape.ts';
import { dependenciesOf, isZero, notationOf, scalarKey, type Value } from './values.ts';

/** Decides whether two values are equal; undefined if that is not known. */
export function areEqual(first: Value, second: Value, input: SymbolicInput): boolean | undefined {
  if (first.kind === 'unknown' || second.kind === 'unknown') return undefined;
  if (first.kind === 'zero') return isZeroValue(second);
  if (second.kind === 'zero') return isZeroValue(first);
  if (first.kind === 'constant' && second.kind === 'constant') {
    return scalarKey(first.value) === scalarKey(second.value);
  }
  if (first.kind === 'constant') return isConstant(second, first.value, input);
  if (second.kind === 'constant') return isConstant(first, second.value, input);
  if (first.kind === 'optional' || second.kind === 'optional') {
    if (first.kind !== 'optional' || second.kind !== 'optional') return false;
    const [a, b] = [first.value, second.value];
    if (a === undefined || b === undefined) return a === b;
    return areEqual(a, b, input);
  }
  if (first.kind === 'list' || second.kind === 'list') return areEqualLists(first, second, input);
  return areSame(first, second, input);
}

/** Reports whether a value is the zero value of its type. An input value is assumed not to be one. */
function isZeroValue(value: Value): boolean {
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
      return false;
  }
}

/** Decides whether two values are equal by their notations. */
function areSame(first: Value, second: Value, input: SymbolicInput): boolean {
  const notations = [notationOf(first), notationOf(second)];
  const [a = '', b = ''] = notations;
  if (a === b) return true;
  const known = [input.knownEqual(a), input.knownEqual(b)];
  if (known[0] !== undefined && known[1] !== undefined) return known[0] === known[1];
  return input.isTrue(notations.sort().join(' == '), [
    ...dependenciesOf(first),
    ...dependenciesOf(second),
  ]);
}

function isConstant(value: Value, constant: Scalar, input: SymbolicInput): boolean | undefined {
  switch (value.kind) {
    case 'input': {
      const { path } = value;
      if (constant.type === 'null') return input.isNull(path, true);
      if (input.isNull(path, false)) return false;
      const { notation, shape } = path;
      return input.isEqual(notation, [notation], constant, shape.values ?? booleansFor(constant));
    }
    case 'term':
      if (constant.type === 'null') return false;
      if (value.keyOf !== undefined && constant.type === 'string') {
        return isKeyNamed(value, constant.value, input);
      }
      return input.isEqual(value.notation, value.dependencies, constant, booleansFor(constant));
    default:
      return false;
  }
}

/** A value that is compared to a boolean is one. */
function booleansFor({ type }: Scalar): readonly Scalar[] | undefined {
  if (type !== 'bool') return undefined;
  return [
    { type, value: true },
    { type, value: false },
  ];
}

function areEqualLists(first: Value, second: Value, input: SymbolicInput): boolean | undefined {
  const [a, b] = [listElements(first, input), listElements(second, input)];
  if (a === undefined || b === undefined) return areSame(first, second, input);
  if (a.length !== b.length) return false;
  for (const [index, element] of a.entries()) {
    const other = b[index];
    const equal = other === undefined ? false : areEqual(element, other, input);
    if (equal !== true) return equal;
  }
  return true;
}

function listElements(value: Value, input: SymbolicInput): readonly Value[] | undefined {
  if (value.kind === 'list') return value.elements;
  if (value.kind !== 'input' || value.path.shape.kind !== 'list') return undefined;
  const { path } = value;
  const size = input.size(path.notation, path.shape.minSize, path.shape.maxSize);
  return Array.from({ length: size }, (_, index) => ({
    kind: 'input',
    path: path.element(String(index), 'always'),
  }));
}
