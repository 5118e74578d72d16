import { indexBy } from '../../../base/index-by.ts';
import type { Issue } from '../../../cel/ast.ts';
import type { CelCompilation } from '../compilations.ts';
import type { TypeCheck } from './type-checks.ts';

/** The type checks of each expression, one for each kind. */
export function groupByExpression(
  checks: readonly TypeCheck[],
): ReadonlyMap<CelCompilation, readonly TypeCheck[]> {
  return indexBy(checks, ({ compilation }) => [compilation]);
}

/** An issue, with all type checks that report it. */
export interface IssueGroup {
  readonly issue: Issue;
  /** There is at least one check. */
  readonly checks: readonly [TypeCheck, ...TypeCheck[]];
}

/**
 * Groups equal issues of the type checks of one expression.
 *
 * @param isIncluded selects the issues
 * @returns the groups in the order of the offsets of their issues
 */
export function groupIssues(
  checks: readonly TypeCheck[],
  isIncluded: (issue: Issue, check: TypeCheck) => boolean,
): readonly IssueGroup[] {
  const groups = new Map<string, { issue: Issue; checks: [TypeCheck, ...TypeCheck[]] }>();
  for (const check of checks) {
    for (const issue of check.issues.issues) {
      if (!isIncluded(issue, check)) continue;
      const key = `${issue.offset} ${issue.message}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { issue, checks: [check] });
      else group.checks.push(check);
    }
  }
  return [...groups.values()].sort((a, b) => a.issue.offset - b.issue.offset);
}

/** The name of the field that an issue reports as undefined; undefined for other issues. */
export function undefinedField({ message }: Issue): string | undefined {
  return /^undefined field '(.*)'$/s.exec(message)?.[1];
}

/**
 * Issues of expressions that evaluate without an error: calls that accept any types at run time, and a comparison
 * with null, whose result is false. Lists and maps can contain values of different types, too: the expression
 * compiles as long as the type of the object is dyn.
 */
const HARMLESS_ISSUES = [
  /^expected type '/,
  /^found no matching overload for '(?:_\?_:_|or|orValue)' applied to /,
  /^found no matching overload for '_[!=]=_' applied to '\((?:.*, null|null, .*|int, double|double, int)\)'$/,
];

/** Reports whether a type mismatch is an error when the expression is evaluated. */
export function failsAtRunTime(issue: Issue, check: TypeCheck): boolean {
  return (
    !namesObjectType(issue, check) && !HARMLESS_ISSUES.some((form) => form.test(issue.message))
  );
}

/**
 * Reports whether an issue names the type of an object as a whole. At run time the object is a map, so nothing is
 * certain.
 */
function namesObjectType({ message }: Issue, { kind, params }: TypeCheck): boolean {
  const names = [kind.kind, ...(params === undefined ? [] : [params.kind])];
  return names.some((name) => {
    const around = message.split(name);
    return around.some((before, index) => {
      const after = around[index + 1];
      return after !== undefined && /[(, .']$/.test(before.slice(-1)) && /^[.), ']/.test(after);
    });
  });
}
