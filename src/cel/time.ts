import { type Instant, parseRfc3339 } from '../base/go/time.ts';

const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** Reports whether a timestamp is in the range of CEL, the years 1 to 9999. */
export function isInRange(seconds: bigint): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

/** Parses a timestamp as the function `timestamp` does. Undefined if it is not a timestamp, or is out of range. */
export function parseTimestamp(text: string): Instant | undefined {
  const instant = parseRfc3339(text);
  return instant !== undefined && isInRange(instant.seconds) ? instant : undefined;
}
