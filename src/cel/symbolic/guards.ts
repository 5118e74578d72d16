import type { Call, Comprehension, Expr } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { functionOf } from '../expression-tree.ts';

/** An iteration variable of a comprehension, with those of the comprehensions around it. */
export interface LocalVariable<T> {
  readonly name: string;
  /** The key of the variable, which is unique within all expressions. */
  readonly key: string;
  readonly value: T;
  readonly outer: LocalVariable<T> | undefined;
}

type Names = Pick<LocalVariable<unknown>, 'name' | 'key'> & { readonly outer: Names | undefined };

/** The local variable that a name refers to. */
export function findLocal<T extends Names>(name: string, scope: T | undefined): T | undefined;
export function findLocal(name: string, scope: Names | undefined): Names | undefined {
  for (let inner = scope; inner !== undefined; inner = inner.outer) {
    if (inner.name === name) return inner;
  }
  return undefined;
}

/**
 * A key for a reference: a variable, or a chain of selections from one. References with the same key have the same
 * value. Undefined for any other expression.
 */
export function referenceKey(expr: Expr, checked: CheckedAst, scope?: Names): string | undefined {
  const reference = checked.references.get(expr.id);
  if (reference?.kind === 'variable') {
    const local = expr.kind === 'ident' ? findLocal(expr.name, scope) : undefined;
    return local?.key ?? reference.name;
  }
  if (expr.kind === 'select' && !expr.testOnly) {
    const operand = referenceKey(expr.operand, checked, scope);
    return operand === undefined ? undefined : memberKey(operand, expr.field);
  }
  if (expr.kind !== 'call' || functionOf(expr, checked) !== '_[_]') return undefined;
  const [operand, index] = expr.args;
  if (operand === undefined || index === undefined) return undefined;
  return elementKey(referenceKey(operand, checked, scope), index, checked, scope);
}

/** The key of `operand.field`, given the key of the operand. */
export function memberKey(operand: string, field: string): string {
  return `${operand}.${JSON.stringify(field)}`;
}

/** The key of `operand[index]`, if the index is a string literal or a reference. */
export function elementKey(
  operand: string | undefined,
  index: Expr,
  checked: CheckedAst,
  scope?: Names,
): string | undefined {
  if (operand === undefined) return undefined;
  const name = stringLiteral(index);
  if (name !== undefined) return memberKey(operand, name);
  const key = referenceKey(index, checked, scope);
  return key === undefined ? undefined : `${operand}[${key}]`;
}

/** Reports whether a condition only tests whether a value is present or not null. */
export function isPresenceTest(condition: Expr, checked: CheckedAst): boolean {
  if (condition.kind === 'select') return condition.testOnly;
  if (condition.kind !== 'call') return false;
  const [first, second] = condition.args;
  switch (functionOf(condition, checked)) {
    case '!_':
      return first !== undefined && isPresenceTest(first, checked);
    case '_==_':
    case '_!=_':
      return first !== undefined && second !== undefined && (isNull(first) || isNull(second));
    case '@in':
      return first !== undefined && stringLiteral(first) !== undefined;
    default:
      return false;
  }
}

export function stringLiteral(expr: Expr): string | undefined {
  return expr.kind === 'const' && expr.value.type === 'string' ? expr.value.value : undefined;
}

/** A fact about a reference. */
export interface Guard {
  readonly key: string;
  /** The fact that the guard establishes: the value can be selected, or it is not null. */
  readonly is: 'present' | 'not null';
}

/**
 * The facts that follow from the result of a condition: if `has(a.b) && a.c != null` is true, `a.b` is present and
 * `a.c` is not null.
 */
export function guardsOf(
  condition: Expr,
  truth: boolean,
  checked: CheckedAst,
  scope?: Names,
): readonly Guard[] {
  if (condition.kind === 'select') {
    if (!condition.testOnly || !truth) return [];
    const operand = referenceKey(condition.operand, checked, scope);
    return operand === undefined ? [] : presenceOf(operand, memberKey(operand, condition.field));
  }
  if (condition.kind === 'comprehension') {
    return truth ? guardsOfSearch(condition, checked, scope) : [];
  }
  if (condition.kind !== 'call') return [];
  const operandGuards = (expr: Expr | undefined, is: boolean) =>
    expr === undefined ? [] : guardsOf(expr, is, checked, scope);
  const [first, second] = condition.args;
  switch (functionOf(condition, checked)) {
    case '!_':
      return operandGuards(first, !truth);
    case '_&&_':
      return truth ? condition.args.flatMap((arg) => operandGuards(arg, true)) : [];
    case '_||_':
      return truth ? [] : condition.args.flatMap((arg) => operandGuards(arg, false));
    case '_!=_':
      return truth ? notNull(condition, checked, scope) : [];
    case '_==_':
      return truth ? [] : notNull(condition, checked, scope);
    case '@in': {
      const name = first === undefined ? undefined : stringLiteral(first);
      return !truth || name === undefined || second === undefined
        ? []
        : guardsOfKey(second, name, checked, scope);
    }
    default:
      return [];
  }
}

/** The facts that follow from `map.exists(key, key == 'name')`, which is another way to write `'name' in map`. */
function guardsOfSearch(
  { iterRange, iterVar, accuVar, loopStep }: Comprehension,
  checked: CheckedAst,
  scope?: Names,
): readonly Guard[] {
  if (loopStep.kind !== 'call' || functionOf(loopStep, checked) !== '_||_') return [];
  const [accumulated, predicate] = loopStep.args;
  if (predicate === undefined || !isVariable(accumulated, accuVar)) return [];
  const name = requiredValue(predicate, iterVar, checked);
  return name === undefined ? [] : guardsOfKey(iterRange, name, checked, scope);
}

/** The string that a variable is equal to whenever a condition is true. */
function requiredValue(condition: Expr, variable: string, checked: CheckedAst): string | undefined {
  if (condition.kind !== 'call') return undefined;
  const [first, second] = condition.args;
  switch (functionOf(condition, checked)) {
    case '_&&_':
      for (const arg of condition.args) {
        const value = requiredValue(arg, variable, checked);
        if (value !== undefined) return value;
      }
      return undefined;
    case '_==_':
      if (first === undefined || second === undefined) return undefined;
      if (isVariable(first, variable)) return stringLiteral(second);
      return isVariable(second, variable) ? stringLiteral(first) : undefined;
    default:
      return undefined;
  }
}

function isVariable(expr: Expr | undefined, name: string): boolean {
  return expr?.kind === 'ident' && expr.name === name;
}

/** The facts that follow from a map that contains a key. */
function guardsOfKey(
  map: Expr,
  name: string,
  checked: CheckedAst,
  scope?: Names,
): readonly Guard[] {
  // In a list, it is an element and not a key.
  if (checked.types.get(map.id)?.kind === 'list') return [];
  const operand = referenceKey(map, checked, scope);
  return operand === undefined ? [] : presenceOf(operand, memberKey(operand, name));
}

function presenceOf(operand: string, member: string): readonly Guard[] {
  return [
    { key: operand, is: 'not null' },
    { key: member, is: 'present' },
  ];
}

function notNull({ args }: Call, checked: CheckedAst, scope?: Names): readonly Guard[] {
  const [first, second] = args;
  if (first === undefined || second === undefined) return [];
  const compared = isNull(second) ? first : isNull(first) ? second : undefined;
  const key = compared === undefined ? undefined : referenceKey(compared, checked, scope);
  return key === undefined ? [] : [{ key, is: 'not null' }];
}

function isNull(expr: Expr): boolean {
  return expr.kind === 'const' && expr.value.type === 'null';
}
