import type { CelCompilation } from '../../../src/analysis/cel/compilations.ts';
import {
  type FieldSelection,
  findSelection,
  offsetBeforeField,
  selectedFrom,
} from '../../../src/analysis/cel/types/field-selections.ts';
import { guardedExpressions } from '../../../src/analysis/cel/types/guarded-expressions.ts';
import {
  groupByExpression,
  groupIssues,
  type IssueGroup,
  undefinedField,
} from '../../../src/analysis/cel/types/issue-groups.ts';
import { distinctKinds } from '../../../src/analysis/cel/types/kind-names.ts';
import type { TypeCheck, TypeChecks } from '../../../src/analysis/cel/types/type-checks.ts';
import type { Comprehension, Expr, Ident } from '../../../src/cel/ast.ts';
import { subexpressions } from '../../../src/cel/expression-tree.ts';
import type { ObjectAtPath } from '../../../src/server/expressions/types/object-types.ts';
import type { GroupVersionKind } from '../../../src/server/kubernetes/api-version.ts';

/** The selection of a field that objects of some matched kinds do not have. */
export interface UnknownField {
  readonly compilation: CelCompilation;
  readonly field: string;
  /** An offset in code points shortly before the name of the field. */
  readonly offset: number;
  /** The object without the field, in the first of the kinds. */
  readonly parent: ObjectAtPath;
  /** The kinds without the field; the kind of the parameters if it is a field of `params`. */
  readonly kinds: readonly GroupVersionKind[];
  /** True if no object of a kind with such a field can match. */
  readonly isCertain: boolean;
  /** True if the server's type checker checks the expression. */
  readonly isTypeChecked: boolean;
  /** True if the expression need not apply to objects of all matched kinds. */
  readonly isGuarded: boolean;
}

/** The unknown fields of all expressions with the same match rules, in the order of the expressions. */
export function unknownFields({
  matched,
  atRunTime,
  byTypeChecker,
}: TypeChecks): readonly UnknownField[] {
  const guarded = guardedExpressions(atRunTime);
  const typeChecked = new Set(byTypeChecker.map(({ compilation }) => compilation));
  return [...groupByExpression(atRunTime)].flatMap(([compilation, checks]) =>
    groupIssues(checks, (issue) => undefinedField(issue) !== undefined).flatMap((group) => {
      const unknown = unknownField(group, checks, matched.isComplete);
      if (unknown === undefined) return [];
      const isTypeChecked = typeChecked.has(compilation);
      return [{ ...unknown, compilation, isTypeChecked, isGuarded: guarded.has(compilation) }];
    }),
  );
}

/** @param isComplete true if all kinds that match are known */
function unknownField(
  { issue, checks }: IssueGroup,
  allChecks: readonly TypeCheck[],
  isComplete: boolean,
): Pick<UnknownField, 'field' | 'offset' | 'parent' | 'kinds' | 'isCertain'> | undefined {
  const [first] = checks;
  const field = undefinedField(issue) ?? '';
  const selection = findSelection(first.checked.ast.expr, field, issue.offset);
  const parent = selection === undefined ? undefined : parentOf(selection, first);
  if (selection === undefined || parent === undefined) return undefined;
  const isOfParams = parent.root !== first.kind.kind;
  const kinds = checks.map(({ kind, params }) => (isOfParams ? (params ?? kind) : kind));
  const isInOtherKind = allChecks.some(
    (check) => !checks.includes(check) && hasType(selection, check),
  );
  return {
    field,
    offset: offsetBeforeField(selection),
    parent,
    kinds: distinctKinds(kinds),
    isCertain: !isInOtherKind && (isComplete || isOfParams),
  };
}

/** The object, or the value of an optional object, from which a field is selected. */
function parentOf(
  { operand }: FieldSelection,
  { checked, objects }: TypeCheck,
): ObjectAtPath | undefined {
  const type = checked.types.get(operand.id);
  if (type === undefined) return undefined;
  const [value] = type.parameters;
  return objects.objectOf(type.kind === 'opaque' && value !== undefined ? value : type);
}

/**
 * Reports whether the checker found a type for a selection. After an error it accepts every type, so a selection from
 * an unknown field has no type.
 */
function hasType({ expr }: FieldSelection, { checked }: TypeCheck): boolean {
  const root = checked.ast.expr;
  let at: Expr | undefined = expr;
  while (at !== undefined) {
    const type = checked.types.get(at.id);
    if (type === undefined || type.kind === 'error') return false;
    at = at.kind === 'ident' ? rangeOf(at, root) : selectedFrom(at);
  }
  return true;
}

/** The list or map whose elements are the values of a variable of a macro. Undefined for other variables. */
function rangeOf(variable: Ident, root: Expr): Expr | undefined {
  const binds = (expr: Expr): expr is Comprehension =>
    expr.kind === 'comprehension' &&
    (expr.iterVar === variable.name || expr.iterVar2 === variable.name) &&
    subexpressions(expr.loopStep).includes(variable);
  // Outer expressions come first, and the innermost macro binds the variable.
  return subexpressions(root).findLast(binds)?.iterRange;
}
