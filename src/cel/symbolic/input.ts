import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Budget, Decisions } from './decisions.ts';
import type { SymbolicPath } from './path.ts';
import type { Scalar } from './shape.ts';
import { scalarKey } from './values.ts';

/** The sizes that are tried for a list; most often, one element is enough to reach an error. */
const SIZES: readonly number[] = [1, 0, 2];

/** The most elements of a list that are tried. */
const MAX_ELEMENTS = 4;

/** The variables whose values can vary between two calls, so that no decisions about them conflict. */
const UNTRACKED: ReadonlySet<string> = new Set(['authorizer']);

export interface InputDecisions {
  /** The values that are present, of those that may be absent. */
  readonly present: readonly SymbolicPath[];
  readonly absent: readonly SymbolicPath[];
  /** The notations of the lists, maps and strings whose size is decided. */
  readonly sized: readonly string[];
  /** True if values have been decided: the constants that they are equal to, or conditions. */
  readonly hasOthers: boolean;
}

/**
 * The input of one symbolic execution. Its values are unknown at first. Where an expression depends on one, a decision
 * is made and kept: whether an optional field is present, how many elements a list has, which constant a scalar is
 * equal to, or whether a condition is true that is not interpreted, such as a match of a regular expression.
 */
export class SymbolicInput {
  readonly #decisions: Decisions;
  readonly #budget: Budget;
  readonly #present = new Map<SymbolicPath, boolean>();
  readonly #null = new Map<SymbolicPath, boolean>();
  readonly #sizes = new Map<string, number>();
  /** The values with a member that is present, so that their size is not 0. */
  readonly #occupied = new Set<string>();
  readonly #equal = new Map<string, string>();
  readonly #unequal = new Map<string, Set<string>>();
  readonly #unnamedKeys = new Map<SymbolicPath, number>();
  readonly #truths = new Map<string, boolean>();
  /** For each path, the expression that was decided about its value. */
  readonly #decided = new Map<string, string>();
  #isConsistent = true;
  #isAborted = false;
  /**
   * True if decisions are made only to check that the input is valid. Such decisions do not make the input
   * inconsistent.
   */
  isValidating = false;
  /**
   * True if the selection of an absent value gives a zero value (an empty string, 0, false, null, an empty list)
   * instead of an error, as an author who has not thought of the error may expect.
   */
  selectsZero = false;

  constructor(decisions: Decisions, budget: Budget) {
    this.#decisions = decisions;
    this.#budget = budget;
  }

  /**
   * Reports whether the execution has stopped: the budget is used up, or the expression cannot be executed
   * symbolically.
   */
  get isAborted(): boolean {
    return this.#isAborted;
  }

  /**
   * Reports whether such an input can exist. If two decisions were made about one value, this is not known, and the
   * result is false.
   */
  get isConsistent(): boolean {
    return this.#isConsistent && !this.#isAborted;
  }

  abort(): void {
    this.#isAborted = true;
  }

  /** Charges one step to the budget; false if the execution has stopped. */
  step(): boolean {
    this.spend(1);
    return !this.#isAborted;
  }

  /** Charges steps to the budget. */
  spend(steps: number): void {
    this.#budget.steps -= steps;
    if (this.#budget.steps < 0) this.#isAborted = true;
  }

  /** Decides between a number of alternatives. Returns the index of the one that is taken. */
  decide(count: number): number {
    return count < 2 || this.#isAborted ? 0 : this.#decisions.decide(count);
  }

  /** Fixes whether a value is present. */
  setPresent(path: SymbolicPath, isPresent: boolean): void {
    this.#present.set(path, isPresent);
  }

  /** Fixes whether a value is null. */
  setNull(path: SymbolicPath, isNull: boolean): void {
    this.#null.set(path, isNull);
  }

  /** Returns whether a value is present, or undefined if that is not decided. */
  knownPresence(path: SymbolicPath): boolean | undefined {
    return this.#present.get(path);
  }

  /** The paths of all values that are known to be absent. */
  absentPaths(): readonly SymbolicPath[] {
    return [...this.#present].flatMap(([path, isPresent]) => (isPresent ? [] : [path]));
  }

  /** The decisions until now. */
  decisions(): InputDecisions {
    const optional = [...this.#present].filter(([{ presence }]) => presence !== 'always');
    return {
      present: optional.flatMap(([path, isPresent]) => (isPresent ? [path] : [])),
      absent: optional.flatMap(([path, isPresent]) => (isPresent ? [] : [path])),
      sized: [...this.#sizes.keys()],
      hasOthers: this.#equal.size + this.#unequal.size + this.#truths.size > 0,
    };
  }

  /**
   * Decides whether a value is present.
   *
   * @param isTested true if the expression tests for the value, and does not rely on it
   */
  isPresent(path: SymbolicPath, isTested: boolean): boolean {
    const known = this.#present.get(path);
    if (known !== undefined) return known;
    const isPresent = this.#decidePresence(path, isTested);
    this.#present.set(path, isPresent);
    if (isPresent && path.parent !== undefined) this.#occupied.add(path.parent.notation);
    return isPresent;
  }

  #decidePresence({ presence, parent }: SymbolicPath, isTested: boolean): boolean {
    if (presence === 'always') return true;
    if (presence === 'never') return false;
    if (parent !== undefined && this.#sizes.get(parent.notation) === 0) return false;
    return presence === 'assumed' && !isTested ? true : this.decide(2) === 0;
  }

  /** Decides whether a value is null. It is not unless an expression tests for null, or it was fixed. */
  isNull(path: SymbolicPath, isTested: boolean): boolean {
    return getOrCompute(
      this.#null,
      path,
      () => isTested && path.shape.nullable === true && this.decide(2) === 1,
    );
  }

  /** Decides the number of elements of a value, given by its notation. */
  size(notation: string, minSize = 0, maxSize = Number.POSITIVE_INFINITY): number {
    const known = this.#sizes.get(notation);
    if (known !== undefined) return known;
    const least = this.#occupied.has(notation) ? Math.max(1, minSize) : minSize;
    const sizes = SIZES.filter((size) => size >= least && size <= maxSize);
    if (sizes.length === 0) sizes.push(Math.min(least, MAX_ELEMENTS));
    if (least > MAX_ELEMENTS) this.abort();
    const size = sizes[this.decide(sizes.length)] ?? 0;
    this.#sizes.set(notation, size);
    return size;
  }

  /** The paths of the members of a map that are known to be present. */
  presentMembers(map: SymbolicPath): readonly SymbolicPath[] {
    return [...this.#present].flatMap(([path, isPresent]) =>
      isPresent && path.parent === map ? [path] : [],
    );
  }

  /** For each map, the number of keys that an expression iterates over and whose names are not known. */
  get unnamedKeys(): Map<SymbolicPath, number> {
    return this.#unnamedKeys;
  }

  /** The size of a value, if it is decided. */
  knownSize(notation: string): number | undefined {
    return this.#sizes.get(notation);
  }

  /** The key of the scalar that a value is equal to, if that is decided. */
  knownEqual(notation: string): string | undefined {
    return this.#equal.get(notation);
  }

  /**
   * Decides whether a value is equal to a constant.
   *
   * @param dependencies the notations of the paths that the value depends on
   * @param values all values that it can have, if they are known
   */
  isEqual(
    notation: string,
    dependencies: readonly string[],
    constant: Scalar,
    values?: readonly Scalar[],
  ): boolean {
    const key = scalarKey(constant);
    const known = this.#equal.get(notation);
    if (known !== undefined) return known === key;
    const unequal = this.#unequal.get(notation) ?? new Set<string>();
    if (unequal.has(key)) return false;
    if (values !== undefined) {
      const left = values.map(scalarKey).filter((one) => !unequal.has(one));
      if (!left.includes(key)) return false;
      if (left.length === 1) return this.#bind(notation, key);
    }
    this.#noteDecision(notation, dependencies);
    if (this.decide(2) === 0) return this.#bind(notation, key);
    this.#unequal.set(notation, unequal.add(key));
    return false;
  }

  #bind(notation: string, key: string): true {
    this.#equal.set(notation, key);
    return true;
  }

  /** Decides whether a condition is true that is not interpreted. */
  isTrue(notation: string, dependencies: readonly string[]): boolean {
    const known = this.#truths.get(notation);
    if (known !== undefined) return known;
    this.#noteDecision(notation, dependencies);
    const isTrue = this.decide(2) === 0;
    this.#truths.set(notation, isTrue);
    return isTrue;
  }

  /**
   * Two decisions about one value may contradict each other, and a condition that depends on no value cannot be decided
   * freely.
   */
  #noteDecision(notation: string, dependencies: readonly string[]): void {
    if (this.isValidating) return;
    if (dependencies.length === 0) this.#isConsistent = false;
    for (const path of dependencies) {
      if (UNTRACKED.has(path)) continue;
      const known = this.#decided.get(path);
      if (known === undefined) this.#decided.set(path, notation);
      else if (known !== notation) this.#isConsistent = false;
    }
  }
}
