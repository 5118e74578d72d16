import { compileRegularExpression } from '../../base/go/regular-expression.ts';
import { REGEX_LENGTH_FACTOR } from '../cost/factors.ts';
import {
  type CallEstimate,
  type EstimatedCall,
  languageArgSize,
  languageTargetSize,
  type OverloadCost,
  traversalCost,
} from '../cost/function-cost.ts';
import { addSizes, fixedSize, type Size } from '../cost/size.ts';
import { trackFirst, trackMatch, trackSecond } from '../cost/trackers.ts';
import { multiply, scale, wrap } from '../cost/uint64.ts';
import type { Binding, Singleton } from '../declarations.ts';
import { convert } from '../values/conversions.ts';
import { actualSize, traversal } from '../values/size.ts';
import { type TimestampGetter, timestampField } from '../values/timestamp-fields.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  Timestamp,
  typeOfValue,
  type Value,
} from '../values/value.ts';
import { implement, implementUnguarded } from './implement.ts';
import type { FunctionDefinitions } from './library.ts';

export interface StandardOptions {
  /**
   * The string whose length the actual costs of `startsWith` and `endsWith` count: the whole string until cel-go 0.26.
   */
  readonly affixCost: 'string' | 'affix';
  /** True if `matches(x, y)` costs as much as `x.matches(y)`. Until cel-go 0.26 it costs 1. */
  readonly globalMatchesHasCost: boolean;
  /** True if there is `duration(int)`, which cel-go had until 0.26. */
  readonly durationOfInt: boolean;
}

/**
 * The functions of the language.
 *
 * Source: `common/stdlib/standard.go` of cel-go, and for the costs `checker/cost.go` and `interpreter/runtimecost.go`.
 */
export function standardFunctions(options: StandardOptions): FunctionDefinitions {
  const affixCost = {
    ...AFFIX_COST,
    track: options.affixCost === 'string' ? trackFirst : trackSecond,
  };
  return {
    ...conversionFunctions(options),
    ...timeFunctions(),
    contains: {
      contains_string: {
        signature: 'string.(string) -> bool',
        binding: implementUnguarded(['string', 'string'], (value, substring) =>
          value.includes(substring),
        ),
        cost: CONTAINS_COST,
      },
    },
    endsWith: {
      ends_with_string: {
        signature: 'string.(string) -> bool',
        binding: implementUnguarded(['string', 'string'], (value, suffix) =>
          value.endsWith(suffix),
        ),
        cost: affixCost,
      },
    },
    matches: {
      matches: {
        signature: '(string, string) -> bool',
        ...(options.globalMatchesHasCost && { cost: GLOBAL_MATCHES_COST }),
      },
      matches_string: { signature: 'string.(string) -> bool', cost: MATCHES_COST },
    },
    size: {
      size_bytes: '(bytes) -> int',
      bytes_size: 'bytes.() -> int',
      size_list: '(list(A)) -> int',
      list_size: 'list(A).() -> int',
      size_map: '(map(A, B)) -> int',
      map_size: 'map(A, B).() -> int',
      size_string: '(string) -> int',
      string_size: 'string.() -> int',
    },
    startsWith: {
      starts_with_string: {
        signature: 'string.(string) -> bool',
        binding: implementUnguarded(['string', 'string'], (value, prefix) =>
          value.startsWith(prefix),
        ),
        cost: affixCost,
      },
    },
  };
}

/** The functions with one implementation for all their overloads. */
export function functionSingletons(): Readonly<Record<string, Singleton>> {
  return {
    matches: { accepts: (value) => typeof value === 'string', call: matches },
    size: { accepts: () => true, call: size },
    type: { accepts: () => true, call: typeOfValue },
    dyn: { accepts: () => true, call: (value) => value },
  };
}

function conversionFunctions({ durationOfInt }: StandardOptions): FunctionDefinitions {
  const binding = (name: string): Binding => ({ call: ([value = null]) => convert(name, value) });
  const overload = (name: string, signature: string) => ({ signature, binding: binding(name) });
  return {
    bool: {
      bool_to_bool: overload('bool', '(bool) -> bool'),
      string_to_bool: overload('bool', '(string) -> bool'),
    },
    bytes: {
      bytes_to_bytes: overload('bytes', '(bytes) -> bytes'),
      string_to_bytes: { ...overload('bytes', '(string) -> bytes'), cost: STRING_TO_BYTES_COST },
    },
    double: {
      double_to_double: overload('double', '(double) -> double'),
      int64_to_double: overload('double', '(int) -> double'),
      string_to_double: overload('double', '(string) -> double'),
      uint64_to_double: overload('double', '(uint) -> double'),
    },
    duration: {
      duration_to_duration: overload('duration', '(duration) -> duration'),
      ...(durationOfInt && { int64_to_duration: overload('duration', '(int) -> duration') }),
      string_to_duration: overload('duration', '(string) -> duration'),
    },
    dyn: { to_dyn: '(A) -> dyn' },
    int: {
      int64_to_int64: overload('int', '(int) -> int'),
      double_to_int64: overload('int', '(double) -> int'),
      duration_to_int64: overload('int', '(duration) -> int'),
      string_to_int64: overload('int', '(string) -> int'),
      timestamp_to_int64: overload('int', '(timestamp) -> int'),
      uint64_to_int64: overload('int', '(uint) -> int'),
    },
    string: {
      string_to_string: overload('string', '(string) -> string'),
      bool_to_string: overload('string', '(bool) -> string'),
      bytes_to_string: { ...overload('string', '(bytes) -> string'), cost: BYTES_TO_STRING_COST },
      double_to_string: overload('string', '(double) -> string'),
      duration_to_string: overload('string', '(duration) -> string'),
      int64_to_string: overload('string', '(int) -> string'),
      timestamp_to_string: overload('string', '(timestamp) -> string'),
      uint64_to_string: overload('string', '(uint) -> string'),
    },
    timestamp: {
      timestamp_to_timestamp: overload('timestamp', '(timestamp) -> timestamp'),
      int64_to_timestamp: overload('timestamp', '(int) -> timestamp'),
      string_to_timestamp: overload('timestamp', '(string) -> timestamp'),
    },
    type: { type: '(A) -> type(A)' },
    uint: {
      uint64_to_uint64: overload('uint', '(uint) -> uint'),
      double_to_uint64: overload('uint', '(double) -> uint'),
      int64_to_uint64: overload('uint', '(int) -> uint'),
      string_to_uint64: overload('uint', '(string) -> uint'),
    },
  };
}

function timeFunctions(): FunctionDefinitions {
  return {
    getDate: timestampGetter('getDate', 'day_of_month_1_based'),
    getDayOfMonth: timestampGetter('getDayOfMonth', 'day_of_month'),
    getDayOfWeek: timestampGetter('getDayOfWeek', 'day_of_week'),
    getDayOfYear: timestampGetter('getDayOfYear', 'day_of_year'),
    getFullYear: timestampGetter('getFullYear', 'year'),
    getHours: {
      ...timestampGetter('getHours', 'hours'),
      duration_to_hours: durationIn(3_600_000_000_000n),
    },
    getMilliseconds: {
      ...timestampGetter('getMilliseconds', 'milliseconds'),
      duration_to_milliseconds: durationIn(1_000_000n),
    },
    getMinutes: {
      ...timestampGetter('getMinutes', 'minutes'),
      duration_to_minutes: durationIn(60_000_000_000n),
    },
    getMonth: timestampGetter('getMonth', 'month'),
    getSeconds: {
      ...timestampGetter('getSeconds', 'seconds', 'timestamp_to_seconds_tz'),
      duration_to_seconds: durationIn(1_000_000_000n),
    },
  };
}

/** A getter of timestamps, of which one overload takes a time zone. */
function timestampGetter(
  name: TimestampGetter,
  field: string,
  zonedId = `timestamp_to_${field}_with_tz`,
): FunctionDefinitions[string] {
  return {
    [`timestamp_to_${field}`]: {
      signature: 'timestamp.() -> int',
      binding: implement(['timestamp'], (time) => timestampField(name, time, 'UTC')),
    },
    [zonedId]: {
      signature: 'timestamp.(string) -> int',
      binding: implement(['timestamp', 'string'], (time, zone) => timestampField(name, time, zone)),
    },
  };
}

/** A duration in units of a number of nanoseconds, rounded to an integer. */
function durationIn(nanoseconds: bigint) {
  return {
    signature: 'duration.() -> int',
    binding: implement(['duration'], (duration) => duration.nanoseconds / nanoseconds),
  };
}

const CONTAINS_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) => ({
    cost: multiply(
      traversalCost(languageTargetSize(call)),
      traversalCost(languageArgSize(call, 0)),
    ),
  }),
  track: ([value = null, substring = null]) =>
    traversal(actualSize(value)) * traversal(actualSize(substring)),
};

/** The estimate counts the prefix or suffix. */
const AFFIX_COST = {
  definedBy: 'cel-go',
  estimate: (call: EstimatedCall) => ({ cost: traversalCost(languageArgSize(call, 0)) }),
} as const;

const MATCHES_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) => estimateMatch(languageTargetSize(call), languageArgSize(call, 0)),
  track: trackMatch,
};

const GLOBAL_MATCHES_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) => estimateMatch(languageArgSize(call, 0), languageArgSize(call, 1)),
  track: trackMatch,
};

function estimateMatch(value: Size, pattern: Size): CallEstimate {
  // One more than its size, so that a regular expression has a cost on an empty string too.
  const traversed = traversalCost(addSizes(value, fixedSize(1n)));
  return { cost: multiply(traversed, scale(pattern.max, REGEX_LENGTH_FACTOR)) };
}

/** A character has up to four bytes. */
const BYTES_PER_CHARACTER = 4n;

const STRING_TO_BYTES_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) =>
    conversionEstimate(call, (min, max) => ({ min, max: wrap(max * BYTES_PER_CHARACTER) })),
  track: trackFirst,
};

const BYTES_TO_STRING_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) =>
    conversionEstimate(call, (min, max) => ({ min: min / BYTES_PER_CHARACTER, max })),
  track: trackFirst,
};

function conversionEstimate(
  call: EstimatedCall,
  sizeOf: (min: bigint, max: bigint) => CallEstimate['size'],
): CallEstimate {
  const size = languageArgSize(call, 0);
  return { cost: traversalCost(size), size: sizeOf(size.min, size.max) };
}

function matches(value: Value, pattern: Value): Result {
  if (typeof value !== 'string' || typeof pattern !== 'string') return noSuchOverload();
  const compiled = compileRegularExpression(pattern);
  return compiled.ok ? compiled.expression.matches(value) : new ErrorValue(compiled.error);
}

function size(value: Value): Result {
  const hasSize =
    typeof value === 'string' ||
    value instanceof Uint8Array ||
    value instanceof ListValue ||
    value instanceof MapValue;
  if (hasSize) return BigInt(actualSize(value));
  return noSuchOverload(
    value instanceof Duration || value instanceof Timestamp ? undefined : 'size',
  );
}
