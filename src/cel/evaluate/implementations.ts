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

/**
 * How an overload is computed. It is called only with values of the types that the overload declares (as far
 * as values tell: of a list the first element), never with errors.
 */
export interface Implementation {
  readonly call: (args: readonly Value[]) => Result;
  /**
   * What a call costs, in place of the default (1, or what the tracker of cel-go knows of standard functions).
   * Calls cost also where an argument is an error, or the result; what arguments cost is not part of it.
   */
  readonly cost?: CallCost;
  /**
   * Whether the cost counts only where the check has told which overload is meant. With arguments that are dyn
   * it may have left several, of which the costs of cel-go's own libraries know nothing; those of
   * Kubernetes go by the function's name.
   */
  readonly isCostOfOverload?: boolean;
  /**
   * Whether the cost is known before the call. A call that takes more time than its arguments are long is not made
   * where its cost is above the limit: the server makes it, and fails after it.
   */
  readonly isCostKnownBefore?: boolean;
  /** Whether it is called with whatever is given, and refuses what it does not take itself. */
  readonly isUnguarded?: boolean;
}

export type CallCost = (args: readonly Result[], result: Result) => number;

/** Implementations by the ids of the overloads. Of a member, the target is the first argument. */
export type Implementations = Readonly<Record<string, Implementation>>;

/** What the names of types stand for in {@link implement}. */
interface Kinds {
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
export type Kind = keyof Kinds | (abstract new (...args: never[]) => object);

type ValueOf<K> = K extends keyof Kinds
  ? Kinds[K]
  : K extends abstract new (
        ...args: never[]
      ) => infer T
    ? T
    : never;

type ValuesOf<K extends readonly Kind[]> = { readonly [I in keyof K]: ValueOf<K[I]> };

/**
 * An implementation that takes values of certain kinds:
 * `implement(['string', 'int'], (text, index) => ...)`, `implement([IpAddress], (ip) => ...)`.
 */
export function implement<const K extends readonly Kind[]>(
  kinds: K,
  call: (...args: ValuesOf<K>) => Result,
  cost?: CallCost,
): Implementation {
  const checked = (args: readonly unknown[]): Result =>
    areOf(args, kinds) ? call(...args) : noSuchOverload();
  return cost === undefined ? { call: checked } : { call: checked, cost };
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

/** A call that costs the same whatever its arguments are. */
export function constantCost(cost: number): CallCost {
  return () => cost;
}
