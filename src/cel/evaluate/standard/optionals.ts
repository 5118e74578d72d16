import { ArrayList } from '../../values/collections.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  OptionalValue,
  type Result,
  Timestamp,
  type TypeValue,
  Uint,
  type Value,
} from '../../values/value.ts';
import { goText } from '../go-text.ts';
import { type Implementations, implement } from '../implementations.ts';

/**
 * The functions of optional values, but for `or` and `orValue`, which are no plain calls.
 *
 * Source: `cel/library.go` of cel-go.
 *
 * @param type what the release calls the type of optional values
 */
export function optionalImplementations(type: TypeValue): Implementations {
  const some = (value: Result): Result =>
    value instanceof ErrorValue ? value : new OptionalValue(value, type);
  const none = new OptionalValue(undefined, type);
  const unwrap = implement(['list'], unwrapAll);
  return {
    optional_of: implement(['any'], some),
    optional_ofNonZeroValue: implement(['any'], (value) => (isZero(value) ? none : some(value))),
    optional_none: implement([], () => none),
    optional_value: implement(['optional'], ({ value }) => value ?? missing(value)),
    optional_hasValue: implement(['optional'], ({ value }) => value !== undefined),
    list_first: implement(['list'], (list) => (list.size === 0 ? none : some(list.at(0)))),
    list_last: implement(['list'], (list) =>
      list.size === 0 ? none : some(list.at(list.size - 1)),
    ),
    optional_unwrap: unwrap,
    optional_unwrapOpt: unwrap,
  };
}

function missing(value: null | undefined): Result {
  return value === null ? null : new ErrorValue('optional.none() dereference');
}

/** Source: the methods `IsZeroValue` in `common/types` of cel-go. */
function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === '') return true;
  if (value instanceof ListValue || value instanceof MapValue) return isEmpty(value);
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Duration) return value.nanoseconds === 0n;
  return value instanceof Timestamp && value.seconds === FIRST_SECOND && value.nanos === 0;
}

/** The start of the year 1, which is the zero of times in Go. */
const FIRST_SECOND = -62_135_596_800n;

/** Values with a schema have no notion of zero. */
function isEmpty(value: ListValue | MapValue): boolean {
  return value.size === 0 && value.plain === value;
}

function unwrapAll(list: ListValue): Result {
  const values: Value[] = [];
  for (const element of list) {
    if (element instanceof ErrorValue) return element;
    if (!(element instanceof OptionalValue)) {
      return new ErrorValue(`value ${goText(element)} is not optional`);
    }
    if (element.value !== undefined) values.push(element.value);
  }
  return new ArrayList(values);
}
