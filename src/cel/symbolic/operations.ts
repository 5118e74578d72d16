import { elementsOf } from './elements.ts';
import { areEqual } from './equality.ts';
import type { SymbolicInput } from './input.ts';
import { contains } from './selections.ts';
import type { Scalar, Shape } from './shape.ts';
import { truthOf } from './truth.ts';
import {
  bool,
  dependenciesOf,
  dependenciesOfAll,
  FALSE,
  int,
  list,
  map,
  NONE,
  notationOf,
  stringIn,
  TRUE,
  UNKNOWN,
  type Value,
} from './values.ts';

/** The result of a function or operator. One that is not interpreted gives a term. */
export function call(name: string, values: readonly Value[], input: SymbolicInput): Value {
  const [first = UNKNOWN, second = UNKNOWN] = values;
  switch (name) {
    case '!_': {
      const truth = truthOf(first, input);
      return typeof truth === 'boolean' ? bool(!truth) : truth;
    }
    case '_==_':
      return fromEquality(areEqual(first, second, input), false);
    case '_!=_':
      return fromEquality(areEqual(first, second, input), true);
    case '@in':
      return isIn(first, second, input);
    case '_<_':
      return less(first, second, false, input);
    case '_>_':
      return less(second, first, false, input);
    case '_>=_':
      return less(first, second, true, input);
    case '_<=_':
      return less(second, first, true, input);
    case 'size':
      return size(first, input) ?? term(name, values);
    case '_+_':
      if (first.kind === 'list' && second.kind === 'list') {
        return list([...first.elements, ...second.elements]);
      }
      return term(name, values);
    case 'startsWith':
    case 'endsWith':
    case 'contains': {
      // An empty string contains only itself.
      const substring = first.kind === 'zero' ? stringIn(second) : undefined;
      return substring === undefined ? term(name, values) : bool(substring === '');
    }
    case 'dyn':
      return first;
    case 'optional.of':
      return { kind: 'optional', value: first };
    case 'optional.none':
      return NONE;
    case 'optional.ofNonZeroValue':
      return input.isTrue(`zero ${notationOf(first)}`, dependenciesOf(first))
        ? NONE
        : { kind: 'optional', value: first };
    case 'hasValue':
      return first.kind === 'optional' ? bool(first.value !== undefined) : term(name, values);
    case 'value':
      // Only absent fields and keys are failures, not an optional without a value.
      return first.kind === 'optional' ? (first.value ?? UNKNOWN) : term(name, values);
    case 'cel.@mapInsert':
      return mapInsert(values);
    default:
      return term(name, values);
  }
}

function term(name: string, values: readonly Value[]): Value {
  if (values.some(({ kind }) => kind === 'record' || kind === 'unknown')) return UNKNOWN;
  const notation = `${name}(${values.map(notationOf).join()})`;
  return { kind: 'term', notation, dependencies: dependenciesOfAll(values) };
}

function fromEquality(equal: boolean | undefined, isNegated: boolean): Value {
  return equal === undefined ? UNKNOWN : bool(equal !== isNegated);
}

function isIn(element: Value, container: Value, input: SymbolicInput): Value {
  // The author expects that an absent value is not contained in any list or map.
  if (element.kind === 'zero' && ['input', 'term'].includes(container.kind)) return FALSE;
  if (container.kind === 'optional' || container.kind === 'constant') return UNKNOWN;
  if (container.kind === 'map') return contains(container, element, input);
  if (container.kind === 'term') return term('@in', [element, container]);
  if (container.kind === 'input') {
    const { shape } = container.path;
    const isMap = shape.kind === 'map' || shape.kind === 'object';
    if (isMap || (shape.kind === 'any' && stringIn(element) !== undefined)) {
      return contains(container, element, input);
    }
    if (shape.kind === 'any') return term('@in', [element, container]);
  }
  const elements = elementsOf(container, input);
  if (elements === undefined) return UNKNOWN;
  for (const [, value] of elements) {
    const equal = areEqual(element, value, input);
    if (equal === undefined) return UNKNOWN;
    if (equal) return TRUE;
  }
  return FALSE;
}

function less(first: Value, second: Value, isNegated: boolean, input: SymbolicInput): Value {
  if (isKnown(first) && isKnown(second)) {
    const isLess = compare(scalarIn(first), scalarIn(second));
    if (isLess !== undefined) return bool(isLess !== isNegated);
  }
  if (notationOf(first) === notationOf(second)) return bool(isNegated);
  const truth = truthOf(term('_<_', [first, second]), input);
  return typeof truth === 'boolean' ? bool(truth !== isNegated) : truth;
}

type Known = Extract<Value, { readonly kind: 'constant' | 'zero' }>;

function isKnown(value: Value): value is Known {
  return value.kind === 'constant' || value.kind === 'zero';
}

function scalarIn(value: Known): Scalar {
  return value.kind === 'constant' ? value.value : { type: 'int', value: 0n };
}

/** Reports whether a scalar is less than another one; undefined if they have no order. */
function compare(first: Scalar, second: Scalar): boolean | undefined {
  const [a, b] = [numberIn(first), numberIn(second)];
  if (a !== undefined && b !== undefined) return a < b;
  if (first.type === 'string' && second.type === 'string') return first.value < second.value;
  return undefined;
}

function numberIn(scalar: Scalar): number | undefined {
  const { type } = scalar;
  return type === 'int' || type === 'uint' || type === 'double' ? Number(scalar.value) : undefined;
}

function size(value: Value, input: SymbolicInput): Value | undefined {
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
      const { notation, shape } = value.path;
      if (!hasSize(shape)) return undefined;
      return int(input.size(notation, shape.minSize, shape.maxSize));
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
