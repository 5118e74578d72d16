import type { CelCompilation } from '../../../src/analysis/cel/compilations.ts';
import {
  failsAtRunTime,
  groupByExpression,
  groupIssues,
  undefinedField,
} from '../../../src/analysis/cel/types/issue-groups.ts';
import { distinctKinds, kindKey } from '../../../src/analysis/cel/types/kind-names.ts';
import type { TypeCheck, TypeChecks } from '../../../src/analysis/cel/types/type-checks.ts';
import type { Issue } from '../../../src/cel/ast.ts';
import type { GroupVersionKind } from '../../../src/server/kubernetes/api-version.ts';

/** A warning of the server's type checker about an expression that evaluates without an error. */
interface FalseWarning {
  readonly compilation: CelCompilation;
  readonly issue: Issue;
  /**
   * The reason for the warning of the type checker:
   * - `request-resource`: it does not declare `authorizer.requestResource`.
   * - `hidden-field`: it does not declare a field that the kinds have.
   * - `other-type`: it gives a value another type than that of plain JSON.
   */
  readonly reason: 'requestResource' | 'hiddenField' | 'otherType';
  readonly kinds: readonly GroupVersionKind[];
}

/** The false warnings about all expressions with the same match rules, in the order of the expressions. */
export function falseWarnings({ atRunTime, byTypeChecker }: TypeChecks): readonly FalseWarning[] {
  const byExpression = groupByExpression(byTypeChecker);
  return [...groupByExpression(atRunTime)].flatMap(([compilation, checks]) => {
    const matched = new Set(checks.map(({ kind }) => kind));
    const confirmed = new Set(checks.flatMap(errorKeys));
    const isFalse = (issue: Issue, { kind }: TypeCheck): boolean =>
      matched.has(kind) &&
      !confirmed.has(errorKey(issue, kind)) &&
      !issue.message.startsWith("undeclared reference to 'params'");
    return groupIssues(byExpression.get(compilation) ?? [], isFalse).map(({ issue, checks }) => ({
      compilation,
      issue,
      reason: reasonOf(issue),
      kinds: distinctKinds(checks.map(({ kind }) => kind)),
    }));
  });
}

/** The keys of the issues that are errors when the expression is evaluated. */
function errorKeys(check: TypeCheck): readonly string[] {
  return check.issues.issues
    .filter((issue) => undefinedField(issue) !== undefined || failsAtRunTime(issue, check))
    .map((issue) => errorKey(issue, check.kind));
}

function errorKey({ offset }: Issue, kind: GroupVersionKind): string {
  return `${offset} ${kindKey(kind)}`;
}

const REQUEST_RESOURCE = /^unexpected failed resolution of 'kubernetes.authorization.Authorizer'$/;

function reasonOf(issue: Issue): FalseWarning['reason'] {
  if (REQUEST_RESOURCE.test(issue.message)) return 'requestResource';
  return undefinedField(issue) === undefined ? 'otherType' : 'hiddenField';
}
