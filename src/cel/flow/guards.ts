import type { Call, Expr } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { functionOf } from '../expression-tree.ts';

/** A variable of a fold, and those of the folds around it; `symbol` is its name in all expressions. */
export interface Local<T> {
  readonly name: string;
  readonly symbol: string;
  readonly value: T;
  readonly outer: Local<T> | undefined;
}

type Names = Pick<Local<unknown>, 'name' | 'symbol'> & { readonly outer: Names | undefined };

/** The variable of a fold that a name stands for. */
export function findLocal<T extends Names>(name: string, scope: T | undefined): T | undefined;
export function findLocal(name: string, scope: Names | undefined): Names | undefined {
  for (let inner = scope; inner !== undefined; inner = inner.outer) {
    if (inner.name === name) return inner;
  }
  return undefined;
}

/**
 * A text for a chain of selections that is the same wherever it gives the same; undefined for any other
 * expression.
 */
export function symbolOf(expr: Expr, checked: CheckedAst, scope?: Names): string | undefined {
  const reference = checked.references.get(expr.id);
  if (reference?.kind === 'variable') {
    const local = expr.kind === 'ident' ? findLocal(expr.name, scope) : undefined;
    return local?.symbol ?? reference.name;
  }
  if (expr.kind === 'select' && !expr.testOnly) {
    const operand = symbolOf(expr.operand, checked, scope);
    return operand === undefined ? undefined : memberSymbol(operand, expr.field);
  }
  if (expr.kind !== 'call' || functionOf(expr, checked) !== '_[_]') return undefined;
  const [operand, key] = expr.args;
  if (operand === undefined || key === undefined) return undefined;
  return elementSymbol(symbolOf(operand, checked, scope), key, checked, scope);
}

export function memberSymbol(operand: string, field: string): string {
  return `${operand}.${JSON.stringify(field)}`;
}

/** That of `operand[key]`, where the key is a chain of selections or a text. */
export function elementSymbol(
  operand: string | undefined,
  key: Expr,
  checked: CheckedAst,
  scope?: Names,
): string | undefined {
  if (operand === undefined) return undefined;
  const name = literalText(key);
  if (name !== undefined) return memberSymbol(operand, name);
  const symbol = symbolOf(key, checked, scope);
  return symbol === undefined ? undefined : `${operand}[${symbol}]`;
}

export function literalText(expr: Expr): string | undefined {
  return expr.kind === 'const' && expr.value.type === 'string' ? expr.value.value : undefined;
}

/** What is sure of chains of selections, by their symbols. */
export interface Guard {
  readonly symbol: string;
  /** That it can be selected, or that it is not null. */
  readonly is: 'present' | 'not null';
}

/**
 * What is sure where a condition has turned out so: of `has(a.b) && a.c != null`, where it is true, that
 * `a.b` is there and `a.c` is not null.
 */
export function guardsOf(
  condition: Expr,
  truth: boolean,
  checked: CheckedAst,
  scope?: Names,
): readonly Guard[] {
  if (condition.kind === 'select') {
    if (!condition.testOnly || !truth) return [];
    const operand = symbolOf(condition.operand, checked, scope);
    return operand === undefined ? [] : presenceOf(operand, memberSymbol(operand, condition.field));
  }
  if (condition.kind !== 'call') return [];
  const within = (expr: Expr | undefined, is: boolean) =>
    expr === undefined ? [] : guardsOf(expr, is, checked, scope);
  const [first, second] = condition.args;
  switch (functionOf(condition, checked)) {
    case '!_':
      return within(first, !truth);
    case '_&&_':
      return truth ? condition.args.flatMap((arg) => within(arg, true)) : [];
    case '_||_':
      return truth ? [] : condition.args.flatMap((arg) => within(arg, false));
    case '_!=_':
      return truth ? notNull(condition, checked, scope) : [];
    case '_==_':
      return truth ? [] : notNull(condition, checked, scope);
    case '@in': {
      // Of a list, it says something else.
      const name = first === undefined ? undefined : literalText(first);
      if (!truth || name === undefined || second === undefined) return [];
      if (checked.types.get(second.id)?.kind === 'list') return [];
      const operand = symbolOf(second, checked, scope);
      return operand === undefined ? [] : presenceOf(operand, memberSymbol(operand, name));
    }
    default:
      return [];
  }
}

function presenceOf(operand: string, member: string): readonly Guard[] {
  return [
    { symbol: operand, is: 'not null' },
    { symbol: member, is: 'present' },
  ];
}

function notNull({ args }: Call, checked: CheckedAst, scope?: Names): readonly Guard[] {
  const [first, second] = args;
  if (first === undefined || second === undefined) return [];
  const compared = isNull(second) ? first : isNull(first) ? second : undefined;
  const symbol = compared === undefined ? undefined : symbolOf(compared, checked, scope);
  return symbol === undefined ? [] : [{ symbol, is: 'not null' }];
}

function isNull(expr: Expr): boolean {
  return expr.kind === 'const' && expr.value.type === 'null';
}
