import { copyOf } from '../base/kept-strings.ts';
import type { StyleNumber } from './styles.ts';
import type { TextChange } from './text-change.ts';
import type { Span } from './tree.ts';

/** The fields of an entry: a value, with its key if it is in a mapping. */
const KEY_START = 0;
const KEY_END = 1;
const VALUE_START = 2;
const VALUE_END = 3;
/** The number of the next entry outside of this one, times 16, plus the style. */
const NEXT_AND_STYLE = 4;
const SIZE = 5;

/**
 * The positions of the values of a document, in document order: each container is followed by its
 * entries. All numbers are in one array, so a document costs little more than its values.
 */
export class Positions {
  #data: Int32Array;
  /** The key of each entry; empty if it has none. */
  readonly keys: readonly string[];
  readonly count: number;

  constructor(data: Int32Array, keys: readonly string[], count: number) {
    this.#data = data;
    this.keys = keys;
    this.count = count;
  }

  keyStart(entry: number): number {
    return this.#data[entry * SIZE + KEY_START] as number;
  }

  keyEnd(entry: number): number {
    return this.#data[entry * SIZE + KEY_END] as number;
  }

  valueStart(entry: number): number {
    return this.#data[entry * SIZE + VALUE_START] as number;
  }

  valueEnd(entry: number): number {
    return this.#data[entry * SIZE + VALUE_END] as number;
  }

  style(entry: number): StyleNumber {
    return ((this.#data[entry * SIZE + NEXT_AND_STYLE] as number) & 15) as StyleNumber;
  }

  /** The span of the key; undefined if there is none. */
  keySpan(entry: number): Span | undefined {
    const start = this.keyStart(entry);
    return start < 0 ? undefined : { start, end: this.keyEnd(entry) };
  }

  /** The direct entries of a container. */
  *children(container: number): Generator<number> {
    const end = this.next(container);
    for (let entry = container + 1; entry < end; entry = this.next(entry)) yield entry;
  }

  /** The number of the next entry outside of this one. */
  next(entry: number): number {
    return (this.#data[entry * SIZE + NEXT_AND_STYLE] as number) >>> 4;
  }

  /**
   * The positions without those of the contents of some containers.
   *
   * @param containers the entries of the containers, in ascending order; none is in another one
   */
  without(containers: readonly number[]): Positions {
    const removed = containers.map((entry) => ({ start: entry + 1, end: this.next(entry) }));
    const kept: number[] = [];
    let from = 0;
    for (const { start, end } of [...removed, { start: this.count, end: this.count }]) {
      for (let entry = from; entry < start; entry++) kept.push(entry);
      from = end;
    }
    /** The new number of an entry that is kept, or of the end. */
    const renumbered = (entry: number): number =>
      removed.reduce(
        (number, { start, end }) => (end <= entry ? number - (end - start) : number),
        entry,
      );
    const data = new Int32Array(kept.length * SIZE);
    for (const [index, entry] of kept.entries()) {
      const at = index * SIZE;
      data.set(this.#data.subarray(entry * SIZE, (entry + 1) * SIZE), at);
      data[at + NEXT_AND_STYLE] = (renumbered(this.next(entry)) << 4) | this.style(entry);
    }
    // Copies: a key that is a part of the text would keep it.
    const keys = kept.map((entry) => copyOf(this.keys[entry] ?? ''));
    return new Positions(data, keys, keys.length);
  }

  /**
   * The positions after an edit in the value of a pair.
   *
   * @param entry the pair
   * @param pair the positions after the edit of a mapping that has only this pair
   * @returns undefined if these are the positions of something else
   */
  withPair(entry: number, pair: Positions, edit: TextChange): Positions | undefined {
    const isSame =
      pair.count > 1 &&
      pair.next(1) === pair.count &&
      pair.keys[1] === this.keys[entry] &&
      pair.keyStart(1) === this.keyStart(entry) &&
      pair.keyEnd(1) === this.keyEnd(entry);
    if (!isSame) return undefined;
    const after = this.next(entry);
    const more = entry + pair.count - 1 - after;
    const count = this.count + more;
    const data = new Int32Array(count * SIZE);
    data.set(this.#data.subarray(0, entry * SIZE));
    data.set(pair.#data.subarray(SIZE, pair.count * SIZE), entry * SIZE);
    data.set(this.#data.subarray(after * SIZE, this.count * SIZE), (after + more) * SIZE);
    for (let around = 0; around < entry; around++) {
      if (this.next(around) <= entry) continue;
      const isLast = this.next(around) === after;
      data[around * SIZE + VALUE_END] = isLast
        ? pair.valueEnd(0)
        : this.valueEnd(around) + edit.shift;
      addTo(data, around * SIZE + NEXT_AND_STYLE, more << 4);
    }
    for (let at = entry; at < after + more; at++) {
      addTo(data, at * SIZE + NEXT_AND_STYLE, (entry - 1) << 4);
    }
    for (let at = (after + more) * SIZE; at < data.length; at += SIZE) {
      if ((data[at + KEY_START] as number) >= 0) {
        addTo(data, at + KEY_START, edit.shift);
        addTo(data, at + KEY_END, edit.shift);
      }
      addTo(data, at + VALUE_START, edit.shift);
      addTo(data, at + VALUE_END, edit.shift);
      addTo(data, at + NEXT_AND_STYLE, more << 4);
    }
    const keys = [
      ...this.keys.slice(0, entry),
      ...pair.keys.slice(1, pair.count).map(copyOf),
      ...this.keys.slice(after, this.count),
    ];
    return new Positions(data, keys, count);
  }
}

function addTo(data: Int32Array, index: number, more: number): void {
  data[index] = (data[index] as number) + more;
}

const INITIAL = 1024;
/** The largest number of entries with which the buffers are kept for the next document. */
const KEPT = 1 << 17;

/** Collects the positions of a document. It is reused for the next one. */
export class PositionRecorder {
  count = 0;
  #data = new Int32Array(INITIAL * SIZE);
  #keys: string[] = [];

  clear(): void {
    this.count = 0;
    // A large document that was refused leaves large buffers.
    if (this.#data.length > 2 * KEPT * SIZE) this.#data = new Int32Array(INITIAL * SIZE);
    if (this.#keys.length > 2 * KEPT) this.#keys = [];
  }

  /** Adds an entry and returns its number. For a container, `close` sets the end and the next entry. */
  add(
    key: string,
    keyStart: number,
    keyEnd: number,
    valueStart: number,
    valueEnd: number,
    style: StyleNumber,
  ): number {
    const entry = this.count++;
    const at = entry * SIZE;
    if (at + SIZE > this.#data.length) this.#grow();
    const data = this.#data;
    data[at + KEY_START] = keyStart;
    data[at + KEY_END] = keyEnd;
    data[at + VALUE_START] = valueStart;
    data[at + VALUE_END] = valueEnd;
    data[at + NEXT_AND_STYLE] = ((entry + 1) << 4) | style;
    this.#keys[entry] = key;
    return entry;
  }

  /** Sets the end of a container: the next entry is outside of it. */
  close(entry: number, end: number): void {
    const at = entry * SIZE;
    this.#data[at + VALUE_END] = end;
    const style = (this.#data[at + NEXT_AND_STYLE] as number) & 15;
    this.#data[at + NEXT_AND_STYLE] = (this.count << 4) | style;
  }

  valueStart(entry: number): number {
    return this.#data[entry * SIZE + VALUE_START] as number;
  }

  /** The recorded positions: a copy of the right size, or the buffers themselves if they are large. */
  take(): Positions {
    const { count } = this;
    if (count <= KEPT) {
      return new Positions(this.#data.slice(0, count * SIZE), this.#keys.slice(0, count), count);
    }
    const positions = new Positions(this.#data, this.#keys, count);
    this.#data = new Int32Array(INITIAL * SIZE);
    this.#keys = [];
    return positions;
  }

  #grow(): void {
    const data = new Int32Array(this.#data.length * 2);
    data.set(this.#data);
    this.#data = data;
  }
}
