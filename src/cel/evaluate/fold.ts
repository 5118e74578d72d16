import { GrowingList, GrowingMap } from '../values/collections.ts';
import { goTypeName } from '../values/go-format.ts';
import { ErrorValue, ListValue, MapValue, type Result } from '../values/value.ts';
import { noSuchKey } from './attributes.ts';
import type { CostTracker } from './cost-tracker.ts';
import type { Scope } from './scope.ts';
import { NodeStep, type Step } from './step.ts';

interface FoldParts {
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly iterRange: Step;
  readonly accuInit: Step;
  readonly loopCondition: Step;
  readonly loopStep: Step;
  readonly result: Step;
  /**
   * True if the initial value of the accumulator is computed before the loop. Otherwise it is computed when it is first
   * read.
   */
  readonly initializesEagerly: boolean;
}

/**
 * A comprehension: the loop over a list or a map that every macro but `has` expands to. Source: `evalFold` and
 * `folder` of cel-go.
 */
export class FoldStep extends NodeStep {
  readonly #parts: FoldParts;

  constructor(id: number, parts: FoldParts) {
    super(id);
    this.#parts = parts;
  }

  eval(scope: Scope): Result {
    const result = this.#fold(scope);
    scope.tracker.drop(this.#parts.iterRange.id);
    scope.tracker.push(this.id);
    return result;
  }

  #fold(outer: Scope): Result {
    const { iterRange, iterVar2, result } = this.#parts;
    const range = iterRange.eval(outer);
    if (range instanceof ErrorValue) return range;
    if (!(range instanceof ListValue || range instanceof MapValue)) {
      return new ErrorValue(
        iterVar2 === undefined
          ? `got '${goTypeName(range)}', expected iterable type`
          : `unsupported comprehension range type: ${goTypeName(range)}`,
      );
    }
    const scope = new FoldScope(outer, this.#parts);
    if (this.#parts.initializesEagerly) scope.resolve(this.#parts.accuVar);
    this.#loop(range, scope);
    scope.endLoop();
    return freeze(result.eval(scope));
  }

  /** Runs the loop until it ends, or its condition is false. */
  #loop(range: ListValue | MapValue, scope: FoldScope): void {
    const hasTwoVariables = this.#parts.iterVar2 !== undefined;
    if (range instanceof ListValue) {
      let index = 0n;
      for (const element of range) {
        const goesOn = hasTwoVariables
          ? this.#iterate(scope, index++, element)
          : this.#iterate(scope, element);
        if (!goesOn) return;
      }
      return;
    }
    for (const key of range.keys()) {
      const value = hasTwoVariables ? range.find(key) : undefined;
      const isMissing = hasTwoVariables && value === undefined;
      if (!this.#iterate(scope, key, isMissing ? noSuchKey(key) : value)) return;
    }
  }

  /** Runs an iteration with the values of its variables; false if the condition ends the loop. */
  #iterate(scope: FoldScope, first: Result, second?: Result): boolean {
    scope.setRound(first, second);
    if (this.#parts.loopCondition.eval(scope) === false) return false;
    scope.setAccumulator(this.#parts.loopStep.eval(scope));
    return true;
  }
}

function freeze(result: Result): Result {
  return result instanceof GrowingList || result instanceof GrowingMap ? result.freeze() : result;
}

class FoldScope implements Scope {
  readonly tracker: CostTracker;
  readonly #outer: Scope;
  readonly #parts: FoldParts;
  #first: Result | undefined;
  #second: Result | undefined;
  #accumulator: Result | undefined;
  #isInLoop = true;

  constructor(outer: Scope, parts: FoldParts) {
    this.tracker = outer.tracker;
    this.#outer = outer;
    this.#parts = parts;
  }

  setRound(first: Result, second: Result | undefined): void {
    this.#first = first;
    this.#second = second;
  }

  setAccumulator(value: Result): void {
    this.#accumulator = value;
  }

  endLoop(): void {
    this.#isInLoop = false;
  }

  resolve(name: string): Result | undefined {
    if (name === this.#parts.accuVar) {
      if (this.#accumulator === undefined) this.#accumulator = this.#start();
      return this.#accumulator;
    }
    if (this.#isInLoop) {
      if (name === this.#parts.iterVar) return this.#first;
      if (name === this.#parts.iterVar2) return this.#second;
    }
    return this.#outer.resolve(name);
  }

  /** The initial value of the accumulator, which is computed when it is first read. */
  #start(): Result {
    const value = this.#parts.accuInit.eval(this.#outer);
    if (value instanceof ListValue && value.size === 0) return new GrowingList();
    if (value instanceof MapValue && value.size === 0) return new GrowingMap();
    return value;
  }
}
