import type { Issue } from '../../cel/ast.ts';
import type { CompileFailure } from '../../server/expressions/compile.ts';
import type { Context } from '../../server/expressions/environments.ts';
import { describeFeature, newerFeatures } from '../../server/expressions/newer-features.ts';
import { compileAdvice } from './compile-advice.ts';

/** An error in an expression, with advice if its reason is known. */
type AdvisedIssue =
  | { readonly kind: 'issue'; readonly issue: Issue }
  /** `newer` if only a later minor has what the expression uses, `mistake` if it has a common mistake. */
  | { readonly kind: 'newer' | 'mistake'; readonly issue: Issue; readonly advice: string };

/** The errors in an expression that does not compile, in the order of the server. */
export function advisedIssues(
  text: string,
  context: Context,
  failure: CompileFailure,
): readonly AdvisedIssue[] {
  const newer = newerFeatures(text, context, failure);
  return failure.issues.map((issue) => {
    const feature = newer.get(issue);
    if (feature !== undefined) return { kind: 'newer', issue, advice: describeFeature(feature) };
    const advice = compileAdvice(text, context, issue);
    return advice === undefined ? { kind: 'issue', issue } : { kind: 'mistake', issue, advice };
  });
}
