import { type CelCompilation, celCompilations } from '../../src/analysis/cel/compilations.ts';
import { typeChecks } from '../../src/analysis/cel/types/type-checks.ts';
import { renderIssues } from '../../src/cel/source.ts';
import type { CustomKindLookup } from '../../src/rule/custom-kinds.ts';
import type { Resource } from '../../src/rule/resource.ts';

/** A warning that the server's type checker writes into the status of a policy. */
export interface ExpressionWarning {
  /** The path of the expression. */
  readonly field: string;
  /** The issues for each kind. */
  readonly message: string;
}

/**
 * The warnings of the type checker in the format of the server. The random digits that the server adds to the names of
 * object types are left out (`Deployment.spec`).
 *
 * Source: `Check` in `pkg/admission/plugin/policy/validating/typechecking.go` of the API server.
 */
export function expressionWarnings(
  resource: Resource<'ValidatingAdmissionPolicy'>,
  workspace: CustomKindLookup,
): readonly ExpressionWarning[] {
  const messages = new Map<CelCompilation, string[]>();
  for (const compilation of celCompilations(resource)) messages.set(compilation, []);
  for (const { byTypeChecker } of typeChecks(resource, workspace)) {
    for (const { compilation, kind, issues } of byTypeChecker) {
      if (issues.issues.length === 0) continue;
      const name = `${kind.group}/${kind.version}, Kind=${kind.kind}`;
      messages.get(compilation)?.push(`${name}: ${renderIssues(compilation.text, issues)}\n`);
    }
  }
  return [...messages]
    .filter(([, ofExpression]) => ofExpression.length > 0)
    .map(([{ expression }, ofExpression]) => ({
      field: expression.field.path,
      message: ofExpression.join('\n'),
    }));
}
