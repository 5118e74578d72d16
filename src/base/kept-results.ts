import { copyOf } from './kept-strings.ts';

/**
 * Keeps results by a text that contains everything that they depend on. It is for input that repeats itself: a
 * repository has the same policy several times, rendered for each environment or copied. The memory does not grow with
 * the input, nor in a process that runs for a long time.
 */
export class KeptResults<V> {
  readonly #known = new Map<string, { readonly value: V }>();
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  /**
   * @param most the largest size of the results that are kept at the same time, with the characters of their keys
   * @param sizeOf the size of a result without its key
   */
  constructor(most: number, sizeOf: (value: V) => number = () => 0) {
    this.#most = most;
    this.#sizeOf = sizeOf;
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
    const size = key.length + this.#sizeOf(kept.value);
    if (size > this.#most) return;
    this.#size += size;
    if (this.#size > this.#most) {
      this.#known.clear();
      this.#size = size;
    }
    this.#known.set(key, kept);
  }
}
