import type { Call, Comprehension, Expr, MapEntry, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { functionOf, operandsOf } from '../expression-tree.ts';
import { elementsOf } from './elements.ts';
import type { SymbolicInput } from './input.ts';
import { call } from './operations.ts';
import { contains, elementAt, optionalElementAt, optionalMember } from './selections.ts';
import { truthOf } from './truth.ts';
import {
  bool,
  FALSE,
  type Failed,
  list,
  map,
  NONE,
  notationLength,
  string,
  TRUE,
  UNKNOWN,
  type Value,
} from './values.ts';

/** The values of the variables of an environment, by their qualified names. */
export type Variables = (name: string) => Value | undefined;

/** The deepest nesting that is evaluated. An expression alone is never so deep, but chains of variables may be. */
const MAX_DEPTH = 1200;

/** A value counts as one more step for each 2 ** 7 characters of its notation. */
const CHARACTERS_PER_STEP_LOG2 = 7;

interface Scope {
  readonly name: string;
  readonly value: Value;
  readonly outer: Scope | undefined;
}

/**
 * Evaluates expressions on one symbolic input, as cel-go does at run time: `&&` and `||` absorb an error if another
 * operand decides the result, a comprehension can stop early, and an optional selection is never an error. Only the
 * selection of an absent value is an error here; all other operations are assumed to succeed.
 *
 * Source: `interpreter/interpretable.go` of cel-go.
 */
export class SymbolicEvaluator {
  readonly #input: SymbolicInput;
  #depth = 0;

  constructor(input: SymbolicInput) {
    this.#input = input;
  }

  evaluate(checked: CheckedAst, variables: Variables): Value {
    return new Evaluation(this.#input, checked, variables, this).evaluate(
      checked.ast.expr,
      undefined,
    );
  }

  /** Enters a nested expression; false if the execution has stopped. */
  enter(): boolean {
    this.#depth++;
    if (this.#depth > MAX_DEPTH) this.#input.abort();
    return this.#input.step();
  }

  leave(): void {
    this.#depth--;
  }
}

/** The evaluation of one expression; variables may have expressions of their own. */
class Evaluation {
  readonly #input: SymbolicInput;
  readonly #checked: CheckedAst;
  readonly #variables: Variables;
  readonly #evaluator: SymbolicEvaluator;

  constructor(
    input: SymbolicInput,
    checked: CheckedAst,
    variables: Variables,
    evaluator: SymbolicEvaluator,
  ) {
    this.#input = input;
    this.#checked = checked;
    this.#variables = variables;
    this.#evaluator = evaluator;
  }

  evaluate(expr: Expr, scope: Scope | undefined): Value {
    const value = this.#evaluator.enter() ? this.#valueOf(expr, scope) : UNKNOWN;
    this.#evaluator.leave();
    this.#input.spend(notationLength(value) >> CHARACTERS_PER_STEP_LOG2);
    return value;
  }

  #valueOf(expr: Expr, scope: Scope | undefined): Value {
    switch (expr.kind) {
      case 'const':
        return { kind: 'constant', value: expr.value };
      case 'ident':
        return this.#variable(expr, expr.name, scope);
      case 'select':
        return this.#select(expr, scope);
      case 'call':
        return this.#call(expr, scope);
      case 'list':
        return this.#list(expr.elements, expr.optionalIndices, scope);
      case 'map':
        return this.#map(expr.entries, scope);
      case 'struct': {
        const entries = expr.fields.map(({ name, value }): readonly [Value, Value] => [
          string(name),
          this.evaluate(value, scope),
        ]);
        return entries.map(([, value]) => value).find(isFinal) ?? map(entries);
      }
      case 'comprehension':
        return this.#fold(expr, scope);
    }
  }

  #variable(expr: Expr, name: string, scope: Scope | undefined): Value {
    for (let inner = scope; inner !== undefined; inner = inner.outer) {
      if (inner.name === name) return inner.value;
    }
    const reference = this.#checked.references.get(expr.id);
    const qualified = reference?.kind === 'variable' ? reference.name : name;
    const value = this.#variables(qualified);
    if (value !== undefined) return value;
    if (this.#checked.types.get(expr.id)?.kind === 'type') {
      return { kind: 'constant', value: { type: 'type', name: qualified } };
    }
    const [root = qualified] = qualified.split('.', 1);
    return { kind: 'term', notation: qualified, dependencies: [root] };
  }

  #select(expr: Select, scope: Scope | undefined): Value {
    // A qualified name can be one variable, such as authorizer.requestResource.
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind === 'variable') return this.#variable(expr, reference.name, scope);
    const operand = this.evaluate(expr.operand, scope);
    return this.#member(operand, expr);
  }

  #member(operand: Value, expr: Select): Value {
    const { field, testOnly } = expr;
    if (operand.kind === 'failed' || operand.kind === 'unknown') return operand;
    if (operand.kind === 'record') return testOnly ? TRUE : (operand.get(field) ?? UNKNOWN);
    if (operand.kind === 'optional') {
      if (operand.value === undefined) return testOnly ? FALSE : NONE;
      const found = optionalMember(operand.value, field, this.#input);
      return testOnly && found.kind === 'optional' ? bool(found.value !== undefined) : found;
    }
    const key = string(field);
    if (testOnly) return contains(operand, key, this.#input);
    return elementAt(operand, key, { expr, checked: this.#checked }, this.#input);
  }

  #list(
    elements: readonly Expr[],
    optionalIndices: readonly number[],
    scope: Scope | undefined,
  ): Value {
    const found: Value[] = [];
    for (const [index, element] of elements.entries()) {
      const value = this.evaluate(element, scope);
      if (isFinal(value)) return value;
      if (!optionalIndices.includes(index)) found.push(value);
      else if (value.kind !== 'optional') return UNKNOWN;
      else if (value.value !== undefined) found.push(value.value);
    }
    return list(found);
  }

  #map(entries: readonly MapEntry[], scope: Scope | undefined): Value {
    const found: (readonly [Value, Value])[] = [];
    for (const entry of entries) {
      const key = this.evaluate(entry.key, scope);
      if (isFinal(key)) return key;
      const value = this.evaluate(entry.value, scope);
      if (isFinal(value)) return value;
      if (!entry.optional) found.push([key, value]);
      else if (value.kind !== 'optional') return UNKNOWN;
      else if (value.value !== undefined) found.push([key, value.value]);
    }
    return map(found);
  }

  #call(expr: Call, scope: Scope | undefined): Value {
    const name = functionOf(expr, this.#checked);
    switch (name) {
      case '_&&_':
        return this.#logic(expr.args, false, scope);
      case '_||_':
        return this.#logic(expr.args, true, scope);
      case '_?_:_':
        return this.#conditional(expr.args, scope);
      case '@not_strictly_false':
        return this.#isNotStrictlyFalse(expr.args, scope);
      case 'or':
      case 'orValue':
        return this.#alternative(expr, name, scope);
    }
    const values: Value[] = [];
    for (const arg of operandsOf(expr, this.#checked)) {
      const value = this.evaluate(arg, scope);
      if (isFinal(value)) return value;
      values.push(value);
    }
    const [first = UNKNOWN, second = UNKNOWN] = values;
    switch (name) {
      case '_?._':
      case '_[?_]':
        return optionalElementAt(first, second, this.#input);
      case '_[_]':
        if (first.kind === 'optional') {
          return first.value === undefined
            ? NONE
            : optionalElementAt(first.value, second, this.#input);
        }
        return elementAt(first, second, { expr, checked: this.#checked }, this.#input);
      default:
        return call(name, values, this.#input);
    }
  }

  /**
   * `&&` and `||`: the value of the operand that decides, or else the first error.
   *
   * @param deciding the value of an operand that decides: false for `&&`, true for `||`
   */
  #logic(operands: readonly Expr[], deciding: boolean, scope: Scope | undefined): Value {
    let failed: Failed | undefined;
    for (const operand of operands) {
      const value = this.#condition(operand, scope);
      if (typeof value === 'boolean') {
        if (value === deciding) return bool(deciding);
      } else if (value.kind === 'failed') failed ??= value;
      else return value;
    }
    return failed ?? bool(!deciding);
  }

  #condition(expr: Expr, scope: Scope | undefined): boolean | Value {
    const value = this.evaluate(expr, scope);
    return isFinal(value) ? value : truthOf(value, this.#input);
  }

  #conditional(args: readonly Expr[], scope: Scope | undefined): Value {
    const [condition, ifTrue, ifFalse] = args;
    if (condition === undefined || ifTrue === undefined || ifFalse === undefined) return UNKNOWN;
    const value = this.#condition(condition, scope);
    return typeof value === 'boolean' ? this.evaluate(value ? ifTrue : ifFalse, scope) : value;
  }

  #isNotStrictlyFalse([operand]: readonly Expr[], scope: Scope | undefined): Value {
    const value = operand === undefined ? UNKNOWN : this.#condition(operand, scope);
    return typeof value === 'boolean' ? bool(value) : value.kind === 'failed' ? TRUE : value;
  }

  /** `optional.or(optional)` and `optional.orValue(value)`: the second operand is evaluated only if it is needed. */
  #alternative(expr: Call, name: 'or' | 'orValue', scope: Scope | undefined): Value {
    const [other] = expr.args;
    if (expr.target === undefined || other === undefined) return UNKNOWN;
    const value = this.evaluate(expr.target, scope);
    if (isFinal(value)) return value;
    if (value.kind !== 'optional') {
      const alternative = this.evaluate(other, scope);
      return isFinal(alternative) ? alternative : call(name, [value, alternative], this.#input);
    }
    if (value.value === undefined) return this.evaluate(other, scope);
    return name === 'or' ? value : value.value;
  }

  #fold(expr: Comprehension, scope: Scope | undefined): Value {
    const range = this.evaluate(expr.iterRange, scope);
    if (isFinal(range)) return range;
    const elements = elementsOf(range, this.#input);
    if (elements === undefined) return UNKNOWN;
    let accumulated = this.evaluate(expr.accuInit, scope);
    const within = (value: Value): Scope => ({ name: expr.accuVar, value, outer: scope });
    for (const [first, second] of elements) {
      let inner: Scope = within(accumulated);
      const { iterVar, iterVar2 } = expr;
      if (iterVar2 === undefined) inner = { name: iterVar, value: first.single, outer: inner };
      else {
        inner = { name: iterVar, value: first.index, outer: inner };
        inner = { name: iterVar2, value: second, outer: inner };
      }
      const continues = this.#condition(expr.loopCondition, inner);
      if (continues === false) break;
      if (typeof continues !== 'boolean') return continues;
      accumulated = this.evaluate(expr.loopStep, inner);
      if (this.#input.isAborted) return UNKNOWN;
    }
    return this.evaluate(expr.result, within(accumulated));
  }
}

/** Reports whether the result of an operation on a value is the value itself. */
function isFinal(value: Value): boolean {
  return value.kind === 'failed' || value.kind === 'unknown';
}
