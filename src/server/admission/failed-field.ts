import type { Comprehension, Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { childrenOf } from '../../cel/expression-tree.ts';
import { ListValue, type Result } from '../../cel/values/value.ts';
import type { PolicyExpression, PolicyVariables } from './compiled-policy.ts';
import type { Trace } from './decision.ts';
import {
  evaluatePart,
  loopMacroOf,
  type PartScope,
  roundsOf,
  variableOf,
  withBinding,
} from './partial-evaluation.ts';

/** The path of a value in the object of a request: names of fields, keys of maps, positions in lists. */
export type ObjectPath = readonly (string | number)[];

/**
 * The field of the object that makes an expression false, or fail: that of the operand which decides, and within a
 * macro that of the element which does. For `!has(object.spec) || object.spec.containers.all(c, c.image != '')` it is
 * `spec.containers[1].image`.
 *
 * @returns undefined if the result does not depend on the object
 */
export function failedField({ expression, bindings, variables }: Trace): ObjectPath | undefined {
  const { compiled, context } = expression;
  if (!compiled.ok) return undefined;
  const scope = { checked: compiled.checked, context, bindings, paths: ROOT };
  return new FieldSearch(variables).find(compiled.checked.ast.expr, scope);
}

/** The fields of the object that an expression reads, also by the variables that it uses. */
export function readFields({ expression, variables }: Trace): readonly ObjectPath[] {
  const found = new Map<string, ObjectPath>();
  const seen = new Set<PolicyExpression>();
  const visitExpression = (one: PolicyExpression): void => {
    if (seen.has(one) || !one.compiled.ok) return;
    seen.add(one);
    visit(one.compiled.checked.ast.expr, one.compiled.checked);
  };
  const visit = (expr: Expr, checked: CheckedAst): void => {
    const variable = variableOf(expr, variables);
    if (variable !== undefined) visitExpression(variable);
    const path = constantPath(expr);
    if (path === undefined) for (const child of childrenOf(expr, checked)) visit(child, checked);
    else found.set(JSON.stringify(path), path);
  };
  visitExpression(expression);
  return [...found.values()];
}

/** The path of a chain of selections from `object`; undefined for other expressions. */
function constantPath(expr: Expr): ObjectPath | undefined {
  if (expr.kind === 'ident') return expr.name === 'object' ? [] : undefined;
  if (expr.kind === 'select') {
    const path = constantPath(expr.operand);
    return path && [...path, expr.field];
  }
  const indexed = indexOf(expr);
  if (indexed === undefined) return undefined;
  const path = constantPath(indexed.operand);
  if (path === undefined) return undefined;
  const { index } = indexed;
  // An index that is computed may be any.
  return index.kind === 'const' ? [...path, ...constantStep(index)] : undefined;
}

function constantStep({ value }: Expr & { readonly kind: 'const' }): ObjectPath {
  if (value.type === 'string') return [value.value];
  return value.type === 'int' || value.type === 'uint' ? [Number(value.value)] : [];
}

const INDEX_FUNCTIONS: ReadonlySet<string> = new Set(['_[_]', '_[?_]', '_?._']);

/** The parts of `operand[index]`, `operand[?index]` and `operand.?index`. */
function indexOf(expr: Expr): { readonly operand: Expr; readonly index: Expr } | undefined {
  if (expr.kind !== 'call' || !INDEX_FUNCTIONS.has(expr.function)) return undefined;
  const [operand, index] = expr.args;
  return operand === undefined || index === undefined ? undefined : { operand, index };
}

/** The variables and types that a part of an expression can use. */
interface SearchScope extends PartScope {
  /** The paths of the variables whose values are parts of the object. */
  readonly paths: ReadonlyMap<string, ObjectPath>;
}

const ROOT: ReadonlyMap<string, ObjectPath> = new Map([['object', []]]);

/** Functions of an optional value that return the value itself. */
const UNWRAPPING: ReadonlySet<string> = new Set(['orValue', 'value', 'or']);

class FieldSearch {
  readonly #variables: PolicyVariables;

  constructor(variables: PolicyVariables) {
    this.#variables = variables;
  }

  /** The field that decides the result of an expression. */
  find(expr: Expr, scope: SearchScope): ObjectPath | undefined {
    const path = this.#pathOf(expr, scope);
    if (path !== undefined) return path;
    const variable = variableOf(expr, this.#variables);
    if (variable !== undefined)
      return this.#inVariable(variable, scope, (one, own) => this.find(one, own));
    if (expr.kind === 'comprehension') return this.#findInLoop(expr, scope);
    const deciding = this.#decidingParts(expr, scope);
    for (const part of deciding) {
      const found = this.find(part, scope);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The parts of an expression, the one that decides its result first. */
  #decidingParts(expr: Expr, scope: SearchScope): readonly Expr[] {
    const parts = childrenOf(expr, scope.checked);
    if (expr.kind !== 'call') return parts;
    const { function: name } = expr;
    if (name === '_&&_' || name === '_||_') {
      // One operand decides alone; otherwise all of them do, and the first ones are mostly guards of the last one.
      const deciding = name === '_||_';
      const alone = parts.filter((part) => evaluatePart(part, scope) === deciding);
      return alone.length > 0 ? alone : [...parts].reverse();
    }
    if (name === '_?_:_') {
      const [condition, yes, no] = parts;
      if (condition === undefined || yes === undefined || no === undefined) return parts;
      return [evaluatePart(condition, scope) === true ? yes : no, condition];
    }
    return parts;
  }

  #findInLoop(expr: Comprehension, scope: SearchScope): ObjectPath | undefined {
    const macro = loopMacroOf(expr, scope);
    const range = macro?.range ?? expr.iterRange;
    const whole = () => this.#pathOf(range, scope) ?? this.find(range, scope);
    if (macro === undefined) return whole();
    const { name, predicate } = macro;
    for (const round of this.#rounds(expr, range, scope)) {
      const result = evaluatePart(predicate, round);
      const decides = name === 'all' ? result !== true : result === true;
      if (decides) return this.find(predicate, round) ?? whole();
    }
    return whole();
  }

  /** The scopes of the rounds of a loop over a list or a map. */
  *#rounds(expr: Comprehension, range: Expr, scope: SearchScope): Iterable<SearchScope> {
    const { iterVar, iterVar2 } = expr;
    for (const { key, first, second } of roundsOf(expr, range, scope)) {
      const path = this.#elementPath(range, key, scope);
      const inner = withVariable(scope, iterVar, first, path);
      yield iterVar2 === undefined || second === undefined
        ? inner
        : withVariable(inner, iterVar2, second, path);
    }
  }

  /** The path of an element of a list or map; also of a list that others are joined to. */
  #elementPath(range: Expr, key: string | number, scope: SearchScope): ObjectPath | undefined {
    const path = this.#pathOf(range, scope);
    if (path !== undefined) return [...path, key];
    const variable = variableOf(range, this.#variables);
    if (variable !== undefined) {
      return this.#inVariable(variable, scope, (expr, own) => this.#elementPath(expr, key, own));
    }
    if (range.kind !== 'call') return undefined;
    const [first, second, third] = range.args;
    if (range.function === '_+_' && typeof key === 'number' && first && second) {
      const left = evaluatePart(first, scope);
      if (!(left instanceof ListValue)) return undefined;
      return key < left.size
        ? this.#elementPath(first, key, scope)
        : this.#elementPath(second, key - left.size, scope);
    }
    if (range.function === '_?_:_' && first && second && third) {
      const branch = evaluatePart(first, scope) === true ? second : third;
      return this.#elementPath(branch, key, scope);
    }
    return undefined;
  }

  /** The path of an expression whose value is a part of the object. */
  #pathOf(expr: Expr, scope: SearchScope): ObjectPath | undefined {
    if (expr.kind === 'ident') return scope.paths.get(expr.name);
    const variable = variableOf(expr, this.#variables);
    if (variable !== undefined) {
      return this.#inVariable(variable, scope, (one, own) => this.#pathOf(one, own));
    }
    if (expr.kind === 'select') {
      const path = this.#pathOf(expr.operand, scope);
      return path && [...path, expr.field];
    }
    if (expr.kind !== 'call') return undefined;
    if (expr.target !== undefined && UNWRAPPING.has(expr.function)) {
      return this.#pathOf(expr.target, scope);
    }
    const indexed = indexOf(expr);
    const path = indexed && this.#pathOf(indexed.operand, scope);
    if (indexed === undefined || path === undefined) return undefined;
    const key = evaluatePart(indexed.index, scope);
    if (typeof key === 'string') return [...path, key];
    return typeof key === 'bigint' ? [...path, Number(key)] : path;
  }

  #inVariable<T>(
    { compiled, context }: PolicyExpression,
    { bindings }: SearchScope,
    find: (expr: Expr, scope: SearchScope) => T,
  ): T | undefined {
    if (!compiled.ok) return undefined;
    const { checked } = compiled;
    return find(checked.ast.expr, { checked, context, bindings, paths: ROOT });
  }
}

function withVariable(
  scope: SearchScope,
  name: string,
  value: Result,
  path: ObjectPath | undefined,
): SearchScope {
  const paths = new Map(scope.paths);
  if (path === undefined) paths.delete(name);
  else paths.set(name, path);
  return { ...withBinding(scope, name, value), paths };
}
