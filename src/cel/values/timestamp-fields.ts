import { cut } from '../../base/go/cut.ts';
import { parseInteger } from '../../base/go/decimal-integer.ts';
import { isZoneName } from '../../base/go/time-zones.ts';
import { ErrorValue, type Result, type Timestamp } from './value.ts';

/** A local date and time of day. */
interface LocalTime {
  readonly year: number;
  /** The month, from 0. */
  readonly month: number;
  /** The day, from 1. */
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Sunday is 0. */
  readonly weekday: number;
  /** The day of the year, from 0. */
  readonly yearDay: number;
}

const DAY_IN_MILLISECONDS = 86_400_000;
const NANOSECONDS_IN_SECOND = 1_000_000_000n;
const NANOSECONDS_IN_MINUTE = 60n * NANOSECONDS_IN_SECOND;

/**
 * @param seconds a point in time, as Unix time
 * @param offset the offset of the time zone from UTC, in seconds
 */
function localTime(seconds: bigint, offset: number): LocalTime {
  const date = new Date((Number(seconds) + offset) * 1000);
  const newYear = new Date(0);
  newYear.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
    yearDay: Math.floor((date.getTime() - newYear.getTime()) / DAY_IN_MILLISECONDS),
  };
}

/** The functions that return a field of a timestamp. */
export type TimestampGetter = keyof typeof GETTERS;

const GETTERS = {
  getFullYear: ({ year }) => year,
  getMonth: ({ month }) => month,
  getDayOfYear: ({ yearDay }) => yearDay,
  getDayOfMonth: ({ day }) => day - 1,
  getDate: ({ day }) => day,
  getDayOfWeek: ({ weekday }) => weekday,
  getHours: ({ hours }) => hours,
  getMinutes: ({ minutes }) => minutes,
  getSeconds: ({ seconds }) => seconds,
  getMilliseconds: (_, nanos) => Math.floor(nanos / 1e6),
} satisfies Readonly<Record<string, (local: LocalTime, nanos: number) => number>>;

/**
 * A field of a timestamp in a time zone, such as `time.getHours('Europe/Berlin')`.
 *
 * Source: `inTimeZone` in `common/stdlib/standard.go` of cel-go.
 *
 * @param zone a name of the IANA time zone database, or an offset such as `-02:30`
 * @returns an int; an error if the zone is unknown
 */
export function timestampField(getter: TimestampGetter, time: Timestamp, zone: string): Result {
  const offset = utcOffset(time.seconds, zone);
  if (offset instanceof ErrorValue) return offset;
  return BigInt(GETTERS[getter](localTime(time.seconds, offset), time.nanos));
}

/** The offset of a time zone from UTC at a point in time, in seconds. */
function utcOffset(time: bigint, zone: string): number | ErrorValue {
  const [writtenHours, writtenMinutes] = cut(zone, ':');
  if (writtenMinutes === undefined) return utcOffsetOfName(time, zone);
  const hours = parseInteger(writtenHours);
  if (!hours.ok) return new ErrorValue(hours.error);
  const minutes = parseInteger(writtenMinutes);
  if (!minutes.ok) return new ErrorValue(minutes.error);
  const offset = hours.value * 60n + (zone.startsWith('-') ? -minutes.value : minutes.value);
  // The server counts nanoseconds in 64 bits, and more than 292 years overflow.
  const nanoseconds = BigInt.asIntN(64, offset * NANOSECONDS_IN_MINUTE);
  const seconds = nanoseconds / NANOSECONDS_IN_SECOND;
  const fraction = Number(nanoseconds % NANOSECONDS_IN_SECOND) / 1e9;
  return Math.trunc(Number(seconds) + fraction);
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function utcOffsetOfName(seconds: bigint, zone: string): number | ErrorValue {
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  if (zone.includes('..') || /^[/\\]/.test(zone)) {
    return new ErrorValue('time: invalid location name');
  }
  if (!isZoneName(zone)) return new ErrorValue(`unknown time zone ${zone}`);
  if (!formats.has(zone)) formats.set(zone, dateTimeFormat(zone));
  const format = formats.get(zone);
  if (format === undefined) return new ErrorValue(`unknown time zone ${zone}`);
  const parts = new Map(
    format.formatToParts(Number(seconds) * 1000).map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type) ?? 0);
  const date = new Date(0);
  const year = parts.get('era')?.startsWith('B') ? 1 - number('year') : number('year');
  date.setUTCFullYear(year, number('month') - 1, number('day'));
  date.setUTCHours(number('hour'), number('minute'), number('second'));
  return date.getTime() / 1000 - Number(seconds);
}

/** Undefined if the engine does not know the time zone. */
function dateTimeFormat(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
  } catch {
    return undefined;
  }
}
