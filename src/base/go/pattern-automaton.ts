import { firstIndex } from '../bisect.ts';
import { getOrCompute } from '../get-or-compute.ts';
import { type CodePoints, MAX_CODE_POINT, type Pattern } from './pattern-syntax.ts';

/** A step of an automaton: over a character, or without one where its condition holds. */
type Step =
  | { readonly over: CodePoints; readonly to: number }
  | { readonly when: 'always' | Position; readonly to: number };

/** The largest number of states. Counted repetitions are unrolled, so a short pattern can need many states. */
const MAX_STATES = 4000;

/** A position of a string at which assertions such as `^` and `$` can hold. */
type Position = 'start' | 'end';

/** The states in which an automaton is at the same time, and the facts about them. */
interface StateSet {
  readonly states: readonly number[];
  /** The numbers of the sets that follow, by code point. */
  readonly next: Map<number, number>;
  readonly isStart: boolean;
  isAccepting: boolean | undefined;
}

/**
 * An automaton that accepts the strings in which a pattern matches anywhere. It is deterministic: its states are
 * numbers of sets of states of a nondeterministic automaton, which are made when they are first reached.
 */
export class PatternAutomaton {
  readonly #steps: readonly (readonly Step[])[];
  readonly #final: number;
  readonly #numbers = new Map<string, number>();
  readonly #sets: StateSet[] = [];
  /** The state before the first character. */
  readonly start: number;

  private constructor(steps: readonly (readonly Step[])[], final: number) {
    this.#steps = steps;
    this.#final = final;
    const states = this.#closure([0], ['start']);
    this.start = this.#sets.push(stateSet(states, true)) - 1;
  }

  /** Makes the automaton of a pattern. Undefined if it would become too large. */
  static of(pattern: Pattern): PatternAutomaton | undefined {
    const builder = new Builder();
    const start = builder.state();
    const final = builder.state();
    const anything: CodePoints = [[0, MAX_CODE_POINT]];
    builder.steps[start]?.push({ over: anything, to: start });
    builder.steps[final]?.push({ over: anything, to: final });
    builder.connect(pattern, start, final);
    return builder.isTooLarge ? undefined : new PatternAutomaton(builder.steps, final);
  }

  /** The state after one more character. */
  next(state: number, codePoint: number): number {
    const set = this.#sets[state];
    if (set === undefined) return state;
    let next = set.next.get(codePoint);
    if (next === undefined) {
      const reached = set.states.flatMap((from) =>
        (this.#steps[from] ?? []).flatMap((step) =>
          'over' in step && contains(step.over, codePoint) ? [step.to] : [],
        ),
      );
      next = this.#numberOf(this.#closure(reached, []));
      set.next.set(codePoint, next);
    }
    return next;
  }

  /** Reports whether a string is accepted if it leads to the state and ends there. */
  accepts(state: number): boolean {
    const set = this.#sets[state];
    if (set === undefined) return false;
    const positions: readonly Position[] = set.isStart ? ['start', 'end'] : ['end'];
    set.isAccepting ??= this.#closure(set.states, positions).includes(this.#final);
    return set.isAccepting;
  }

  /** The code points at which the automaton begins to treat characters differently. */
  *boundaries(): Iterable<number> {
    for (const steps of this.#steps) {
      for (const step of steps) {
        if (!('over' in step)) continue;
        for (const [from, to] of step.over) {
          yield from;
          yield to + 1;
        }
      }
    }
  }

  #numberOf(states: readonly number[]): number {
    const key = states.join();
    return getOrCompute(this.#numbers, key, () => this.#sets.push(stateSet(states, false)) - 1);
  }

  #closure(from: readonly number[], positions: readonly Position[]): readonly number[] {
    const reached = new Set(from);
    const left = [...reached];
    for (let state = left.pop(); state !== undefined; state = left.pop()) {
      for (const step of this.#steps[state] ?? []) {
        if ('over' in step || reached.has(step.to)) continue;
        if (step.when !== 'always' && !positions.includes(step.when)) continue;
        reached.add(step.to);
        left.push(step.to);
      }
    }
    return [...reached].sort((a, b) => a - b);
  }
}

class Builder {
  readonly steps: Step[][] = [];

  get isTooLarge(): boolean {
    return this.steps.length > MAX_STATES;
  }

  state(): number {
    return this.steps.push([]) - 1;
  }

  /** Adds the steps from one state to another over the strings of a pattern. */
  connect(pattern: Pattern, from: number, to: number): void {
    if (this.isTooLarge) return;
    switch (pattern.kind) {
      case 'character':
        this.steps[from]?.push({ over: pattern.codePoints, to });
        break;
      case 'anchor':
        this.steps[from]?.push({ when: pattern.at, to });
        break;
      case 'alternatives':
        for (const part of pattern.parts) this.connect(part, from, to);
        break;
      case 'sequence': {
        let at = from;
        for (const part of pattern.parts) at = this.#after(part, at);
        this.#always(at, to);
        break;
      }
      case 'repeated':
        this.#repeat(pattern.part, pattern.min, pattern.max, from, to);
    }
  }

  #repeat(part: Pattern, min: number, max: number, from: number, to: number): void {
    let at = this.#afterNothing(from);
    for (let count = 0; count < min && !this.isTooLarge; count++) at = this.#after(part, at);
    if (max === Number.POSITIVE_INFINITY) {
      const again = this.#afterNothing(at);
      this.#always(this.#after(part, again), again);
      this.#always(again, to);
      return;
    }
    for (let count = min; count < max && !this.isTooLarge; count++) {
      this.#always(at, to);
      at = this.#after(part, at);
    }
    this.#always(at, to);
  }

  #after(part: Pattern, from: number): number {
    const to = this.state();
    this.connect(part, from, to);
    return to;
  }

  #afterNothing(from: number): number {
    const to = this.state();
    this.#always(from, to);
    return to;
  }

  #always(from: number, to: number): void {
    this.steps[from]?.push({ when: 'always', to });
  }
}

function stateSet(states: readonly number[], isStart: boolean): StateSet {
  return { states, next: new Map(), isStart, isAccepting: undefined };
}

function contains(codePoints: CodePoints, codePoint: number): boolean {
  const last = codePoints[firstIndex(codePoints, ([from]) => from > codePoint) - 1];
  return last !== undefined && codePoint <= last[1];
}
