import { type CelCompilation, celCompilations } from '../../src/analysis/cel/compilations.ts';
import { nodeLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { type VariableRead, variableReads } from '../../src/analysis/cel/variable-reads.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/message-authorizer',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'A messageExpression uses no variable that uses the authorizer.',
  details: `
A messageExpression that uses \`authorizer\` does not compile. But it compiles if it uses a variable of the policy that uses
\`authorizer\`. Variables are evaluated when they are read, and \`authorizer\` is not available in messages. So the evaluation
fails, and the \`message\` or the expression of the validation is shown instead.

Write the message without this variable.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#message-expression',
  messages: {
    unbound: {
      text: 'variables.{name} uses the authorizer, which is not available in messages, so this message is never shown',
      help: 'write the message without this variable',
      rows: ['lint-message-variable-authorizer'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: owners.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [deployments]
          variables:
            - name: allowed
              expression: authorizer.group('').resource('secrets').check('get').allowed()
          validations:
            - expression: variables.allowed
              messageExpression: "'allowed: ' + string(variables.allowed)"
              #                                                 ^^^^^^^^ expect: unbound
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: owners.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [deployments]
          variables:
            - name: allowed
              expression: authorizer.group('').resource('secrets').check('get').allowed()
          validations:
            - expression: variables.allowed
              messageExpression: request.userInfo.username + ' may not read secrets'
      `,
    ],
  },
  check(resource, { report }) {
    const compilations = celCompilations(resource);
    const asking = askingVariables(compilations);
    for (const compilation of compilations) {
      const { expression, compiled } = compilation;
      if (expression.environment.name !== 'vap-message' || !compiled.ok) continue;
      const read = variableReads(compiled.checked).find((candidate) => isAsking(candidate, asking));
      if (read === undefined) continue;
      report({
        message: 'unbound',
        at: nodeLocation(compilation, read.expr),
        values: { name: read.name },
      });
    }
  },
});

/** The variables that use the authorizer, directly or through variables before them. */
function askingVariables(compilations: readonly CelCompilation[]): ReadonlySet<string> {
  const asking = new Set<string>();
  for (const { expression, compiled } of compilations) {
    const { environment, scope } = expression;
    if (environment.variables !== 'above' || !compiled.ok) continue;
    const name = scope?.variables[scope.visible]?.get('name').value;
    if (name === undefined) continue;
    const { checked } = compiled;
    const asks =
      usesAuthorizer(checked) || variableReads(checked).some((read) => isAsking(read, asking));
    if (asks) asking.add(name);
  }
  return asking;
}

/** Reports whether an expression reads the value of a variable that uses the authorizer. */
function isAsking({ name, isTest }: VariableRead, asking: ReadonlySet<string>): boolean {
  return !isTest && asking.has(name);
}

function usesAuthorizer({ references }: CheckedAst): boolean {
  return [...references.values()].some(
    (reference) =>
      reference.kind === 'variable' &&
      (reference.name === 'authorizer' || reference.name === 'authorizer.requestResource'),
  );
}
