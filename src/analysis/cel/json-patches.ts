import { onceForEach } from '../../base/once-for-each.ts';
import type { Expr, StructLiteral } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { childrenOf, functionOf } from '../../cel/expression-tree.ts';
import { memberKey, referenceKey } from '../../cel/symbolic/guards.ts';
import type { Location } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import { type CelCompilation, celCompilations } from './compilations.ts';
import { nodeLocation } from './types/expression-locations.ts';

/** A `JSONPatch{...}` in the expression of a mutation. */
export interface JsonPatch {
  readonly of: CelCompilation;
  readonly checked: CheckedAst;
  readonly literal: StructLiteral;
  /**
   * True if the patch is applied to every matched object, because it is not within a conditional expression or a macro.
   */
  readonly isUnconditional: boolean;
}

/** All patches in the mutations of a policy, in the order of the text. */
export function jsonPatches(policy: Resource<'MutatingAdmissionPolicy'>): readonly JsonPatch[] {
  return celCompilations(policy).flatMap((of) => {
    if (of.expression.environment.name !== 'map-jsonpatch' || !of.compiled.ok) return [];
    const { checked } = of.compiled;
    const found: JsonPatch[] = [];
    const visit = (expr: Expr, isUnconditional: boolean): void => {
      if (expr.kind === 'struct' && expr.name === 'JSONPatch') {
        found.push({ of, checked, literal: expr, isUnconditional });
      }
      const isPlainList = expr.kind === 'list' && expr.optionalIndices.length === 0;
      for (const child of childrenOf(expr, checked)) visit(child, isUnconditional && isPlainList);
    };
    visit(checked.ast.expr, true);
    return found;
  });
}

const NAME_OF_OBJECT = ['metadata', 'name'].reduce(memberKey, 'object');

/**
 * Reports whether the match conditions of a policy select objects by name. Such a policy is for the objects of one
 * program, and its author knows which fields they have.
 */
export const selectsByName = onceForEach((policy: Resource<'MutatingAdmissionPolicy'>) =>
  celCompilations(policy).some(
    ({ expression, compiled }) =>
      expression.environment.name === 'map-condition' &&
      compiled.ok &&
      requiresName(compiled.checked.ast.expr, compiled.checked),
  ),
);

/** Reports whether a condition is true only for names that it contains, or that begin with such a string. */
function requiresName(condition: Expr, checked: CheckedAst): boolean {
  if (condition.kind !== 'call') return false;
  const { target, args } = condition;
  const isName = (expr?: Expr) =>
    expr !== undefined && referenceKey(expr, checked) === NAME_OF_OBJECT;
  switch (functionOf(condition, checked)) {
    case '_&&_':
      return args.some((one) => requiresName(one, checked));
    case '_||_':
      return args.every((one) => requiresName(one, checked));
    case '_==_':
      return args.some(isName);
    case '@in':
      return isName(args[0]);
    case 'startsWith':
      return isName(target);
    default:
      return false;
  }
}

/** The value of a field of a patch. */
export function patchMember({ literal }: JsonPatch, name: string): Expr | undefined {
  return literal.fields.find((field) => field.name === name)?.value;
}

/**
 * The path of a patch that adds a value to every matched object, as far as it is known. Undefined for another patch.
 */
export function addedPath(patch: JsonPatch): KnownPrefix | undefined {
  const op = patchMember(patch, 'op');
  const path = patchMember(patch, 'path');
  if (!patch.isUnconditional || op === undefined || path === undefined) return undefined;
  if (knownPrefix(op, patch.checked).text !== 'add') return undefined;
  return knownPrefix(path, patch.checked);
}

/** The location of a node in the expression of a patch. */
export function patchLocation({ of }: JsonPatch, expr: Expr): Location {
  return nodeLocation(of, expr);
}

/** The part of a string that is known before the evaluation. */
interface KnownPrefix {
  readonly text: string;
  /** True if the literal is the whole string. */
  readonly isWhole: boolean;
}

/** The prefix of the string that an expression gives, from the constants in it. */
export function knownPrefix(expr: Expr, checked: CheckedAst): KnownPrefix {
  if (expr.kind === 'const' && expr.value.type === 'string') {
    return { text: expr.value.value, isWhole: true };
  }
  if (expr.kind === 'call' && functionOf(expr, checked) === '_+_') {
    const [left, right] = expr.args;
    if (left !== undefined && right !== undefined) {
      const prefix = knownPrefix(left, checked);
      if (!prefix.isWhole) return prefix;
      const rest = knownPrefix(right, checked);
      return { text: prefix.text + rest.text, isWhole: rest.isWhole };
    }
  }
  return { text: '', isWhole: false };
}
