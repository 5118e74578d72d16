import { namedPlace } from './map-keys.ts';
import type { Place } from './place.ts';
import {
  bool,
  type Failed,
  leavesOfAll,
  NONE,
  type Site,
  UNKNOWN,
  type Value,
  valueText,
  ZERO,
} from './values.ts';
import type { World } from './world.ts';

/** The text that a key is, where it is known. */
export function nameOf(key: Value): string | undefined {
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
