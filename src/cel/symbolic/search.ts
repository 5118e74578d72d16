import { type Budget, Decisions } from './decisions.ts';
import { SymbolicEvaluator } from './evaluator.ts';
import { type InputDecisions, SymbolicInput } from './input.ts';
import { truthOf } from './truth.ts';
import type { Failure, Value } from './values.ts';

/** The expression that is executed symbolically, and the condition for its inputs. */
export interface Query {
  /** Evaluates the expression that may fail. */
  readonly evaluate: (input: SymbolicInput, evaluator: SymbolicEvaluator) => Value;
  /**
   * Reports whether an input is valid: no schema and no other expression refuses it. This is called only for an input
   * for which the expression fails. It can make further decisions about the input.
   */
  readonly isValid: (input: SymbolicInput, evaluator: SymbolicEvaluator) => boolean;
}

/**
 * The result of an expression if the selection of an absent value gave a zero value; `true` and `false` only for
 * conditions.
 */
type ZeroValueResult = 'true' | 'false' | 'other';

/** The most executions for one query. */
const MAX_EXECUTIONS = 200;

/** A selection that fails for a valid input. */
export interface FoundFailure extends Failure {
  /** The results for inputs for which it fails. */
  readonly zeroValueResults: ReadonlySet<ZeroValueResult>;
  /** The decisions with which it fails for the first such input. */
  readonly decisions: InputDecisions;
}

/**
 * Finds the selections that fail for a valid input, by executing the expression for all decisions that it depends on.
 *
 * @returns the failures in the order of the expression; if there are too many executions, those that were found
 */
export function findFailures(query: Query, budget: Budget): readonly FoundFailure[] {
  const found = new Map<
    string,
    FoundFailure & { readonly zeroValueResults: Set<ZeroValueResult> }
  >();
  for (const execution of executions(query, budget)) {
    const { input, value } = execution;
    if (!input.isConsistent || value.kind !== 'failed') continue;
    const { failure } = value;
    const key = `${failure.expr.id} ${failure.missing.notation}`;
    const decisions = input.decisions();
    const result = zeroValueResult(query, execution);
    const known = found.get(key);
    if (known?.zeroValueResults.has(result) === true || !isValid(query, execution)) continue;
    if (known === undefined) {
      found.set(key, { ...failure, zeroValueResults: new Set([result]), decisions });
    } else known.zeroValueResults.add(result);
  }
  return [...found.values()].sort((a, b) => a.expr.offset - b.expr.offset);
}

function zeroValueResult(query: Query, { input, evaluator }: Execution): ZeroValueResult {
  input.isValidating = true;
  input.selectsZero = true;
  const truth = truthOf(query.evaluate(input, evaluator), input);
  // If another condition then refuses the input, the result makes no difference.
  const isRefused = truth !== false && !query.isValid(input, evaluator);
  input.selectsZero = false;
  if (isRefused) return 'false';
  return typeof truth !== 'boolean' ? 'other' : truth ? 'true' : 'false';
}

/** Reports whether there is a valid input for which the query can be evaluated. */
export function hasValidInput(query: Query, budget: Budget): boolean {
  for (const execution of executions(query, budget)) {
    if (execution.input.isConsistent && isValid(query, execution)) return true;
  }
  return false;
}

function isValid(query: Query, { input, evaluator, decisions }: Execution): boolean {
  const { length } = decisions;
  input.isValidating = true;
  const valid = query.isValid(input, evaluator) && input.isConsistent;
  // One valid input is enough, so that the alternatives of its further decisions need not be tried.
  if (valid) decisions.prune(length);
  return valid;
}

interface Execution {
  readonly decisions: Decisions;
  readonly input: SymbolicInput;
  readonly evaluator: SymbolicEvaluator;
  readonly value: Value;
}

function* executions({ evaluate }: Query, budget: Budget): Iterable<Execution> {
  const decisions = new Decisions();
  for (let count = 0; count < MAX_EXECUTIONS && budget.steps > 0; count++) {
    const input = new SymbolicInput(decisions, budget);
    const evaluator = new SymbolicEvaluator(input);
    yield { decisions, input, evaluator, value: evaluate(input, evaluator) };
    if (!decisions.backtrack()) return;
  }
}
