import { costSize, traversal } from '../../values/size.ts';
import {
  Duration,
  type ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  Timestamp,
  typeOfValue,
  type Value,
} from '../../values/value.ts';
import {
  type CallCost,
  type Implementation,
  type Implementations,
  implement,
} from '../implementations.ts';
import { timePart } from './time-parts.ts';

/** The cost of reading the first argument. */
const readFirst: CallCost = ([first = null]) => traversal(costSize(first));

const timeGetters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    timestamp_to_year: 'getFullYear',
    timestamp_to_month: 'getMonth',
    timestamp_to_day_of_year: 'getDayOfYear',
    timestamp_to_day_of_month: 'getDayOfMonth',
    timestamp_to_day_of_month_1_based: 'getDate',
    timestamp_to_day_of_week: 'getDayOfWeek',
    timestamp_to_hours: 'getHours',
    timestamp_to_minutes: 'getMinutes',
    timestamp_to_seconds: 'getSeconds',
    timestamp_to_milliseconds: 'getMilliseconds',
  }),
);

function timeFunctions(): Implementations {
  const found: Record<string, Implementations[string]> = {};
  for (const [id, name] of timeGetters) {
    const zoned = id === 'timestamp_to_seconds' ? `${id}_tz` : `${id}_with_tz`;
    found[id] = implement(['timestamp'], (time) => timePart(name, time, 'UTC'));
    found[zoned] = implement(['timestamp', 'string'], (time, zone) => timePart(name, time, zone));
  }
  return found;
}

function textTest(test: (text: string, part: string) => boolean, cost: CallCost): Implementation {
  return { ...implement(['string', 'string'], test, cost), isUnguarded: true };
}

function durationIn(nanoseconds: bigint) {
  return implement(['duration'], (duration: Duration) => duration.nanoseconds / nanoseconds);
}

/**
 * The functions of the language, but for its operators and conversions.
 *
 * Source: `common/stdlib/standard.go` of cel-go.
 */
export function standardImplementations(): Implementations {
  return {
    contains_string: textTest(
      (text, part) => text.includes(part),
      ([text = null, part = null]) => traversal(costSize(text)) * traversal(costSize(part)),
    ),
    starts_with_string: textTest((text, part) => text.startsWith(part), readFirst),
    ends_with_string: textTest((text, part) => text.endsWith(part), readFirst),
    ...timeFunctions(),
    duration_to_hours: durationIn(3_600_000_000_000n),
    duration_to_minutes: durationIn(60_000_000_000n),
    duration_to_seconds: durationIn(1_000_000_000n),
    duration_to_milliseconds: durationIn(1_000_000n),
  };
}

/** Whether a text matches a pattern of RE2; an error where that is none. */
export type PatternMatcher = (text: string, pattern: string) => boolean | ErrorValue;

/** `text.matches(pattern)`. */
export function matchesWith(matcher: PatternMatcher): (text: Value, pattern: Value) => Result {
  return (text, pattern) =>
    typeof text === 'string' && typeof pattern === 'string'
      ? matcher(text, pattern)
      : noSuchOverload();
}

/** `size(x)`. */
export function size(value: Value): Result {
  const isSized =
    typeof value === 'string' ||
    value instanceof Uint8Array ||
    value instanceof ListValue ||
    value instanceof MapValue;
  if (isSized) return BigInt(costSize(value));
  return noSuchOverload(
    value instanceof Duration || value instanceof Timestamp ? undefined : 'size',
  );
}

/** `type(x)`. */
export function type(value: Value): Result {
  return typeOfValue(value);
}
