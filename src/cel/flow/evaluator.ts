import type { Call, Comprehension, Expr, MapEntry, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { functionOf } from '../expression-tree.ts';
import { elementsOf } from './elements.ts';
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
  TRUE,
  UNKNOWN,
  type Value,
  weightOf,
} from './values.ts';
import type { World } from './world.ts';

/** What the variables of an environment stand for, by their full names. */
export type Variables = (name: string) => Value | undefined;

/** No expression is nested deeper; chains of variables may be. */
const DEEPEST = 1200;

/** What is done with a value counts as more than one step where its text has more than 2 to the power of so many characters. */
const LIGHT = 7;

interface Scope {
  readonly name: string;
  readonly value: Value;
  readonly outer: Scope | undefined;
}

/**
 * Evaluates an expression in one world as cel-go does at run time: an error is absorbed by `&&` and `||`
 * where another operand decides, a fold stops early, and an optional selection has no errors. Only
 * selections of what is not there are errors here; whatever else may fail is taken to go well.
 *
 * Source: `interpreter/interpretable.go` of cel-go.
 */
export class Evaluator {
  readonly #world: World;
  #depth = 0;

  constructor(world: World) {
    this.#world = world;
  }

  evaluate(checked: CheckedAst, variables: Variables): Value {
    return new Evaluation(this.#world, checked, variables, this).evaluate(
      checked.ast.expr,
      undefined,
    );
  }

  /** Goes one level down; false where that is too deep or too much. */
  enter(): boolean {
    this.#depth++;
    if (this.#depth > DEEPEST) this.#world.abandon();
    return this.#world.step();
  }

  leave(): void {
    this.#depth--;
  }
}

class Evaluation {
  readonly #world: World;
  readonly #checked: CheckedAst;
  readonly #variables: Variables;
  readonly #evaluator: Evaluator;

  constructor(world: World, checked: CheckedAst, variables: Variables, evaluator: Evaluator) {
    this.#world = world;
    this.#checked = checked;
    this.#variables = variables;
    this.#evaluator = evaluator;
  }

  evaluate(expr: Expr, scope: Scope | undefined): Value {
    const value = this.#evaluator.enter() ? this.#valueOf(expr, scope) : UNKNOWN;
    this.#evaluator.leave();
    this.#world.spend(weightOf(value) >> LIGHT);
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
          { kind: 'constant', value: { type: 'string', value: name } },
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
    const full = reference?.kind === 'variable' ? reference.name : name;
    const value = this.#variables(full);
    if (value !== undefined) return value;
    if (this.#checked.types.get(expr.id)?.kind === 'type') {
      return { kind: 'constant', value: { type: 'type', name: full } };
    }
    return { kind: 'term', text: full, leaves: [full.split('.', 1)[0] ?? full] };
  }

  #select(expr: Select, scope: Scope | undefined): Value {
    // A name with dots may be one variable, such as authorizer.requestResource.
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
      const found = optionalMember(operand.value, field, this.#world);
      return testOnly && found.kind === 'optional' ? bool(found.value !== undefined) : found;
    }
    const key: Value = { kind: 'constant', value: { type: 'string', value: field } };
    if (testOnly) return contains(operand, key, this.#world);
    return elementAt(operand, key, { expr, checked: this.#checked }, this.#world);
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
    const reference = this.#checked.references.get(expr.id);
    const isNamespaced = reference?.kind === 'function' && reference.isNamespaced;
    const given =
      expr.target === undefined || isNamespaced ? expr.args : [expr.target, ...expr.args];
    const values: Value[] = [];
    for (const arg of given) {
      const value = this.evaluate(arg, scope);
      if (isFinal(value)) return value;
      values.push(value);
    }
    const [first = UNKNOWN, second = UNKNOWN] = values;
    switch (name) {
      case '_?._':
      case '_[?_]':
        return optionalElementAt(first, second, this.#world);
      case '_[_]':
        if (first.kind === 'optional') {
          return first.value === undefined
            ? NONE
            : optionalElementAt(first.value, second, this.#world);
        }
        return elementAt(first, second, { expr, checked: this.#checked }, this.#world);
      default:
        return call(name, values, this.#world);
    }
  }

  /** `&&` and `||`: the operand that decides, or an error that no other operand absorbs. */
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
    return isFinal(value) ? value : truthOf(value, this.#world);
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

  /** `optional.or(optional)` and `optional.orValue(value)` look at the second one only if they need it. */
  #alternative(expr: Call, name: 'or' | 'orValue', scope: Scope | undefined): Value {
    const [other] = expr.args;
    if (expr.target === undefined || other === undefined) return UNKNOWN;
    const value = this.evaluate(expr.target, scope);
    if (isFinal(value)) return value;
    if (value.kind !== 'optional') {
      const alternative = this.evaluate(other, scope);
      return isFinal(alternative) ? alternative : call(name, [value, alternative], this.#world);
    }
    if (value.value === undefined) return this.evaluate(other, scope);
    return name === 'or' ? value : value.value;
  }

  #fold(expr: Comprehension, scope: Scope | undefined): Value {
    const range = this.evaluate(expr.iterRange, scope);
    if (isFinal(range)) return range;
    const elements = elementsOf(range, this.#world);
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
      const goesOn = this.#condition(expr.loopCondition, inner);
      if (goesOn === false) break;
      if (typeof goesOn !== 'boolean') return goesOn;
      accumulated = this.evaluate(expr.loopStep, inner);
      if (this.#world.isAbandoned) return UNKNOWN;
    }
    return this.evaluate(expr.result, within(accumulated));
  }
}

/** Whether a value is one of which nothing more can come. */
function isFinal(value: Value): boolean {
  return value.kind === 'failed' || value.kind === 'unknown';
}
