import { type CelCompilation, celCompilations } from '../../src/analysis/cel/compilations.ts';
import { variableReads } from '../../src/analysis/cel/variable-reads.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/unused',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'The variables and params of a policy are used.',
  details: `
A variable is evaluated only when an expression uses it. A variable that no expression uses has no effect. Often an expression
repeats the text of the variable instead of using it.

With a \`paramKind\`, all bindings need a \`paramRef\` and a parameter object. If the object is missing, requests are denied, even if no
expression uses \`params\`.

Nothing is reported if an expression of the policy does not compile.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#variable-composition',
  messages: {
    variable: {
      text: 'no expression uses variables.{name}',
      help: 'remove the variable, or use it in an expression',
      rows: ['lint-variable-unused'],
    },
    params: {
      text: 'no expression uses params, so the bindings need parameter objects that nothing reads',
      help: 'remove paramKind, and paramRef in the bindings',
      severity: 'info',
      rows: ['lint-policy-param-kind-unused'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas.example.com }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: params
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          variables:
            - name: replicas
              #     ^^^^^^^^ expect: variable
              expression: object.spec.?replicas.orValue(1)
          validations:
            - expression: object.spec.?replicas.orValue(1) <= 5
              message: at most 5 replicas
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas.example.com }
        spec:
          paramKind: { apiVersion: v1, kind: ConfigMap }
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          variables:
            - name: most
              expression: int(params.data.most)
          validations:
            - expression: object.spec.?replicas.orValue(1) <= variables.most
              message: too many replicas
      `,
    ],
  },
  check(resource, { report }) {
    const compilations = celCompilations(resource);
    const checked = compilations.flatMap(({ compiled }) => (compiled.ok ? [compiled.checked] : []));
    if (checked.length === 0 || checked.length < compilations.length) return;
    const spec = resource.root.get('spec');
    const paramKind = spec.get('paramKind');
    if (!paramKind.absent && !checked.some((expression) => readsVariable(expression, 'params'))) {
      report({ message: 'params', at: paramKind });
    }
    const used = usedVariables(compilations);
    for (const variable of spec.itemsOf('variables')) {
      const name = variable.get('name').value ?? '';
      if (name !== '' && !used.has(name))
        report({ message: 'variable', at: variable.get('name'), values: { name } });
    }
  },
});

/** The variables that an expression uses, other than an unused variable; found from the last one to the first. */
function usedVariables(compilations: readonly CelCompilation[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { expression, compiled } of [...compilations].reverse()) {
    if (!compiled.ok) continue;
    const { environment, scope } = expression;
    if (environment.variables === 'above') {
      // The expression of a variable comes directly after the variables that it can use.
      const name = scope?.variables[scope.visible]?.get('name').value;
      if (name === undefined || !used.has(name)) continue;
    }
    for (const { name } of variableReads(compiled.checked)) used.add(name);
  }
  return used;
}

function readsVariable({ references }: CheckedAst, name: string): boolean {
  return [...references.values()].some(
    (reference) => reference.kind === 'variable' && reference.name === name,
  );
}
