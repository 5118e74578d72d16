/** A reproducible source of choices: the same seed gives the same choices everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to 1, exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 to below, exclusive. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Reports whether an event with this probability happens. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of several values, of which there must be one. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  /** Several values, drawn independently, so that one may come twice. */
  draw<T>(values: readonly T[], count: number): T[] {
    return Array.from({ length: count }, () => this.pick(values));
  }
}
