import { copyOf } from './kept-strings.ts';

/**
 * Keeps results by a text that contains everything that they depend on. It is for input that repeats itself: a
 * repository has the same policy several times, rendered for each environment or copied. The memory does not grow with
 * the input, nor in a process that runs for a long time.
 */
export class KeptResults<V> {
  readonly #known = new Map<string, { readonly value: V }>();
  readonly #maxCharacters: number;
  #characters = 0;

  /** @param maxCharacters of the keys of the results that are kept at the same time */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** @param compute is given a copy of the key, which keeps no longer text alive */
  get(key: string, compute: (key: string) => V): V {
    let kept = this.#known.get(key);
    if (kept === undefined) {
      const copy = copyOf(key);
      kept = { value: compute(copy) };
      this.#keep(copy, kept);
    }
    return kept.value;
  }

  #keep(key: string, kept: { readonly value: V }): void {
    if (key.length > this.#maxCharacters) return;
    this.#characters += key.length;
    if (this.#characters > this.#maxCharacters) {
      this.#known.clear();
      this.#characters = key.length;
    }
    this.#known.set(key, kept);
  }
}
