/**
 * A value as JSON. An integer of 64 bits becomes the nearest double, because JSON has no other numbers.
 *
 * @param value a value of JSON, which may contain integers of 64 bits
 * @param indentation the number of spaces for each level; undefined for a text of one line
 */
export function jsonOf(value: unknown, indentation?: number): string {
  return JSON.stringify(value, numberOf, indentation);
}

function numberOf(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** The value of a text in JSON; undefined for any other text. */
export function parseJson<T = unknown>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
