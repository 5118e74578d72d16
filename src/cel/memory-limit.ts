/**
 * The maximum number of UTF-16 code units in the strings that one evaluation creates. The server's cost limit counts
 * the values that an evaluation reads, and not those that it creates: below the limit, `replace` can create strings of
 * many gigabytes. Strings in JavaScript have at most 2^29 code units.
 */
const MAX_CODE_UNITS = 2 ** 26;

/** Thrown to stop an evaluation that creates longer strings. The server's result is then unknown. */
export class MemoryLimitExceeded {
  readonly exceeded = 'memory';
  readonly message = 'the evaluation creates strings that are too long for this program';
}

/**
 * Checks the length of a string before it is created, or of all strings together.
 *
 * @throws MemoryLimitExceeded
 */
export function checkLength(codeUnits: number): void {
  if (codeUnits > MAX_CODE_UNITS) throw new MemoryLimitExceeded();
}

/**
 * Joins strings.
 *
 * @throws MemoryLimitExceeded
 */
export function joinWithin(parts: readonly string[], separator: string): string {
  let length = separator.length * Math.max(parts.length - 1, 0);
  for (const part of parts) length += part.length;
  checkLength(length);
  return parts.join(separator);
}
