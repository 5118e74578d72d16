import { areEqual } from './equality.ts';
import { mapElements, namedPlace } from './map-keys.ts';
import type { Place, Shape } from './place.ts';
import {
  bool,
  FALSE,
  type Failed,
  int,
  leavesOf,
  leavesOfAll,
  list,
  map,
  NONE,
  type Scalar,
  type Site,
  TRUE,
  UNKNOWN,
  type Value,
  valueText,
  ZERO,
} from './values.ts';
import type { World } from './world.ts';

const BOOLEANS: readonly Scalar[] = [
  { type: 'bool', value: true },
  { type: 'bool', value: false },
];

/** How a condition turns out; something else where it is none, or nothing is known of it. */
export function truthOf(value: Value, world: World): boolean | Value {
  switch (value.kind) {
    case 'zero':
      return false;
    case 'constant':
      return value.value.type === 'bool' ? value.value.value : UNKNOWN;
    case 'input': {
      const { text } = value.place;
      return world.isEqual(text, [text], { type: 'bool', value: true }, BOOLEANS);
    }
    case 'term':
      return world.isTrue(value.text, value.leaves);
    default:
      return UNKNOWN;
  }
}

function nameOf(key: Value): string | undefined {
  return key.kind === 'constant' && key.value.type === 'string' ? key.value.value : undefined;
}

function indexOf(key: Value): number | undefined {
  return key.kind === 'constant' && key.value.type === 'int' ? Number(key.value.value) : undefined;
}

/** The place that a key leads to, and whether it is an element of a list. */
function placeAt(place: Place, key: Value, world: World): Place | 'beyond' | undefined {
  const name = nameOf(key);
  if (name !== undefined) return namedPlace(place, name, world);
  const index = indexOf(key);
  if (place.shape.kind === 'list' || (place.shape.kind === 'any' && index !== undefined)) {
    if (index === undefined) return place.element(valueText(key), 'assumed');
    const size = sizeOf(place, world, place.shape.kind === 'list');
    return size !== undefined && (index < 0 || index >= size)
      ? 'beyond'
      : place.element(String(index), 'always');
  }
  const text = valueText(key);
  if (key.kind === 'term' && key.keyOf === place) return place.element(text, 'always');
  return place.element(text, place.shape.kind === 'map' ? 'optional' : 'assumed');
}

/** `operand.field` and `operand[key]`. */
export function elementAt(operand: Value, key: Value, site: Site, world: World): Value {
  switch (operand.kind) {
    case 'input': {
      const found = placeAt(operand.place, key, world);
      // An index that is out of range is another mistake than those that are looked for.
      if (found === undefined || found === 'beyond') return UNKNOWN;
      const isNull = world.isNull(operand.place, false);
      if (isNull || !world.isPresent(found, false)) {
        return world.readsZero ? ZERO : failure(found, site, isNull ? operand.place : undefined);
      }
      return { kind: 'input', place: found };
    }
    case 'zero':
      return ZERO;
    case 'list': {
      const index = indexOf(key);
      return (index === undefined ? undefined : operand.elements[index]) ?? UNKNOWN;
    }
    case 'map':
      return operand.entries.find(([known]) => valueText(known) === valueText(key))?.[1] ?? UNKNOWN;
    case 'term': {
      const text = `${operand.text}[${valueText(key)}]`;
      return { kind: 'term', text, leaves: leavesOfAll([operand, key]) };
    }
    default:
      return UNKNOWN;
  }
}

function failure(missing: Place, site: Site, nullPlace?: Place): Failed {
  return { kind: 'failed', failure: { missing, nullPlace, ...site } };
}

/** `operand.?field` and `operand[?key]`. */
export function optionalElementAt(operand: Value, key: Value, world: World): Value {
  switch (operand.kind) {
    case 'zero':
      return NONE;
    case 'optional':
      return operand.value === undefined ? NONE : optionalElementAt(operand.value, key, world);
    case 'record': {
      const name = nameOf(key);
      const found = name === undefined ? undefined : operand.get(name);
      if (found === undefined) return UNKNOWN;
      return found.kind === 'failed' ? found : { kind: 'optional', value: found };
    }
    case 'input': {
      const found = placeAt(operand.place, key, world);
      if (found === undefined) return UNKNOWN;
      if (found === 'beyond' || world.isNull(operand.place, false)) return NONE;
      if (!world.isPresent(found, true)) return NONE;
      return { kind: 'optional', value: { kind: 'input', place: found } };
    }
    case 'list': {
      const index = indexOf(key);
      if (index === undefined) return UNKNOWN;
      return { kind: 'optional', value: operand.elements[index] };
    }
    case 'map': {
      const found = operand.entries.find(([known]) => valueText(known) === valueText(key));
      return { kind: 'optional', value: found?.[1] };
    }
    case 'term': {
      const text = `${operand.text}[${valueText(key)}]`;
      const leaves = leavesOfAll([operand, key]);
      if (!world.isTrue(`has ${text}`, leaves)) return NONE;
      return { kind: 'optional', value: { kind: 'term', text, leaves } };
    }
    default:
      return UNKNOWN;
  }
}

/** The selection of a field in what an optional holds. */
export function optionalMember(operand: Value, field: string, world: World): Value {
  const key: Value = { kind: 'constant', value: { type: 'string', value: field } };
  return optionalElementAt(operand, key, world);
}

/** `has(operand.key)`, and `key in operand` of maps. */
export function contains(operand: Value, key: Value, world: World): Value {
  if (operand.kind === 'term') {
    const text = `has ${operand.text}[${valueText(key)}]`;
    return { kind: 'term', text, leaves: leavesOfAll([operand, key]) };
  }
  const found = optionalElementAt(operand, key, world);
  return found.kind === 'optional' ? bool(found.value !== undefined) : found;
}

/** How many elements a place has; undefined where nobody has asked and it need not be known. */
function sizeOf({ text, shape }: Place, world: World, decides: boolean): number | undefined {
  return decides ? world.size(text, shape.fewest, shape.most) : world.knownSize(text);
}

/** What one element is to a macro with one variable, and to one with two. */
export type Element = readonly [{ readonly single: Value; readonly index: Value }, Value];

/** What a macro goes through; undefined where that is not known. */
export function elementsOf(range: Value, world: World): readonly Element[] | undefined {
  switch (range.kind) {
    case 'zero':
      return [];
    case 'list':
      return range.elements.map((value, index) => listElement(index, value));
    case 'map':
      return range.entries.map(([key, value]) => [{ single: key, index: key }, value]);
    case 'input':
      return world.isNull(range.place, false) ? undefined : inputElements(range.place, world);
    case 'term': {
      const { text, leaves } = range;
      return repeat(world.size(text), (index) =>
        listElement(index, { kind: 'term', text: `${text}[${index}]`, leaves }),
      );
    }
    default:
      return undefined;
  }
}

function inputElements(place: Place, world: World): readonly Element[] {
  const { text, shape } = place;
  const size = world.size(text, shape.fewest, shape.most);
  if (shape.kind === 'map') return mapElements(place, size, world);
  return repeat(size, (index) =>
    listElement(index, { kind: 'input', place: place.element(String(index), 'always') }),
  );
}

function listElement(index: number, value: Value): Element {
  return [{ single: value, index: int(index) }, value];
}

function repeat(count: number, make: (index: number) => Element): readonly Element[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A function or operator of values that are there. */
export function call(name: string, values: readonly Value[], world: World): Value {
  const [first = UNKNOWN, second = UNKNOWN] = values;
  switch (name) {
    case '!_': {
      const truth = truthOf(first, world);
      return typeof truth === 'boolean' ? bool(!truth) : truth;
    }
    case '_==_':
      return fromEquality(areEqual(first, second, world), false);
    case '_!=_':
      return fromEquality(areEqual(first, second, world), true);
    case '@in':
      return isIn(first, second, world);
    case '_<_':
      return less(first, second, false, world);
    case '_>_':
      return less(second, first, false, world);
    case '_>=_':
      return less(first, second, true, world);
    case '_<=_':
      return less(second, first, true, world);
    case 'size':
      return size(first, world) ?? term(name, values);
    case '_+_':
      if (first.kind === 'list' && second.kind === 'list') {
        return list([...first.elements, ...second.elements]);
      }
      return term(name, values);
    case 'startsWith':
    case 'endsWith':
    case 'contains':
      // An empty text has no other in it.
      return first.kind === 'zero' && nameOf(second) !== undefined
        ? bool(nameOf(second) === '')
        : term(name, values);
    case 'dyn':
      return first;
    case 'optional.of':
      return { kind: 'optional', value: first };
    case 'optional.none':
      return NONE;
    case 'optional.ofNonZeroValue':
      return world.isTrue(`zero ${valueText(first)}`, leavesOf(first))
        ? NONE
        : { kind: 'optional', value: first };
    case 'hasValue':
      return first.kind === 'optional' ? bool(first.value !== undefined) : term(name, values);
    case 'value':
      // An optional without a value is another mistake than those that are looked for.
      return first.kind === 'optional' ? (first.value ?? UNKNOWN) : term(name, values);
    case 'cel.@mapInsert':
      return mapInsert(values);
    default:
      return term(name, values);
  }
}

/** What a function gives of which nothing is known. */
function term(name: string, values: readonly Value[]): Value {
  if (values.some(({ kind }) => kind === 'record' || kind === 'unknown')) return UNKNOWN;
  const text = `${name}(${values.map(valueText).join()})`;
  return { kind: 'term', text, leaves: leavesOfAll(values) };
}

function fromEquality(equal: boolean | undefined, isNegated: boolean): Value {
  return equal === undefined ? UNKNOWN : bool(equal !== isNegated);
}

function isIn(element: Value, container: Value, world: World): Value {
  // What is not there is in nothing, as far as the author is concerned.
  if (element.kind === 'zero' && ['input', 'term'].includes(container.kind)) return FALSE;
  if (container.kind === 'optional' || container.kind === 'constant') return UNKNOWN;
  if (container.kind === 'map') return contains(container, element, world);
  if (container.kind === 'term') return term('@in', [element, container]);
  if (container.kind === 'input') {
    const { shape } = container.place;
    const isMap = shape.kind === 'map' || shape.kind === 'object';
    const name = nameOf(element);
    if (isMap || (shape.kind === 'any' && name !== undefined)) {
      return contains(container, element, world);
    }
    if (shape.kind === 'any') return term('@in', [element, container]);
  }
  const elements = elementsOf(container, world);
  if (elements === undefined) return UNKNOWN;
  for (const [, value] of elements) {
    const equal = areEqual(element, value, world);
    if (equal === undefined) return UNKNOWN;
    if (equal) return TRUE;
  }
  return FALSE;
}

function less(first: Value, second: Value, isNegated: boolean, world: World): Value {
  if (isKnown(first) && isKnown(second)) {
    const order = compare(scalarIn(first), scalarIn(second));
    if (order !== undefined) return bool(order !== isNegated);
  }
  if (valueText(first) === valueText(second)) return bool(isNegated);
  const truth = truthOf(term('_<_', [first, second]), world);
  return typeof truth === 'boolean' ? bool(truth !== isNegated) : truth;
}

type Known = Extract<Value, { readonly kind: 'constant' | 'zero' }>;

function isKnown(value: Value): value is Known {
  return value.kind === 'constant' || value.kind === 'zero';
}

function scalarIn(value: Known): Scalar {
  return value.kind === 'constant' ? value.value : { type: 'int', value: 0n };
}

function compare(first: Scalar, second: Scalar): boolean | undefined {
  const [a, b] = [numberOf(first), numberOf(second)];
  if (a !== undefined && b !== undefined) return a < b;
  if (first.type === 'string' && second.type === 'string') return first.value < second.value;
  return undefined;
}

function numberOf(scalar: Scalar): number | undefined {
  const { type } = scalar;
  return type === 'int' || type === 'uint' || type === 'double' ? Number(scalar.value) : undefined;
}

function size(value: Value, world: World): Value | undefined {
  switch (value.kind) {
    case 'zero':
      return int(0);
    case 'list':
      return int(value.elements.length);
    case 'map':
      return int(value.entries.length);
    case 'constant':
      return value.value.type === 'string' ? int([...value.value.value].length) : UNKNOWN;
    case 'input': {
      const { text, shape } = value.place;
      if (!hasSize(shape)) return undefined;
      return int(world.size(text, shape.fewest, shape.most));
    }
    default:
      return undefined;
  }
}

function hasSize({ kind }: Shape): boolean {
  return kind === 'list' || kind === 'map' || kind === 'any';
}

function mapInsert([target, ...entry]: readonly Value[]): Value {
  if (target?.kind !== 'map') return UNKNOWN;
  const [key, value] = entry;
  if (key !== undefined && value !== undefined) {
    return map([...target.entries, [key, value]]);
  }
  return key?.kind === 'map' ? map([...target.entries, ...key.entries]) : UNKNOWN;
}
