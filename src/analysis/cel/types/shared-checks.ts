import { areEqualLists } from '../../../base/equal-lists.ts';
import { getOrCompute } from '../../../base/get-or-compute.ts';
import type { Ast } from '../../../cel/ast.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { check } from '../../../cel/check/checker.ts';
import type { Issues } from '../../../cel/source.ts';
import type { Type } from '../../../cel/types.ts';
import type { Compiled } from '../../../server/expressions/compile.ts';
import type { FieldLookup } from '../../../server/expressions/types/field-lookups.ts';
import type { ObjectView } from '../../../server/expressions/types/object-types.ts';
import { TypeTable } from '../../../server/expressions/types/type-table.ts';
import {
  type TypedContext,
  type TypedEnvironments,
  typedEnvironments,
} from '../../../server/expressions/types/typed-environments.ts';
import type { CelCompilation } from '../compilations.ts';

/** The result of the type check of an expression. */
export interface CheckedExpression {
  readonly issues: Issues;
  /** The expression with its types; incomplete if there are issues. */
  readonly checked: CheckedAst;
}

/** The result of a check, and all that it depends on. */
interface KnownCheck {
  readonly declared: readonly Type[];
  readonly lookups: readonly FieldLookup[];
  /** Undefined if the server's checker panics. The names of types in issues are the same for all kinds. */
  readonly result: CheckedExpression | undefined;
}

const NO_ISSUES: Issues = { issues: [], truncated: 0 };

/** The most types that are kept. */
const MAX_TYPES = 10_000;

/** The most results that are kept of one expression, one for each group of kinds with the same fields. */
const MAX_RESULTS = 20;

/**
 * Type checks of the same expressions for several kinds. Most kinds that a policy matches have the same fields as far
 * as an expression reads them, such as `spec.template` of a Deployment and of a StatefulSet: they share the result of
 * one check. So do policies with the same expression.
 */
export class SharedChecks {
  readonly #view: ObjectView;
  #types: TypeTable | undefined;
  readonly #known = new WeakMap<Compiled, KnownCheck[]>();

  constructor(view: ObjectView) {
    this.#view = view;
  }

  /** The environments for objects of one kind. */
  environments(context: TypedContext): TypedEnvironments {
    // Results with types of another table are not found again.
    if (this.#types === undefined || this.#types.size > MAX_TYPES) this.#types = new TypeTable();
    return typedEnvironments(context, this.#view, this.#types);
  }

  /**
   * @param environments of this object, for one kind
   * @returns undefined if the server's checker panics on the expression
   */
  check(
    compilation: CelCompilation,
    ast: Ast,
    environments: TypedEnvironments,
  ): CheckedExpression | undefined {
    const { declared, lookups } = environments;
    const known = getOrCompute(this.#known, compilation.compiled, () => []);
    let found = known.find(
      (one) => areEqualLists(one.declared, declared) && lookups.agreesWith(one.lookups),
    );
    if (found === undefined) {
      lookups.take();
      const result = checkIn(environments, compilation, ast);
      found = { declared, lookups: lookups.take(), result };
      if (known.length === MAX_RESULTS) known.shift();
      known.push(found);
    }
    return found.result && withTypeNames(found.result, environments);
  }
}

function checkIn(
  environments: TypedEnvironments,
  { expression }: CelCompilation,
  ast: Ast,
): CheckedExpression | undefined {
  const result = check(ast, environments.at(expression.environment.name));
  if ('crash' in result) return undefined;
  return 'errors' in result
    ? { issues: result.errors, checked: result.partial }
    : { issues: NO_ISSUES, checked: result.checked };
}

function withTypeNames(
  result: CheckedExpression,
  environments: TypedEnvironments,
): CheckedExpression {
  const { issues, truncated } = result.issues;
  if (issues.length === 0) return result;
  const named = issues.map((issue) => ({
    ...issue,
    message: environments.withTypeNames(issue.message),
  }));
  return { ...result, issues: { issues: named, truncated } };
}
