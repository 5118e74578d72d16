import { trimSpace } from '../../base/go/white-space.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import type { Evaluation, Program } from '../../cel/evaluate/index.ts';
import { ErrorValue, OptionalValue, type Result } from '../../cel/values/value.ts';
import type { StructuralSchema } from '../crd/structural.ts';
import { byteLength } from '../kubernetes/formats/dns.ts';
import type { ValidationRule } from '../kubernetes/types.generated.ts';
import type { Value as YamlValue } from '../kubernetes/value.ts';
import type { Context } from './environments.ts';
import { optionalTypeOf } from './libraries/versioned-libraries.ts';
import { PER_CALL_LIMIT, programOf } from './runtime.ts';
import { Native } from './values/plain-values.ts';
import { selfValue } from './values/schema-values.ts';

/** A checked expression of a validation rule, with the context in which it was compiled. */
interface CheckedExpression {
  readonly checked: CheckedAst;
  readonly context: Context;
}

/** The value that a rule validates, and the one before an update; undefined if there is none. */
interface RuleValues {
  readonly self: YamlValue;
  readonly oldSelf: YamlValue | undefined;
  /** True if JSON writes `self` as a float. `wasFloat` is the same for `oldSelf`. */
  readonly isFloat?: boolean;
  readonly wasFloat?: boolean;
  readonly schema: StructuralSchema;
  readonly isResourceRoot: boolean;
}

/** The result of evaluating a rule, and the remaining cost budget; negative if nothing more can be evaluated. */
export type RuleRun = { readonly left: number } & (
  | { readonly outcome: 'passed' }
  /** The evaluation takes more memory or time than this program allows. */
  | { readonly outcome: 'unknown'; readonly reason: string }
  /** The rule is false. `message` is that of the server. */
  | { readonly outcome: 'failed'; readonly message: string }
  /** The evaluation ended in an error. */
  | { readonly outcome: 'error'; readonly error: string }
  /** The rule or its message exceeds the limit of one evaluation or the remaining budget. */
  | { readonly outcome: 'too-costly'; readonly of: 'rule' | 'message'; readonly error: string }
);

const MAX_MESSAGE_BYTES = 5 * 1024;

/**
 * The program of a validation rule of a schema, which validates values of custom resources.
 *
 * Source: `validateExpressions` in `pkg/apiserver/schema/cel/validation.go` of apiextensions-apiserver.
 */
export class RuleProgram {
  readonly #rule: ValidationRule;
  readonly #context: Context;
  readonly #condition: Program;
  readonly #message: Program | undefined;
  /** True if the rule is about a change. Failures of such a rule are never ratcheted. */
  readonly usesOldSelf: boolean;

  constructor(
    rule: ValidationRule,
    condition: CheckedExpression,
    message: CheckedExpression | undefined,
  ) {
    this.#rule = rule;
    this.#context = condition.context;
    this.#condition = programOf(condition.checked, condition.context);
    this.#message = message && programOf(message.checked, message.context);
    this.usesOldSelf = usesOldSelf(condition.checked);
  }

  /** Evaluates the rule. A transition rule passes if there is no old value. */
  run(values: RuleValues, budget: number): RuleRun {
    const { optionalOldSelf } = this.#rule;
    if (this.usesOldSelf && values.oldSelf === undefined && optionalOldSelf !== true) {
      return { outcome: 'passed', left: budget };
    }
    if (budget <= 0) return { outcome: 'too-costly', of: 'rule', error: OUT_OF_BUDGET, left: -1 };
    const { oldSelf: replaced, isFloat, wasFloat } = values;
    const self = this.#valueOf(values, values.self, isFloat);
    const before = replaced === undefined ? undefined : this.#valueOf(values, replaced, wasFloat);
    const oldSelf = optionalOldSelf === true ? this.#optional(before) : before;
    const run = evaluate(this.#condition, self, oldSelf);
    const left = budget - run.cost;
    if (left < 0) return { outcome: 'too-costly', of: 'rule', error: OUT_OF_BUDGET, left: -1 };
    if (!run.ok) {
      if (run.exceeded === undefined) return { outcome: 'error', error: run.error, left };
      return run.exceeded === 'cost'
        ? { outcome: 'too-costly', of: 'rule', error: run.error, left: -1 }
        : { outcome: 'unknown', reason: run.error, left };
    }
    if (run.value === true) return { outcome: 'passed', left };
    // The message gets the old value itself, even if the rule gets an optional value.
    return this.#fail(self, before, left);
  }

  #fail(self: Result, oldSelf: Result | undefined, budget: number): RuleRun {
    const { rule = '', message = '' } = this.#rule;
    const defaultMessage = message === '' ? `failed rule: ${trimSpace(rule)}` : trimSpace(message);
    if (this.#message === undefined) {
      return { outcome: 'failed', message: defaultMessage, left: budget };
    }
    const run = evaluate(this.#message, self, oldSelf);
    const left = budget - run.cost;
    if (left < 0) return { outcome: 'too-costly', of: 'message', error: OUT_OF_BUDGET, left: -1 };
    if (!run.ok && run.exceeded === 'cost') {
      return { outcome: 'too-costly', of: 'message', error: run.error, left: -1 };
    }
    const computed = run.ok && typeof run.value === 'string' ? trimSpace(run.value) : '';
    const isUsable =
      computed !== '' && !computed.includes('\n') && byteLength(computed) <= MAX_MESSAGE_BYTES;
    return { outcome: 'failed', message: isUsable ? computed : defaultMessage, left };
  }

  #valueOf({ schema, isResourceRoot }: RuleValues, value: YamlValue, isFloat = false): Result {
    const raw = typeof value === 'number' && isFloat ? new Native(value) : value;
    return selfValue(raw, schema, { minor: this.#context.minor, isResourceRoot });
  }

  #optional(value: Result | undefined): Result {
    const type = optionalTypeOf(this.#context.minor);
    return value instanceof ErrorValue ? value : new OptionalValue(value, type);
  }
}

const OUT_OF_BUDGET = 'the budget of all rules is used up';

function evaluate(program: Program, self: Result, oldSelf: Result | undefined): Evaluation {
  const bindings = (name: string) =>
    name === 'self' ? self : name === 'oldSelf' ? oldSelf : undefined;
  return program.evaluate(bindings, { costLimit: PER_CALL_LIMIT });
}

/** Reports whether an expression uses `oldSelf`, which makes it a transition rule. */
export function usesOldSelf({ references }: CheckedAst): boolean {
  return [...references.values()].some(
    (reference) => reference.kind === 'variable' && reference.name === 'oldSelf',
  );
}
