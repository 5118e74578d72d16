import { bindVariable, type Macro, macroArgument, receiverMacro } from '../parse/macros.ts';
import { ArrayList } from '../values/collections.ts';
import { goFormat } from '../values/go-format.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  type Result,
  Timestamp,
  type TypeValue,
  Uint,
  type Value,
} from '../values/value.ts';
import { implement } from './implement.ts';
import type { FunctionDefinitions, Library } from './library.ts';

interface OptionalsOptions {
  readonly version: 1 | 2;
  /** The type of optional values, whose name differs between releases. */
  readonly type: TypeValue;
}

/**
 * Optional values. The planner evaluates the selections, and `or` and `orValue`, whose second operand is not always
 * evaluated.
 *
 * Source: `cel/library.go` of cel-go.
 */
export function optionalsLibrary({ version, type }: OptionalsOptions): Library {
  const some = (value: Result): Result =>
    value instanceof ErrorValue ? value : new OptionalValue(value, type);
  const none = new OptionalValue(undefined, type);
  return {
    name: 'cel.lib.optional',
    macros: [optionalMacro('optMap'), optionalMacro('optFlatMap')],
    functions: {
      '_?._': { select_optional_field: '(dyn, string) -> optional(V)' },
      '_[?_]': {
        list_optindex_optional_int: '(list(V), int) -> optional(V)',
        optional_list_optindex_optional_int: '(optional(list(V)), int) -> optional(V)',
        map_optindex_optional_value: '(map(K, V), K) -> optional(V)',
        optional_map_optindex_optional_value: '(optional(map(K, V)), K) -> optional(V)',
      },
      '_[_]': {
        optional_list_index_int: '(optional(list(V)), int) -> optional(V)',
        optional_map_index_value: '(optional(map(K, V)), K) -> optional(V)',
      },
      hasValue: {
        optional_hasValue: {
          signature: 'optional(V).() -> bool',
          binding: implement(['optional'], ({ value }) => value !== undefined),
        },
      },
      'optional.none': {
        optional_none: { signature: '() -> optional(V)', binding: implement([], () => none) },
      },
      'optional.of': {
        optional_of: { signature: '(V) -> optional(V)', binding: implement(['any'], some) },
      },
      'optional.ofNonZeroValue': {
        optional_ofNonZeroValue: {
          signature: '(V) -> optional(V)',
          binding: implement(['any'], (value) => (isZero(value) ? none : some(value))),
        },
      },
      or: { optional_or_optional: 'optional(V).(optional(V)) -> optional(V)' },
      orValue: { optional_orValue_value: 'optional(V).(V) -> V' },
      value: {
        optional_value: {
          signature: 'optional(V).() -> V',
          binding: implement(['optional'], dereference),
        },
      },
      ...(version === 1 ? {} : listFunctions(some, none)),
    },
  };
}

/** The functions since version 2, of cel-go 0.23. */
function listFunctions(some: (value: Result) => Result, none: OptionalValue): FunctionDefinitions {
  return {
    first: {
      list_first: {
        signature: 'list(V).() -> optional(V)',
        binding: implement(['list'], (list) => (list.size === 0 ? none : some(list.at(0)))),
      },
    },
    last: {
      list_last: {
        signature: 'list(V).() -> optional(V)',
        binding: implement(['list'], (list) =>
          list.size === 0 ? none : some(list.at(list.size - 1)),
        ),
      },
    },
    'optional.unwrap': {
      optional_unwrap: {
        signature: '(list(optional(V))) -> list(V)',
        binding: implement(['list'], unwrap),
      },
    },
    unwrapOpt: {
      optional_unwrapOpt: {
        signature: 'list(optional(V)).() -> list(V)',
        binding: implement(['list'], unwrap),
      },
    },
  };
}

/** `opt.optMap(x, transform)`, and `opt.optFlatMap(x, transform)`, whose transform is an optional value. */
function optionalMacro(name: 'optMap' | 'optFlatMap'): Macro {
  return receiverMacro(name, 2, (nodes, target, args) => {
    const variable = macroArgument(args, 0);
    if (variable.kind !== 'ident') {
      return nodes.error(variable, `${name}() variable name must be a simple identifier`);
    }
    const { tooMany } = nodes;
    if (tooMany !== undefined) return tooMany;
    const hasValue = nodes.memberCall('hasValue', target);
    const value = () => nodes.memberCall('value', nodes.again(target));
    const mapped = bindVariable(nodes, { name: variable.name, value }, macroArgument(args, 1));
    const present = name === 'optMap' ? nodes.call('optional.of', mapped) : mapped;
    return nodes.call('_?_:_', hasValue, present, nodes.call('optional.none'));
  });
}

function dereference({ value }: OptionalValue): Result {
  return value === undefined ? new ErrorValue('optional.none() dereference') : value;
}

/** Source: the methods `IsZeroValue` in `common/types` of cel-go. */
function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === '') return true;
  if (value instanceof ListValue || value instanceof MapValue) return isEmpty(value);
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof OpaqueValue) return value.isZero;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Duration) return value.nanoseconds === 0n;
  return value instanceof Timestamp && value.seconds === YEAR_ONE && value.nanos === 0;
}

/** The start of the year 1 as Unix time: the zero value of times in Go. */
const YEAR_ONE = -62_135_596_800n;

/** Lists and maps with a schema have no zero value. */
function isEmpty(value: ListValue | MapValue): boolean {
  return value.size === 0 && value.plain === value;
}

/** The values of the optional values in a list that have one. */
function unwrap(list: ListValue): Result {
  const values: Value[] = [];
  for (const element of list) {
    if (element instanceof ErrorValue) return element;
    if (!(element instanceof OptionalValue)) {
      return new ErrorValue(`value ${goFormat(element)} is not optional`);
    }
    if (element.value !== undefined) values.push(element.value);
  }
  return new ArrayList(values);
}
