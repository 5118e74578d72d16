import { type Instant, parseRfc3339 } from '../go/time.ts';

const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** Whether a time lies in the years 1 to 9999, which are those of CEL. */
export function isInRange(seconds: bigint): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

/** A timestamp as `timestamp("...")` reads it. Undefined where it is none, or of another year. */
export function parseTimestamp(text: string): Instant | undefined {
  const instant = parseRfc3339(text);
  return instant !== undefined && isInRange(instant.seconds) ? instant : undefined;
}
