import { ErrorValue, type Result, type Timestamp } from '../../values/value.ts';

/** What a clock and calendar show, in some zone. */
interface Parts {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  /** Sunday is 0. */
  readonly weekday: number;
  /** From 0. */
  readonly yearDay: number;
}

const DAY = 86_400_000;

/** What a clock shows that is so many seconds ahead of UTC. */
function partsAt(seconds: bigint, ahead: number): Parts {
  const date = new Date((Number(seconds) + ahead) * 1000);
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
    yearDay: Math.floor((date.getTime() - newYear.getTime()) / DAY),
  };
}

/** The getters of timestamps, by the name of the function. */
const GETTERS: ReadonlyMap<string, (parts: Parts, nanos: number) => number> = new Map(
  Object.entries<(parts: Parts, nanos: number) => number>({
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
  }),
);

/**
 * `time.getHours('Europe/Berlin')` and its like; UTC where no zone is given.
 *
 * Source: `inTimeZone` in `common/stdlib/standard.go` of cel-go.
 */
export function timePart(name: string, time: Timestamp, zone: string): Result {
  const ahead = secondsAhead(time.seconds, zone);
  if (ahead instanceof ErrorValue) return ahead;
  const value = GETTERS.get(name)?.(partsAt(time.seconds, ahead), time.nanos);
  return BigInt(value ?? 0);
}

/** How many seconds a zone is ahead of UTC at a time. */
function secondsAhead(seconds: bigint, zone: string): number | ErrorValue {
  const colon = zone.indexOf(':');
  if (colon < 0) return secondsAheadIn(seconds, zone);
  const hours = atoi(zone.slice(0, colon));
  if (hours instanceof ErrorValue) return hours;
  const minutes = atoi(zone.slice(colon + 1));
  if (minutes instanceof ErrorValue) return minutes;
  return (hours * 60 + (zone.startsWith('-') ? -minutes : minutes)) * 60;
}

/** Source: `strconv.Atoi` of Go. */
function atoi(text: string): number | ErrorValue {
  if (/^[+-]?[0-9]+$/.test(text)) return Number(text);
  return new ErrorValue(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`);
}

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function secondsAheadIn(seconds: bigint, zone: string): number | ErrorValue {
  if (zone === '' || zone === 'UTC' || zone === 'Local') return 0;
  if (zone.includes('..') || /^[/\\]/.test(zone)) {
    return new ErrorValue('time: invalid location name');
  }
  if (!formats.has(zone)) formats.set(zone, formatOf(zone));
  const format = formats.get(zone);
  if (format === undefined) return new ErrorValue(`unknown time zone ${zone}`);
  const shown = new Map(
    format.formatToParts(Number(seconds) * 1000).map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(shown.get(type) ?? 0);
  const date = new Date(0);
  const year = shown.get('era')?.startsWith('B') ? 1 - number('year') : number('year');
  date.setUTCFullYear(year, number('month') - 1, number('day'));
  date.setUTCHours(number('hour'), number('minute'), number('second'));
  return date.getTime() / 1000 - Number(seconds);
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
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
