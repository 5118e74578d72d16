import type { Binding } from '../declarations.ts';
import {
  Duration,
  ListValue,
  MapValue,
  noSuchOverload,
  OptionalValue,
  type Result,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from '../values/value.ts';

/** The values of the types that {@link implement} names. */
interface ValuesByKind {
  readonly any: Value;
  readonly bool: boolean;
  readonly int: bigint;
  readonly uint: Uint;
  readonly double: number;
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly duration: Duration;
  readonly timestamp: Timestamp;
  readonly type: TypeValue;
  readonly list: ListValue;
  readonly map: MapValue;
  readonly optional: OptionalValue;
}

/** The name of a type of CEL, or the class of the values of a library. */
type Kind = keyof ValuesByKind | (abstract new (...args: never[]) => object);

type ValueOf<K> = K extends keyof ValuesByKind
  ? ValuesByKind[K]
  : K extends abstract new (
        ...args: never[]
      ) => infer T
    ? T
    : never;

type ValuesOf<K extends readonly Kind[]> = { readonly [I in keyof K]: ValueOf<K[I]> };

/**
 * Binds an overload to a function that takes values of certain types:
 * `implement(['string', 'int'], (value, index) => ...)`, `implement([IpAddress], (ip) => ...)`. Other values are
 * an error.
 */
export function implement<const K extends readonly Kind[]>(
  kinds: K,
  call: (...args: ValuesOf<K>) => Result,
): Binding {
  return {
    call: (args: readonly unknown[]) => (areOf(args, kinds) ? call(...args) : noSuchOverload()),
  };
}

/** As {@link implement}, for an overload of which cel-go does not check the types of the arguments before the call. */
export function implementUnguarded<const K extends readonly Kind[]>(
  kinds: K,
  call: (...args: ValuesOf<K>) => Result,
): Binding {
  return { ...implement(kinds, call), skipsTypeGuard: true };
}

function areOf<K extends readonly Kind[]>(args: readonly unknown[], kinds: K): args is ValuesOf<K> {
  return args.length === kinds.length && kinds.every((kind, index) => isOf(args[index], kind));
}

function isOf(value: unknown, kind: Kind): boolean {
  if (typeof kind === 'function') return value instanceof kind;
  switch (kind) {
    case 'any':
      return true;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint';
    case 'double':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string';
    default:
      return value instanceof CLASSES[kind];
  }
}

const CLASSES = {
  uint: Uint,
  bytes: Uint8Array,
  duration: Duration,
  timestamp: Timestamp,
  type: TypeValue,
  list: ListValue,
  map: MapValue,
  optional: OptionalValue,
} as const;
