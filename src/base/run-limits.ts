import type { Steps } from './steps.ts';

/**
 * The number of instructions above which each match of a pattern is a large one. The largest patterns in use have about
 * 1,500.
 */
const LARGE_PROGRAM = 3000;

/** The work above which a match is a large one, as instructions times characters. It takes 20 milliseconds at most. */
const LARGE_MATCH = 1e6;

/** The most work of the large matches of one run. It takes about twenty seconds at most. */
const MOST_WORK = 1e9;

/** The most work of the other matches of one run. Twenty thousand HTTPRoutes need a hundredth of it. */
const MOST_SMALL_WORK = 5e9;

/** The cost of the server above which an evaluation of CEL is a large one. It takes three milliseconds. */
const LARGE_EVALUATION = 10_000;

/** The highest cost of all large evaluations of a run. They take about thirty seconds. */
const MOST_COST = 1e8;

/** The highest cost of all other evaluations of a run, and of the work around them. */
const MOST_SMALL_COST = 1e9;

/** The cost of each decision of a policy in addition to its evaluations: a run makes two million decisions at most. */
export const COST_OF_DECISION = 500;

/** The cost of finding out whether a policy, a binding, a rule of them or a param is for a request. */
export const COST_OF_MATCH = 20;

/** The cost of opening policies, for each character of them: a run opens 33 million characters at most. */
const COST_OF_CHARACTER = 30;

/** Thrown instead of an evaluation or decision if the others of the run took too much time. */
export class EvaluationLimitExceeded {
  readonly exceeded = 'evaluations';
  readonly message: string = 'it takes too much time to evaluate all expressions';
}

/** Thrown instead of opening policies if the run has opened too many. */
export class OpeningLimitExceeded extends EvaluationLimitExceeded {
  override readonly message = 'it takes too much time to read the policies again for each test';
}

/** Thrown instead of matching a pattern that takes too much time. The server's result is then unknown. */
export class MatchingLimitExceeded {
  readonly exceeded = 'matching';
  readonly message = 'it takes too much time to match a pattern';
}

/**
 * The work of matching and of evaluations that a run may still do. Large ones have a limit of their own, which a few
 * can reach.
 */
class RunBudget {
  #left = MOST_WORK;
  #leftForSmall = MOST_SMALL_WORK;
  #cost = 0;
  #smallCost = 0;

  get hasCost(): boolean {
    return this.#cost < MOST_COST && this.#smallCost < MOST_SMALL_COST;
  }

  addCost(cost: number): void {
    if (cost > LARGE_EVALUATION) this.#cost += cost;
    else this.addSmallCost(cost);
  }

  addSmallCost(cost: number): void {
    this.#smallCost += cost;
  }

  spend(work: number): void {
    if (work > this.#left) throw new MatchingLimitExceeded();
    this.#left -= work;
  }

  spendOnSmall(work: number): void {
    if (work > this.#leftForSmall) throw new MatchingLimitExceeded();
    this.#leftForSmall -= work;
  }
}

/**
 * The budget of the run whose step is done now. Undefined outside of runs, where each match has a budget of its own.
 */
let current: RunBudget | undefined;

/**
 * Does the steps of a run, which has one limit for all matches and one for all evaluations. Steps of other runs may
 * come in between. A run that is a part of another one has no limits of its own.
 */
export function* withinRunLimits<T>(steps: Steps<T>): Steps<T> {
  const budget = current ?? new RunBudget();
  for (;;) {
    const step = withBudget(budget, () => steps.next());
    if (step.done === true) return step.value;
    yield;
  }
}

/** Does work that has the limits of a run: those of the run around it if there is one. */
export function limitRun<T>(work: () => T): T {
  return limitsOfRun()(work);
}

/** Does a part of the work of a run. All parts have the same limits, and other runs may come in between. */
export type LimitedRun = <T>(work: () => T) => T;

/** Makes the limits of a run: those of the run around it if there is one. */
export function limitsOfRun(): LimitedRun {
  const budget = current ?? new RunBudget();
  return (work) => withBudget(budget, work);
}

function withBudget<T>(budget: RunBudget, work: () => T): T {
  const outer = current;
  current = budget;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/**
 * Does an evaluation, whose cost counts for the run.
 *
 * @throws EvaluationLimitExceeded
 */
export function countEvaluation<T extends { readonly cost: number }>(evaluate: () => T): T {
  countCost(0);
  const result = evaluate();
  current?.addCost(result.cost);
  return result;
}

/**
 * Counts the work around evaluations.
 *
 * @param cost the cost of evaluations that take as long
 * @throws EvaluationLimitExceeded
 */
export function countCost(cost: number): void {
  if (current !== undefined && !current.hasCost) throw new EvaluationLimitExceeded();
  current?.addSmallCost(cost);
}

/**
 * Counts the work of opening the policies of tests, and the objects that they need.
 *
 * @throws OpeningLimitExceeded
 */
export function countOpening(
  sources: readonly { readonly content: { readonly length: number } }[],
): void {
  if (current !== undefined && !current.hasCost) throw new OpeningLimitExceeded();
  for (const { content } of sources) current?.addSmallCost(COST_OF_CHARACTER * content.length);
}

/**
 * Counts the work of matching a pattern before it is done. Matching takes the number of instructions times the length
 * of the text at most. Repetitions count as instructions, and Go allows 1,000 of each.
 *
 * @param instructions of the compiled pattern
 * @param codeUnits the length of the text
 * @throws MatchingLimitExceeded
 */
export function countMatching(instructions: number, codeUnits: number): void {
  const work = instructions * codeUnits;
  const budget = current ?? new RunBudget();
  if (instructions <= LARGE_PROGRAM && work <= LARGE_MATCH) budget.spendOnSmall(work);
  else budget.spend(work);
}

/**
 * A text that counts the work of searches in it while they are done. To find all matches takes a time that grows with
 * the square of the length if each search reads to the end, as with `a(.*b)?`, and a linear time with most patterns.
 *
 * @param instructions of the compiled pattern
 */
export function countedText(text: string, instructions: number): string {
  if (instructions * text.length * text.length <= LARGE_MATCH) return text;
  const budget = current ?? new RunBudget();
  // The characters that are counted at once.
  const batch = Math.ceil(LARGE_MATCH / instructions);
  let left = batch;
  const charCodeAt = (index: number): number => {
    left--;
    if (left === 0) {
      left = batch;
      budget.spend(instructions * batch);
    }
    return text.charCodeAt(index);
  };
  // The library takes objects of JavaScript's String as texts, and reads them by their methods. A class that extends
  // String would make all code that reads strings slower, by a tenth for the whole run.
  return Object.assign(Object(text), { charCodeAt });
}
