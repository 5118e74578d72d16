import { OpaqueValue, TypeValue, type Value } from '../../cel/values/value.ts';
import { isMapping, type Value as YamlValue } from '../../yaml/index.ts';
import { Native, type Raw } from './plain-values.ts';

const UNKNOWN_TYPE = new TypeValue('unknown');

/**
 * A value without a schema in an object with `x-kubernetes-preserve-unknown-fields`. Expressions can only access the
 * object that contains it.
 */
export class UntypedValue extends OpaqueValue {
  readonly type = UNKNOWN_TYPE;
  readonly #raw: Raw;

  constructor(raw: Raw) {
    super();
    this.#raw = raw;
  }

  override equals(other: Value): boolean {
    if (!(other instanceof UntypedValue)) return false;
    return deepEqual(this.#raw, other.#raw);
  }
}

type Pair = readonly [Raw | undefined, Raw | undefined];

/**
 * Whether two values of objects are equal. Absent values and null are equal. Iterative, so that deep nesting does not
 * overflow the stack.
 *
 * Source: `equality.Semantic.DeepEqual` of apimachinery.
 */
export function deepEqual(left: Raw | undefined, right: Raw | undefined): boolean {
  const pairs: Pair[] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    if (!shallowEqual(pair, pairs)) return false;
  }
  return true;
}

function shallowEqual([a, b]: Pair, pairs: Pair[]): boolean {
  if (a instanceof Native || b instanceof Native) return a === b;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (const [index, element] of a.entries()) pairs.push([element, b[index]]);
    return true;
  }
  if (isMapping(a) && isMapping(b)) {
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) pairs.push([a[name], b[name]]);
    return true;
  }
  return isNothing(a) ? isNothing(b) : a === b;
}

function isNothing(value: YamlValue | undefined): boolean {
  return value === undefined || value === null;
}
