import { type CelCompilation, celCompilations } from '../../src/analysis/cel/compilations.ts';
import {
  jsonPatches,
  knownPrefix,
  patchLocation,
  patchMember,
} from '../../src/analysis/cel/json-patches.ts';
import type { Expr } from '../../src/cel/ast.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import { childrenOf } from '../../src/cel/expression-tree.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/repeated-mutation',
  on: 'object',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'A mutation that can be applied twice adds an item only if the list does not have it.',
  details: `
With \`reinvocationPolicy: IfNeeded\`, a policy is evaluated again if another one has changed the object after it. A patch that appends to
a list (\`/spec/containers/-\`) then adds the same item twice. The API server refuses a duplicate name, and in other lists the item is
duplicated.

Test first: \`object.spec.containers.exists(c, c.name == "proxy") ? [] : [JSONPatch{...}]\`, or in a match condition. Or use an apply
configuration, which merges lists that have keys.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#reinvocation-policy',
  messages: {
    appended: {
      text: 'this patch adds an item to {list} again if reinvocationPolicy IfNeeded repeats the mutation',
      help: 'add the item only if the list does not have it, or use reinvocationPolicy: Never',
      rows: ['lint-map-not-idempotent'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: proxies.example.com }
        spec:
          reinvocationPolicy: IfNeeded
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "proxy"}}]'
                #                                        ^^^^^^^^^^^^^^^^^^^^ expect: appended
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: proxies.example.com }
        spec:
          reinvocationPolicy: IfNeeded
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE]
                resources: [pods]
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: >
                  object.spec.containers.exists(c, c.name == "proxy") ? [] :
                  [JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "proxy"}}]
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.root.get('spec').get('reinvocationPolicy').value !== 'IfNeeded') return;
    const selected = selectedNames(celCompilations(resource));
    for (const patch of jsonPatches(resource)) {
      const path = patchMember(patch, 'path');
      const op = patchMember(patch, 'op');
      if (path === undefined || op === undefined) continue;
      if (knownPrefix(op, patch.checked).text !== 'add') continue;
      const { text, isWhole } = knownPrefix(path, patch.checked);
      const list = text.split('/').at(-2) ?? '';
      // An expression that selects the list probably tests for the item.
      if (!isWhole || !text.endsWith('/-') || selected.has(list)) continue;
      report({ message: 'appended', at: patchLocation(patch, path), values: { list } });
    }
  },
});

/** All names of fields that the expressions of a policy select. */
function selectedNames(compilations: readonly CelCompilation[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (expr: Expr, checked: CheckedAst): void => {
    if (expr.kind === 'select') names.add(expr.field);
    if (expr.kind === 'call' && (expr.function === '_?._' || expr.function === '_[_]')) {
      const field = expr.args[1];
      if (field?.kind === 'const' && field.value.type === 'string') names.add(field.value.value);
    }
    for (const child of childrenOf(expr, checked)) visit(child, checked);
  };
  for (const { compiled } of compilations) {
    if (compiled.ok) visit(compiled.checked.ast.expr, compiled.checked);
  }
  return names;
}
