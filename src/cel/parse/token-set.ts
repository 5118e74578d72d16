import { tokenName } from './tokens.ts';

/** The end of a rule as an element of a set of tokens. */
export const EPSILON = -2;

interface Interval {
  /** The first kind in it, and the first kind after it. */
  start: number;
  stop: number;
}

/**
 * A set of kinds of tokens, stored as sorted intervals.
 *
 * As in ANTLR, an interval that grows is merged only with the next one. A set can therefore list a token twice, which
 * is visible in error messages.
 */
export class TokenSet {
  private intervals: Interval[] = [];

  static of(kinds: readonly number[]): TokenSet {
    const set = new TokenSet();
    for (const kind of kinds) set.add(kind);
    return set;
  }

  has(kind: number): boolean {
    return this.intervals.some(({ start, stop }) => kind >= start && kind < stop);
  }

  add(kind: number): void {
    this.addInterval({ start: kind, stop: kind + 1 });
  }

  addAll(other: TokenSet): void {
    for (const interval of other.intervals) this.addInterval({ ...interval });
  }

  private addInterval(added: Interval): void {
    const { intervals } = this;
    for (const [index, interval] of intervals.entries()) {
      if (added.stop < interval.start) {
        intervals.splice(index, 0, added);
        return;
      }
      if (added.stop === interval.start) {
        interval.start = added.start;
        return;
      }
      if (added.start <= interval.stop) {
        interval.start = Math.min(interval.start, added.start);
        interval.stop = Math.max(interval.stop, added.stop);
        const next = intervals[index + 1];
        if (next !== undefined && interval.stop >= next.start) {
          interval.stop = Math.max(interval.stop, next.stop);
          intervals.splice(index + 1, 1);
        }
        return;
      }
    }
    intervals.push(added);
  }

  /** Removes the end of the rule. It is the lowest element, so it can only be at the start of the first interval. */
  withoutEpsilon(): TokenSet {
    const set = new TokenSet();
    set.intervals = this.intervals
      .map(({ start, stop }) => ({ start: start === EPSILON ? start + 1 : start, stop }))
      .filter(({ start, stop }) => start < stop);
    return set;
  }

  /** The lowest element; 0, which is not a token, if the set is empty. */
  first(): number {
    return this.intervals[0]?.start ?? 0;
  }

  /** The set as error messages print it: `'='`, `{'(', IDENTIFIER}`. */
  toString(): string {
    const names = this.intervals.flatMap(({ start, stop }) =>
      Array.from({ length: stop - start }, (_, index) => tokenName(start + index)),
    );
    const [name, ...others] = names;
    return name !== undefined && others.length === 0 ? name : `{${names.join(', ')}}`;
  }
}
