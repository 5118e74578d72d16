import type { CelCompilation } from '../../../src/analysis/cel/compilations.ts';
import { guardedExpressions } from '../../../src/analysis/cel/types/guarded-expressions.ts';
import {
  failsAtRunTime,
  groupByExpression,
  groupIssues,
  undefinedField,
} from '../../../src/analysis/cel/types/issue-groups.ts';
import { distinctKinds } from '../../../src/analysis/cel/types/kind-names.ts';
import type { TypeChecks } from '../../../src/analysis/cel/types/type-checks.ts';
import type { Issue } from '../../../src/cel/ast.ts';
import type { GroupVersionKind } from '../../../src/server/kubernetes/api-version.ts';

/** An operation that has no overload for the types of its operands, so that it fails when it is evaluated. */
interface TypeMismatch {
  readonly compilation: CelCompilation;
  readonly issue: Issue;
  /** The kinds with these types. */
  readonly kinds: readonly GroupVersionKind[];
  /** True if objects of other kinds cannot match. */
  readonly isCertain: boolean;
  /** True if the expression need not apply to objects of all matched kinds. */
  readonly isGuarded: boolean;
}

/** The type mismatches of all expressions with the same match rules, in the order of the expressions. */
export function typeMismatches({ matched, atRunTime }: TypeChecks): readonly TypeMismatch[] {
  const guarded = guardedExpressions(atRunTime);
  return [...groupByExpression(atRunTime)].flatMap(([compilation, allChecks]) =>
    groupIssues(
      allChecks,
      (issue, check) => undefinedField(issue) === undefined && failsAtRunTime(issue, check),
    ).map(({ issue, checks }) => ({
      compilation,
      issue,
      kinds: distinctKinds(checks.map(({ kind }) => kind)),
      isCertain: matched.isComplete && checks.length === allChecks.length,
      isGuarded: guarded.has(compilation),
    })),
  );
}
