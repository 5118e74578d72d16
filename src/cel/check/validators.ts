import type { Constant, Expr } from '../ast.ts';
import type { Validator } from '../environment.ts';
import { callsIn, childrenOf, functionOf } from '../expression-tree.ts';
import { ERROR, formatType, isEquivalent, type Type, unwrapOptional } from '../types.ts';
import type { CheckedAst } from './checked-ast.ts';

/**
 * Refuses calls of a function whose first argument in the parentheses is a literal that `accepts` does not accept.
 * For `matches(text, pattern)` this is the text and not the pattern, as in the server.
 *
 * Source: `formatValidator` in `cel/validator.go` of cel-go.
 */
export function literalValidator(
  name: string,
  accepts: (literal: Constant['value']) => boolean,
): Validator {
  return (checked, report) => {
    for (const call of callsIn(checked)) {
      const [literal] = call.args;
      if (literal?.kind !== 'const' || functionOf(call, checked) !== name) continue;
      if (!accepts(literal.value)) report(literal.offset, `invalid ${name} argument`);
    }
    return undefined;
  };
}

/** The calls in whose arguments literals can have elements of different types. */
interface Exemption {
  readonly function: string;
  /** Anywhere in the arguments, or only in list and map literals that are arguments or are nested in such a literal. */
  readonly reach: 'anywhere' | 'literals';
}

/**
 * Refuses list and map literals whose elements, keys or values have different types. Dyn among ints counts as
 * different, although the checker accepts it. The server panics on an optional element `?e` of the type dyn.
 *
 * Source: `homogeneousAggregateLiteralValidator` in `cel/validator.go` of cel-go.
 */
export function homogeneousLiteralsValidator(exemption: Exemption): Validator {
  return (checked, report) => {
    if (!checked.hasLiterals) return undefined;
    const literals = literalsOf(checked, exemption);
    const crash = literals.some(hasDynOptional);
    if (crash) return 'runtime error: index out of range [0] with length 0';
    const isOther = ({ expr, type }: Part, first: Part | undefined): boolean => {
      if (first === undefined || isEquivalent(first.type, type)) return false;
      const message = `expected type '${formatType(first.type)}' but found '${formatType(type)}'`;
      report(expr.offset, message);
      return true;
    };
    for (const { elements } of literals) {
      // Only the first different element of a list is reported, but every one of a map.
      elements?.some((part) => isOther(part, elements[0]));
    }
    for (const { entries = [] } of literals) {
      for (const { key, value } of entries) {
        isOther(key, entries[0]?.key);
        isOther(value, entries[0]?.value);
      }
    }
    return undefined;
  };
}

/** An element, key or value of a literal. */
interface Part {
  readonly expr: Expr;
  /** The type of the value. For an optional element, it is the type of the value in it. */
  readonly type: Type;
  readonly isDynOptional: boolean;
}

/** A list or map literal. */
interface Literal {
  readonly elements?: readonly Part[];
  readonly entries?: readonly { readonly key: Part; readonly value: Part }[];
}

function hasDynOptional({ elements, entries }: Literal): boolean {
  return (
    (elements?.some(({ isDynOptional }) => isDynOptional) ?? false) ||
    (entries?.some(({ value }) => value.isDynOptional) ?? false)
  );
}

/** The list and map literals of an expression without those that are exempt. */
function literalsOf(checked: CheckedAst, exemption: Exemption): readonly Literal[] {
  const found: Literal[] = [];
  const part = (expr: Expr, isWrittenOptional = false): Part => {
    const type = checked.types.get(expr.id) ?? ERROR;
    if (!isWrittenOptional) return { expr, type, isDynOptional: false };
    const { type: held, isOptional } = unwrapOptional(type);
    return { expr, type: held, isDynOptional: !isOptional };
  };
  const visit = (expr: Expr, isExempt: boolean): void => {
    if (!isExempt && expr.kind === 'list') {
      const { elements, optionalIndices } = expr;
      found.push({
        elements: elements.map((element, index) => part(element, optionalIndices.includes(index))),
      });
    } else if (!isExempt && expr.kind === 'map') {
      found.push({
        entries: expr.entries.map(({ key, value, optional }) => ({
          key: part(key),
          value: part(value, optional),
        })),
      });
    }
    const passesOn = exemption.reach === 'anywhere' || expr.kind === 'list' || expr.kind === 'map';
    const exempts = expr.kind === 'call' && functionOf(expr, checked) === exemption.function;
    const below = exempts || (isExempt && passesOn);
    for (const child of childrenOf(expr, checked)) visit(child, below);
  };
  visit(checked.ast.expr, false);
  return found;
}
