import { isDay } from '../../../base/go/time.ts';

/** Reports whether a string is a date that exists, such as `2024-02-29` (RFC 3339 `full-date`). */
export function isFullDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return isDay(year, month, day);
}

/**
 * Reports whether a string has the format `datetime` as the server checks it. The server accepts letters in upper and
 * lower case, any character before the fraction, any offset, and any text after a second `t`.
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
 * Reports whether a string has the format `uuid` as the server checks it. The UUID may have any version, and each dash
 * is optional.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const BYTES = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

/**
 * Reports whether a string has the format `byte` as the server checks it. It must be base64 on one line, with padding,
 * and not empty.
 */
export function isByteFormat(text: string): boolean {
  return BYTES.test(text);
}
