const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/;

/**
 * Tells whether a text is a time as the server reads it. That is RFC 3339 as Go's `time.Parse` has it:
 * upper-case `T` and `Z`, no leap second, but an hour of one digit, a comma before the fraction, and
 * offsets up to 24:60 pass.
 */
export function isRfc3339(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ...offset] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  const [offsetHour = 0, offsetMinute = 0] = offset;
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    offsetHour <= 24 &&
    offsetMinute <= 60
  );
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
