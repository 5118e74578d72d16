/** From this length on, V8 makes a part of a string without copying it. The part keeps all of the string alive. */
const SHORTEST_PART = 13;

/**
 * The largest number of strings that are shared, and their largest length. To keep strings that are not repeated would
 * only take memory.
 */
const MOST_SHARED = 10_000;
const LONGEST_SHARED = 100;

/** A copy of a string that does not keep the text alive that the string was taken from. */
export function copyOf(text: string): string {
  return text.length < SHORTEST_PART ? text : JSON.parse(JSON.stringify(text));
}

/** Strings that many objects have, such as their kinds and namespaces. Each is kept once, and without its text. */
export class SharedStrings {
  readonly #known = new Map<string, string>();

  /** The same string, which later calls return too. */
  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const copy = copyOf(text);
    if (text.length <= LONGEST_SHARED && this.#known.size < MOST_SHARED) {
      this.#known.set(copy, copy);
    }
    return copy;
  }
}
