import { Evaluator } from './evaluator.ts';
import { truthOf } from './operations.ts';
import type { Failure, Value } from './values.ts';
import { type Budget, Trail, World } from './world.ts';

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

/** No more worlds are tried for one question. */
const MOST_WORLDS = 200;

/** A selection that fails for some ordinary input. */
export interface FoundFailure extends Failure {
  /**
   * What would come out for such inputs if the selection gave nothing instead of an error; `true` and
   * `false` of conditions only.
   */
  readonly readings: ReadonlySet<'true' | 'false' | 'other'>;
}

/**
 * The selections that fail for some ordinary input, by going through all worlds that the expression can
 * tell apart, in the order of the expression. Where these are too many, what has been found until then.
 */
export function findFailures(question: Question, budget: Budget): readonly FoundFailure[] {
  const found = new Map<string, Failure & { readonly readings: Set<'true' | 'false' | 'other'> }>();
  const hasFailed = ({ kind }: Value) => kind === 'failed';
  for (const { world, evaluator, value } of ordinaryWorlds(question, budget, hasFailed)) {
    if (value.kind !== 'failed') continue;
    const { failure } = value;
    const key = `${failure.expr.id} ${failure.missing.text}`;
    const known = found.get(key) ?? { ...failure, readings: new Set() };
    found.set(key, known);
    world.readsZero = true;
    known.readings.add(readingOf(truthOf(question.evaluate(world, evaluator), world)));
  }
  return [...found.values()].sort((a, b) => a.expr.offset - b.expr.offset);
}

function readingOf(truth: boolean | Value): 'true' | 'false' | 'other' {
  return typeof truth !== 'boolean' ? 'other' : truth ? 'true' : 'false';
}

export interface OrdinaryWorld {
  readonly world: World;
  readonly evaluator: Evaluator;
  /** What comes out. */
  readonly value: Value;
}

/** The ordinary worlds in which a value comes out that one looks for. */
export function* ordinaryWorlds(
  { evaluate, isOrdinary }: Question,
  budget: Budget,
  isWanted: (value: Value) => boolean,
): Iterable<OrdinaryWorld> {
  const trail = new Trail();
  for (let count = 0; count < MOST_WORLDS && budget.steps > 0; count++) {
    const world = new World(trail, budget);
    const evaluator = new Evaluator(world);
    const value = evaluate(world, evaluator);
    if (world.isTrusted && isWanted(value)) {
      world.judgesItself = true;
      if (isOrdinary(world, evaluator) && world.isTrusted) yield { world, evaluator, value };
    }
    if (!trail.advance()) return;
  }
}
