import { isDay } from '../../../base/go/time.ts';

/** Whether a string is a date that exists, such as `2024-02-29` (RFC 3339 `full-date`). */
export function isFullDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return isDay(year, month, day);
}

/**
 * Whether a string has the format `datetime` as the server checks it: letters of either case, any
 * character before the fraction, any offset, and anything after a second `t`.
 */
export function isFullDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  const match = /^(\d{2}):(\d{2}):(\d{2})(.[0-9]+)?(z|([+-]\d{2}:\d{2}))$/u.exec(time);
  if (match === null || !isFullDate(date)) return false;
  const [, hour = '', minute = '', second = ''] = match;
  return hour <= '23' && minute <= '59' && second <= '59';
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/**
 * Whether a string has the format `uuid` as the server checks it: any version, each dash optional.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const BYTES = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

/**
 * Whether a string has the format `byte` as the server checks it: base64 on one line, with padding,
 * not empty.
 */
export function isByteFormat(text: string): boolean {
  return BYTES.test(text);
}
