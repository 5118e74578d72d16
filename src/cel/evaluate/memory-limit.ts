/**
 * How many UTF-16 code units the strings may have that one evaluation makes. The server counts what an evaluation
 * reads, and not what it makes: below its cost limit, `replace` can make strings of many gigabytes. JavaScript has no
 * strings above 2^29 code units.
 */
const MOST_CODE_UNITS = 2 ** 26;

/** What an evaluation is stopped with that makes longer strings. What the server returns is then unknown. */
export class MemoryLimitExceeded {
  readonly exceeded = 'memory';
  readonly message = 'the evaluation makes too many strings to be reproduced';
}

/**
 * Checks the length that a string is going to have, or that all strings have together. Throws
 * {@link MemoryLimitExceeded}.
 */
export function checkLength(codeUnits: number): void {
  if (codeUnits > MOST_CODE_UNITS) throw new MemoryLimitExceeded();
}

/** Joins strings. Throws {@link MemoryLimitExceeded}. */
export function joinWithin(parts: readonly string[], separator: string): string {
  let length = separator.length * Math.max(parts.length - 1, 0);
  for (const part of parts) length += part.length;
  checkLength(length);
  return parts.join(separator);
}
