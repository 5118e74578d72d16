import { Evaluator } from './evaluator.ts';
import { truthOf } from './truth.ts';
import type { Failure, Value } from './values.ts';
import { type Budget, type Decisions, Trail, World } from './world.ts';

/** A question about the inputs of an expression. */
export interface Question {
  /** Evaluates what may fail. */
  readonly evaluate: (world: World, evaluator: Evaluator) => Value;
  /**
   * Whether a world in which it fails is that of an ordinary input: one that nothing else refuses. Asked
   * only then, and may decide more about the world.
   */
  readonly isOrdinary: (world: World, evaluator: Evaluator) => boolean;
}

/** What would come out if a selection gave nothing instead of an error; `true` and `false` of conditions only. */
export type Reading = 'true' | 'false' | 'other';

/** No more worlds are tried for one question. */
const MOST_WORLDS = 200;

/** A selection that fails for some ordinary input. */
export interface FoundFailure extends Failure {
  /** For such inputs. */
  readonly readings: ReadonlySet<Reading>;
  /** What such an input has and lacks, besides what is missing: the first one that was found. */
  readonly decisions: Decisions;
}

/**
 * The selections that fail for some ordinary input, by going through all worlds that the expression can
 * tell apart, in the order of the expression. Where these are too many, what has been found until then.
 */
export function findFailures(question: Question, budget: Budget): readonly FoundFailure[] {
  const found = new Map<string, FoundFailure & { readonly readings: Set<Reading> }>();
  for (const run of worlds(question, budget)) {
    const { world, value } = run;
    if (!world.isTrusted || value.kind !== 'failed') continue;
    const key = `${value.failure.expr.id} ${value.failure.missing.text}`;
    const decisions = world.decisions();
    const reading = readingIn(question, run);
    const known = found.get(key);
    if (known?.readings.has(reading) === true || !isOrdinary(question, run)) continue;
    if (known === undefined) {
      found.set(key, { ...value.failure, readings: new Set([reading]), decisions });
    } else known.readings.add(reading);
  }
  return [...found.values()].sort((a, b) => a.expr.offset - b.expr.offset);
}

function readingIn(question: Question, { world, evaluator }: Run): Reading {
  world.judgesItself = true;
  world.readsZero = true;
  const truth = truthOf(question.evaluate(world, evaluator), world);
  // What something else refuses then is refused, whatever comes out here.
  const isRefused = truth !== false && !question.isOrdinary(world, evaluator);
  world.readsZero = false;
  if (isRefused) return 'false';
  return typeof truth !== 'boolean' ? 'other' : truth ? 'true' : 'false';
}

/** Whether there is an ordinary world in which something comes out. */
export function isOrdinarilyPossible(question: Question, budget: Budget): boolean {
  for (const run of worlds(question, budget)) {
    if (run.world.isTrusted && isOrdinary(question, run)) return true;
  }
  return false;
}

function isOrdinary(question: Question, { world, evaluator, trail }: Run): boolean {
  const { length } = trail;
  world.judgesItself = true;
  const isSo = question.isOrdinary(world, evaluator) && world.isTrusted;
  // That one such world is ordinary is enough.
  if (isSo) trail.cut(length);
  return isSo;
}

interface Run {
  readonly trail: Trail;
  readonly world: World;
  readonly evaluator: Evaluator;
  /** What comes out. */
  readonly value: Value;
}

function* worlds({ evaluate }: Question, budget: Budget): Iterable<Run> {
  const trail = new Trail();
  for (let count = 0; count < MOST_WORLDS && budget.steps > 0; count++) {
    const world = new World(trail, budget);
    const evaluator = new Evaluator(world);
    yield { trail, world, evaluator, value: evaluate(world, evaluator) };
    if (!trail.advance()) return;
  }
}
