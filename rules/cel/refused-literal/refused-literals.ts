import type { Constant, Expr } from '../../../src/cel/ast.ts';
import type { CheckedAst } from '../../../src/cel/check/checked-ast.ts';
import type { FunctionDeclaration } from '../../../src/cel/declarations.ts';
import { callsIn } from '../../../src/cel/expression-tree.ts';
import { constantValue } from '../../../src/cel/values/constant-value.ts';
import { ErrorValue, type Value } from '../../../src/cel/values/value.ts';

/** A string literal that a function cannot parse, so that each evaluation of the call fails. */
interface RefusedLiteral {
  /** The name of the function: `ip`, `containsCIDR`. */
  readonly function: string;
  readonly argument: Constant;
  readonly literal: string;
  /** The error of the function that parses it. */
  readonly reason: string;
}

/**
 * The literals that the functions of an expression refuse when they are called, in the order of {@link callsIn}. The
 * server compiles such an expression without an error.
 *
 * @param functions the functions of the environment in which the expression was compiled
 */
export function refusedLiterals(
  checked: CheckedAst,
  functions: ReadonlyMap<string, FunctionDeclaration>,
): readonly RefusedLiteral[] {
  const refused: RefusedLiteral[] = [];
  for (const call of callsIn(checked)) {
    const reference = checked.references.get(call.id);
    if (reference?.kind !== 'function') continue;
    const { name, overloads } = reference;
    const [argument, option] = call.args;
    if (argument?.kind !== 'const' || argument.value.type !== 'string') continue;
    const declared = functions.get(name);
    const { parseLiteral } =
      [...(declared?.globals ?? []), ...(declared?.members ?? [])].find(
        ({ id }) => overloads.length === 1 && id === overloads[0],
      ) ?? {};
    const literal = argument.value.value;
    const parsed = parseLiteral?.(literal, literalValue(option));
    if (parsed instanceof ErrorValue) {
      refused.push({ function: name, argument, literal, reason: parsed.message });
    }
  }
  return refused;
}

function literalValue(expr: Expr | undefined): Value | undefined {
  return expr?.kind === 'const' ? constantValue(expr.value) : undefined;
}
