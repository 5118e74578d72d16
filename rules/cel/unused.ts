import { type CelCompilation, celCompilations } from '../../src/analysis/cel/compilations.ts';
import type { Expr } from '../../src/cel/ast.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import { childrenOf } from '../../src/cel/expression-tree.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/unused',
  kinds: ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'What a policy declares, some expression of it uses.',
  details: `
A variable is computed only when an expression reads it, so one that none reads is dead code, and often
the sign of a slip: the expression that should read it repeats the old text.

A \`paramKind\` that no expression reads is worse than useless: every binding needs a \`paramRef\` and an
object for it, and where that object is missing, requests are refused.

Nothing is said while an expression of the policy does not compile.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#variable-composition',
  messages: {
    variable: {
      text: 'no expression reads variables.{name}',
      help: 'leave the variable out, or read it where it was meant to be read',
      rows: ['lint-variable-unused'],
    },
    params: {
      text: 'no expression reads params, so bindings need objects for nothing',
      help: 'leave paramKind out, and paramRef in the bindings',
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
    if (!paramKind.absent && !checked.some((one) => readsVariable(one, 'params'))) {
      report('params', paramKind);
    }
    const used = usedVariables(compilations);
    for (const variable of spec.get('variables').items()) {
      const name = variable.get('name').value ?? '';
      if (name !== '' && !used.has(name)) report('variable', variable.get('name'), { name });
    }
  },
});

/** The variables that something other than an unused variable reads; the names come from the bottom up. */
function usedVariables(compilations: readonly CelCompilation[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { expression, compiled } of [...compilations].reverse()) {
    if (!compiled.ok) continue;
    const { environment, scope } = expression;
    if (environment.variables === 'above') {
      // The expression of a variable stands right behind those that it may use.
      const name = scope?.variables[scope.visible]?.get('name').value;
      if (name === undefined || !used.has(name)) continue;
    }
    for (const name of readVariables(compiled.checked)) used.add(name);
  }
  return used;
}

/** The names of the variables of the policy that an expression reads. */
function readVariables(checked: CheckedAst): readonly string[] {
  const names: string[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === 'select' && isVariables(expr.operand)) names.push(expr.field);
    if (expr.kind === 'call' && expr.function === '_?._') {
      const [operand, field] = expr.args;
      if (isVariables(operand) && field?.kind === 'const' && field.value.type === 'string') {
        names.push(field.value.value);
      }
    }
    for (const child of childrenOf(expr, checked)) visit(child);
  };
  visit(checked.ast.expr);
  return names;
}

function isVariables(expr: Expr | undefined): boolean {
  return expr?.kind === 'ident' && expr.name === 'variables';
}

function readsVariable({ references }: CheckedAst, name: string): boolean {
  return [...references.values()].some(
    (reference) => reference.kind === 'variable' && reference.name === name,
  );
}
