/**
 * Sorts in place as Go's `sort.Slice` does. That sort is not stable: the order of equal items depends on its algorithm,
 * a pattern-defeating quicksort (https://arxiv.org/abs/2106.05123), which is followed step by step.
 *
 * Source: `zsortfunc.go` of Go's package `sort`.
 *
 * @param isLess reports whether the first item must come before the second
 */
export function sortUnstably<T>(items: T[], isLess: (a: T, b: T) => boolean): void {
  new Sorter(items, isLess).sort(0, items.length, bitLength(items.length));
}

const MAX_INSERTION = 12;
const SHORTEST_NINTHER = 50;
const SHORTEST_SHIFTING = 50;
const MAX_STEPS = 5;
const MAX_SWAPS = 12;

function bitLength(value: number): number {
  return value === 0 ? 0 : Math.floor(Math.log2(value)) + 1;
}

/** A range `a`, `b` contains the index `a`, but not `b`. */
class Sorter<T> {
  readonly #items: T[];
  readonly #isLess: (a: T, b: T) => boolean;
  /** The number of swaps that would have put the candidates of the last pivot in order. */
  #swaps = 0;

  constructor(items: T[], isLess: (a: T, b: T) => boolean) {
    this.#items = items;
    this.#isLess = isLess;
  }

  /** @param limit the number of bad pivots that are allowed before it falls back to heapsort */
  sort(start: number, end: number, limit: number): void {
    let [a, b, badPivots] = [start, end, limit];
    let wasBalanced = true;
    let wasPartitioned = true;
    for (;;) {
      const length = b - a;
      if (length <= MAX_INSERTION || badPivots === 0) {
        if (length <= MAX_INSERTION) this.#insertionSort(a, b);
        else this.#heapSort(a, b);
        return;
      }
      if (!wasBalanced) {
        this.#breakPatterns(a, b);
        badPivots--;
      }
      let pivot = this.#choosePivot(a, b);
      let isIncreasing = this.#swaps === 0;
      if (this.#swaps === MAX_SWAPS) {
        this.#reverse(a, b);
        pivot = b - 1 - (pivot - a);
        isIncreasing = true;
      }
      if (wasBalanced && wasPartitioned && isIncreasing && this.#finishSorting(a, b)) return;
      if (a > 0 && !this.#less(a - 1, pivot)) {
        a = this.#partitionEqual(a, b, pivot);
        continue;
      }
      const partition = this.#partition(a, b, pivot);
      const { middle } = partition;
      wasPartitioned = partition.wasPartitioned;
      const threshold = Math.floor(length / 8);
      const [left, right] = [middle - a, b - middle];
      wasBalanced = Math.min(left, right) >= threshold;
      // Recursing into the smaller part only limits the depth of the stack.
      if (left < right) {
        this.sort(a, middle, badPivots);
        a = middle + 1;
      } else {
        this.sort(middle + 1, b, badPivots);
        b = middle;
      }
    }
  }

  #less(i: number, j: number): boolean {
    const { [i]: a, [j]: b } = this.#items;
    return a !== undefined && b !== undefined && this.#isLess(a, b);
  }

  #swap(i: number, j: number): void {
    const { [i]: a, [j]: b } = this.#items;
    if (a === undefined || b === undefined) return;
    this.#items[i] = b;
    this.#items[j] = a;
  }

  #insertionSort(a: number, b: number): void {
    for (let i = a + 1; i < b; i++) {
      for (let j = i; j > a && this.#less(j, j - 1); j--) this.#swap(j, j - 1);
    }
  }

  #heapSort(a: number, b: number): void {
    const length = b - a;
    for (let i = Math.floor((length - 1) / 2); i >= 0; i--) this.#siftDown(i, length, a);
    for (let i = length - 1; i >= 0; i--) {
      this.#swap(a, a + i);
      this.#siftDown(0, i, a);
    }
  }

  #siftDown(low: number, high: number, first: number): void {
    let root = low;
    for (;;) {
      let child = 2 * root + 1;
      if (child >= high) return;
      if (child + 1 < high && this.#less(first + child, first + child + 1)) child++;
      if (!this.#less(first + root, first + child)) return;
      this.#swap(first + root, first + child);
      root = child;
    }
  }

  #partition(
    a: number,
    b: number,
    pivot: number,
  ): { readonly middle: number; readonly wasPartitioned: boolean } {
    this.#swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    let wasPartitioned = true;
    for (;;) {
      while (i <= j && this.#less(i, a)) i++;
      while (i <= j && !this.#less(j, a)) j--;
      if (i > j) break;
      wasPartitioned = false;
      this.#swap(i, j);
      i++;
      j--;
    }
    this.#swap(j, a);
    return { middle: j, wasPartitioned };
  }

  /** Moves items that equal the pivot to the front, in a range without smaller items. */
  #partitionEqual(a: number, b: number, pivot: number): number {
    this.#swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    for (;;) {
      while (i <= j && !this.#less(a, i)) i++;
      while (i <= j && this.#less(a, j)) j--;
      if (i > j) return i;
      this.#swap(i, j);
      i++;
      j--;
    }
  }

  /** Sorts a range that is nearly sorted, with a few shifts; returns whether that was enough. */
  #finishSorting(a: number, b: number): boolean {
    let i = a + 1;
    for (let shifts = 0; shifts < MAX_STEPS; shifts++) {
      while (i < b && !this.#less(i, i - 1)) i++;
      if (i === b) return true;
      if (b - a < SHORTEST_SHIFTING) return false;
      this.#swap(i, i - 1);
      if (i - a >= 2) {
        for (let j = i - 1; j >= 1 && this.#less(j, j - 1); j--) this.#swap(j, j - 1);
      }
      if (b - i >= 2) {
        for (let j = i + 1; j < b && this.#less(j, j - 1); j++) this.#swap(j, j - 1);
      }
    }
    return false;
  }

  /** Moves a few items to pseudo-random positions, always the same ones for a length. */
  #breakPatterns(a: number, b: number): void {
    const length = b - a;
    let random = BigInt(length);
    const mask = (1n << BigInt(bitLength(length))) - 1n;
    const center = a + Math.floor(length / 4) * 2;
    for (let index = center - 1; index <= center + 1; index++) {
      random ^= BigInt.asUintN(64, random << 13n);
      random ^= random >> 7n;
      random ^= BigInt.asUintN(64, random << 17n);
      const other = Number(random & mask);
      this.#swap(index, a + (other >= length ? other - length : other));
    }
  }

  #choosePivot(a: number, b: number): number {
    this.#swaps = 0;
    const length = b - a;
    const quarter = Math.floor(length / 4);
    let [i, j, k] = [a + quarter, a + quarter * 2, a + quarter * 3];
    if (length >= SHORTEST_NINTHER) {
      i = this.#median(i - 1, i, i + 1);
      j = this.#median(j - 1, j, j + 1);
      k = this.#median(k - 1, k, k + 1);
    }
    return this.#median(i, j, k);
  }

  #median(first: number, second: number, third: number): number {
    let [a, b] = this.#ordered(first, second);
    const [lower] = this.#ordered(b, third);
    b = lower;
    [a, b] = this.#ordered(a, b);
    return b;
  }

  #ordered(a: number, b: number): readonly [number, number] {
    if (!this.#less(b, a)) return [a, b];
    this.#swaps++;
    return [b, a];
  }

  #reverse(a: number, b: number): void {
    for (let [i, j] = [a, b - 1]; i < j; i++, j--) this.#swap(i, j);
  }
}
