import type { SymbolicInput } from './input.ts';
import { namedPath } from './map-keys.ts';
import type { SymbolicPath } from './path.ts';
import {
  bool,
  dependenciesOfAll,
  type Failed,
  NONE,
  notationOf,
  type Site,
  string,
  stringIn,
  UNKNOWN,
  type Value,
  ZERO,
} from './values.ts';

function indexOf(key: Value): number | undefined {
  return key.kind === 'constant' && key.value.type === 'int' ? Number(key.value.value) : undefined;
}

/** The path that a key selects, or `out-of-range` for an index of a list. */
function pathAt(
  path: SymbolicPath,
  key: Value,
  input: SymbolicInput,
): SymbolicPath | 'out-of-range' {
  const name = stringIn(key);
  if (name !== undefined) return namedPath(path, name, input);
  const index = indexOf(key);
  const { kind } = path.shape;
  if (kind === 'list' || (kind === 'any' && index !== undefined)) {
    if (index === undefined) return path.element(notationOf(key), 'assumed');
    const size = sizeOf(path, input, kind === 'list');
    return size !== undefined && (index < 0 || index >= size)
      ? 'out-of-range'
      : path.element(String(index), 'always');
  }
  const notation = notationOf(key);
  if (key.kind === 'term' && key.keyOf === path) return path.element(notation, 'always');
  return path.element(notation, kind === 'map' ? 'optional' : 'assumed');
}

/** `operand.field` and `operand[key]`; a failure if the value is absent. */
export function elementAt(operand: Value, key: Value, site: Site, input: SymbolicInput): Value {
  switch (operand.kind) {
    case 'input': {
      const found = pathAt(operand.path, key, input);
      // Only absent fields and keys are failures, not an index that is out of range.
      if (found === 'out-of-range') return UNKNOWN;
      const isNull = input.isNull(operand.path, false);
      if (isNull || !input.isPresent(found, false)) {
        return input.selectsZero ? ZERO : failure(found, site, isNull ? operand.path : undefined);
      }
      return { kind: 'input', path: found };
    }
    case 'zero':
      return ZERO;
    case 'list': {
      const index = indexOf(key);
      return (index === undefined ? undefined : operand.elements[index]) ?? UNKNOWN;
    }
    case 'map':
      return (
        operand.entries.find(([known]) => notationOf(known) === notationOf(key))?.[1] ?? UNKNOWN
      );
    case 'term': {
      const notation = `${operand.notation}[${notationOf(key)}]`;
      return { kind: 'term', notation, dependencies: dependenciesOfAll([operand, key]) };
    }
    default:
      return UNKNOWN;
  }
}

function failure(missing: SymbolicPath, site: Site, nullPath?: SymbolicPath): Failed {
  return { kind: 'failed', failure: { missing, nullPath, ...site } };
}

/** `operand.?field` and `operand[?key]`. */
export function optionalElementAt(operand: Value, key: Value, input: SymbolicInput): Value {
  switch (operand.kind) {
    case 'zero':
      return NONE;
    case 'optional':
      return operand.value === undefined ? NONE : optionalElementAt(operand.value, key, input);
    case 'record': {
      const name = stringIn(key);
      const found = name === undefined ? undefined : operand.get(name);
      if (found === undefined) return UNKNOWN;
      return found.kind === 'failed' ? found : { kind: 'optional', value: found };
    }
    case 'input': {
      const found = pathAt(operand.path, key, input);
      if (found === 'out-of-range' || input.isNull(operand.path, false)) return NONE;
      if (!input.isPresent(found, true)) return NONE;
      return { kind: 'optional', value: { kind: 'input', path: found } };
    }
    case 'list': {
      const index = indexOf(key);
      if (index === undefined) return UNKNOWN;
      return { kind: 'optional', value: operand.elements[index] };
    }
    case 'map': {
      const found = operand.entries.find(([known]) => notationOf(known) === notationOf(key));
      return { kind: 'optional', value: found?.[1] };
    }
    case 'term': {
      const notation = `${operand.notation}[${notationOf(key)}]`;
      const dependencies = dependenciesOfAll([operand, key]);
      if (!input.isTrue(`has ${notation}`, dependencies)) return NONE;
      return { kind: 'optional', value: { kind: 'term', notation, dependencies } };
    }
    default:
      return UNKNOWN;
  }
}

/** `optional.field`, given the value of the optional. */
export function optionalMember(operand: Value, field: string, input: SymbolicInput): Value {
  return optionalElementAt(operand, string(field), input);
}

/** `has(operand.key)`, and `key in operand` for a map. */
export function contains(operand: Value, key: Value, input: SymbolicInput): Value {
  if (operand.kind === 'term') {
    const notation = `has ${operand.notation}[${notationOf(key)}]`;
    return { kind: 'term', notation, dependencies: dependenciesOfAll([operand, key]) };
  }
  const found = optionalElementAt(operand, key, input);
  return found.kind === 'optional' ? bool(found.value !== undefined) : found;
}

/** The number of elements of an input value; undefined if it need not be decided and is not. */
function sizeOf(
  { notation, shape }: SymbolicPath,
  input: SymbolicInput,
  decides: boolean,
): number | undefined {
  return decides ? input.size(notation, shape.minSize, shape.maxSize) : input.knownSize(notation);
}
