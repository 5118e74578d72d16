import { elementsOf } from './elements.ts';
import { areEqual } from './equality.ts';
import type { Shape } from './place.ts';
import { contains, nameOf } from './selections.ts';
import { truthOf } from './truth.ts';
import {
  bool,
  FALSE,
  int,
  leavesOf,
  leavesOfAll,
  list,
  map,
  NONE,
  type Scalar,
  TRUE,
  UNKNOWN,
  type Value,
  valueText,
} from './values.ts';
import type { World } from './world.ts';

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
