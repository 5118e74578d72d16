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
          matchConditions:
            - name: without-cache
              expression: '!object.spec.?volumes.orValue([]).exists(v, v.name == "cache")'
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: >
                  [
                    JSONPatch{op: "add", path: "/spec/volumes", value: []},
                    JSONPatch{op: "add", path: "/spec/volumes/-", value: Object.spec.volumes{name: "cache"}},
                    JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "proxy"}}
                  ]
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: setup.example.com }
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
                  [
                    JSONPatch{op: "add", path: "/spec/initContainers", value: []},
                    JSONPatch{op: "add", path: "/spec/initContainers/-", value: Object.spec.initContainers{name: "setup"}}
                  ]
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.root.get('spec').get('reinvocationPolicy').value !== 'IfNeeded') return;
    const additions = jsonPatches(resource).flatMap((patch) => {
      const path = patchMember(patch, 'path');
      const op = patchMember(patch, 'op');
      if (path === undefined || op === undefined) return [];
      if (knownPrefix(op, patch.checked).text !== 'add') return [];
      const { text, isWhole } = knownPrefix(path, patch.checked);
      return isWhole ? [{ patch, path, text }] : [];
    });
    const appended = additions.filter(({ text }) => text.endsWith('/-'));
    const selected = selectedNames(celCompilations(resource));
    // An expression that selects the list probably tests for the item. The other items are added with it.
    if (appended.some(({ text }) => selected.has(listOf(text)))) return;
    const set = new Set(additions.map(({ text }) => text));
    for (const { patch, path, text } of appended) {
      // Another patch replaces the whole list before.
      if (set.has(text.slice(0, -2))) continue;
      report({
        message: 'appended',
        at: patchLocation(patch, path),
        values: { list: listOf(text) },
      });
    }
  },
});

/** The name of the list to whose end a patch adds an item. */
const listOf = (path: string) => path.split('/').at(-2) ?? '';

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
