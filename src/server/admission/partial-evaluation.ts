import type { Comprehension, Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { Program } from '../../cel/evaluate/index.ts';
import type { Bindings } from '../../cel/evaluate/scope.ts';
import { ErrorValue, ListValue, MapValue, type Result } from '../../cel/values/value.ts';
import type { Context } from '../expressions/environments.ts';
import { PER_CALL_LIMIT, runtimeOf } from '../expressions/runtime.ts';
import type { PolicyExpression, PolicyVariables } from './compiled-policy.ts';

/** The expression, variables and environment with which a part of an expression is evaluated. */
export interface PartScope {
  readonly checked: CheckedAst;
  readonly context: Context;
  readonly bindings: Bindings;
}

/** The value of a part of an expression. */
export function evaluatePart(expr: Expr, { checked, context, bindings }: PartScope): Result {
  const part: CheckedAst = { ...checked, ast: { ...checked.ast, expr } };
  const result = new Program(part, runtimeOf(context)).evaluate(bindings, {
    costLimit: PER_CALL_LIMIT,
  });
  return result.ok ? result.value : new ErrorValue(result.error);
}

/** A scope with one more variable. */
export function withBinding<S extends PartScope>(scope: S, name: string, value: Result): S {
  const bindings: Bindings = (one) => (one === name ? value : scope.bindings(one));
  return { ...scope, bindings };
}

/** A macro that calls its last argument for the elements of a list or map, as written. */
interface LoopMacro {
  /** The name of the macro, such as `all`. */
  readonly name: string;
  readonly range: Expr;
  readonly predicate: Expr;
}

/** The macro that a comprehension is expanded from. */
export function loopMacroOf(
  expr: Comprehension,
  { checked }: Pick<PartScope, 'checked'>,
): LoopMacro | undefined {
  const macro = checked.ast.macroCalls.get(expr.id);
  const predicate = macro?.args.at(-1);
  if (macro?.target === undefined || predicate === undefined) return undefined;
  return { name: macro.function, range: macro.target, predicate };
}

/** One round of a loop: the key or position of the element, and the values of the variables. */
interface Round {
  readonly key: string | number;
  readonly first: Result;
  /** Undefined for a macro with one variable. */
  readonly second: Result | undefined;
}

/** The rounds of a loop over the value of its range. Of a map, only keys that are strings count. */
export function roundsOf(
  { iterVar2 }: Comprehension,
  range: Expr,
  scope: PartScope,
): readonly Round[] {
  const value = evaluatePart(range, scope);
  const hasTwo = iterVar2 !== undefined;
  if (value instanceof ListValue) {
    return Array.from({ length: value.size }, (_, key): Round => {
      const element = value.at(key);
      return hasTwo
        ? { key, first: BigInt(key), second: element }
        : { key, first: element, second: undefined };
    });
  }
  if (!(value instanceof MapValue)) return [];
  return [...value.keys()].flatMap((key): readonly Round[] =>
    typeof key === 'string'
      ? [{ key, first: key, second: hasTwo ? (value.find(key) ?? null) : undefined }]
      : [],
  );
}

/** The variable of the policy that an expression selects: `variables.name`. */
export function variableOf(expr: Expr, variables: PolicyVariables): PolicyExpression | undefined {
  return expr.kind === 'select' &&
    expr.operand.kind === 'ident' &&
    expr.operand.name === 'variables'
    ? variables.get(expr.field)
    : undefined;
}
