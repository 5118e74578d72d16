/** A point in time: seconds since 1970, which can be negative, plus nanoseconds. */
export interface Instant {
  readonly seconds: bigint;
  readonly nanos: number;
  /** The offset of the time zone that it was written in, in seconds east of UTC. */
  readonly offset: number;
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Parses a time in RFC 3339 as Go's `time.Parse` does: `T` and `Z` must be upper case and there are no leap
 * seconds, but an hour of one digit, a comma before the fraction and offsets up to 24:60 are accepted.
 * Returns undefined if the string is not such a time.
 */
export function parseRfc3339(text: string): Instant | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const number = (index: number) => Number(match[index] ?? 0);
  const [year, month, day] = [number(1), number(2), number(3)];
  const [hour, minute, second] = [number(4), number(5), number(6)];
  const [offsetHour, offsetMinute] = [number(9), number(10)];
  const isTime = hour <= 23 && minute <= 59 && second <= 59;
  if (!isDay(year, month, day) || !isTime || offsetHour > 24 || offsetMinute > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHour * 3600 + offsetMinute * 60);
  const seconds = BigInt(date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset);
  return { seconds, nanos: Number((match[7] ?? '').slice(0, 9).padEnd(9, '0')), offset };
}

/** Reports whether a day exists in the calendar. Months count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Formats a time in its own zone with Go's layout `time.RFC3339Nano`: with as many fractional digits as it needs. */
export function formatRfc3339({ seconds, nanos, offset }: Instant): string {
  const shown = new Date((Number(seconds) + offset) * 1000).toISOString();
  // Only the offset of a zone can lead to a year before 0 or after 9999.
  const whole = shown.replace(/^\+0*/, '').replace(/\.\d+Z$/, '');
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${whole}${fraction}${offset === 0 ? 'Z' : zoneText(offset)}`;
}

function zoneText(offset: number): string {
  const minutes = Math.trunc(Math.abs(offset) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
}

const NANOSECONDS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const LIMIT = 2n ** 63n;
const MAX_DIGITS = 19;

/**
 * Parses a duration as Go's `time.ParseDuration` does: numbers with units, such as `1h30m` or `-1.5s`.
 * Returns nanoseconds, or undefined if the string is not a duration or does not fit into 64 bits.
 */
export function parseDuration(text: string): bigint | undefined {
  const negative = text.startsWith('-');
  const unsigned = /^[-+]/.test(text) ? text.slice(1) : text;
  if (unsigned === '0') return 0n;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)[^\d.]+)+$/u.test(unsigned)) return undefined;
  let total = 0n;
  for (const [, whole = '', fraction = '', name = ''] of unsigned.matchAll(
    /(\d*)(?:\.(\d*))?([^\d.]+)/gu,
  )) {
    const unit = NANOSECONDS.get(name);
    if (unit === undefined) return undefined;
    const digits = whole.replace(/^0+/, '');
    if (digits.length > MAX_DIGITS) return undefined;
    const value = BigInt(digits) * unit;
    if (value > LIMIT) return undefined;
    total += value + nanosecondsOf(fraction, unit);
    if (total > LIMIT) return undefined;
  }
  if (negative) return -total;
  return total < LIMIT ? total : undefined;
}

/** The nanoseconds of a fraction of a unit. Like Go, uses a double, and only the digits that fit into 63 bits. */
function nanosecondsOf(fraction: string, unit: bigint): bigint {
  let digits = 0n;
  let scale = 1;
  for (const digit of fraction) {
    const next = digits * 10n + BigInt(digit);
    if (digits > (LIMIT - 1n) / 10n || next > LIMIT) break;
    digits = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(digits) * (Number(unit) / scale)));
}
