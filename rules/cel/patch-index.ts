import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import {
  type JsonPatch,
  jsonPatches,
  knownPrefix,
  patchLocation,
  patchMember,
  selectsByName,
} from '../../src/analysis/cel/json-patches.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/patch-index',
  on: 'object',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'warning',
  summary: 'A JSON patch changes the item of a list that its condition is about.',
  details: `
A condition such as \`object.spec.containers.exists(c, c.image.endsWith(":latest"))\` is true if any item meets it. A patch with
a constant index, such as \`/spec/containers/0/imagePullPolicy\`, then changes the first item, which may be another one.

Make one patch for each item that meets the condition: \`object.spec.containers.map(c, ...)\` has no index, so iterate over the
indices, for example with \`lists.range(size(object.spec.containers))\`. Or use an apply configuration, which finds the items
of a list by its keys.

Nothing is reported if the match conditions select objects by name, as their author knows the containers of these objects.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#patch-type-json-patch',
  messages: {
    constant: {
      text: 'the patch always changes {item}, but the condition is true if any item of {list} meets it',
      help: 'change each item that meets the condition, or use an apply configuration',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: pull-policies.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }
          matchConditions:
            - name: others
              expression: '!(object.metadata.name in ["web"])'
            - name: latest
              expression: object.spec.containers.exists(c, c.image.endsWith(":latest"))
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/spec/containers/0/imagePullPolicy", value: "Always"}]'
                #                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: constant
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: pull-policies.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: 'object.?spec.?containers.orValue([]).exists(c, has(c.lifecycle)) ? [JSONPatch{op: "remove", path: "/spec/containers/0/lifecycle"}] : []'
                #                                                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: constant
      `,
    ],
    good: [
      yaml`
        # the condition is about the item that is changed
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: pull-policies.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }
          matchConditions:
            - name: latest
              expression: object.spec.containers[0].image.endsWith(":latest")
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/spec/containers/0/imagePullPolicy", value: "Always"}]'
      `,
      yaml`
        # there is only one item, or the condition is about another list
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: pull-policies.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }
          matchConditions:
            - { name: single, expression: size(object.spec.containers) == 1 }
            - { name: latest, expression: 'object.spec.containers.exists(c, c.image.endsWith(":latest"))' }
            - { name: tolerant, expression: 'object.spec.?tolerations.orValue([]).exists(t, t.key == "gpu")' }
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/spec/containers/0/imagePullPolicy", value: "Always"}]'
      `,
      yaml`
        # the policy is for the pods of one program
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: pull-policies.example.com }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - { apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }
          matchConditions:
            - { name: web, expression: has(object.metadata.name) && object.metadata.name.startsWith("web-") }
            - { name: latest, expression: 'object.spec.containers.exists(c, c.image.endsWith(":latest"))' }
          mutations:
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/spec/containers/0/imagePullPolicy", value: "Always"}]'
      `,
    ],
  },
  check(resource, { report }) {
    if (selectsByName(resource)) return;
    for (const patch of jsonPatches(resource)) {
      const path = patchMember(patch, 'path');
      if (path === undefined) continue;
      const [, pointer = '', index] = ITEM.exec(knownPrefix(path, patch.checked).text) ?? [];
      if (index === undefined) continue;
      const list = pointer.slice(1).replaceAll('/', '.');
      const texts = conditionsOf(patch, resource);
      if (!texts.some((text) => searches(text, list)) || texts.some((text) => counts(text, list)))
        continue;
      report({
        message: 'constant',
        at: patchLocation(patch, path),
        values: { list, item: `${list}[${index}]` },
      });
    }
  },
});

/** A JSON pointer with an item of a list that has a constant index. */
const ITEM = /^((?:\/[A-Za-z]\w*)+)\/(\d+)(?:\/|$)/;

/**
 * The conditions that decide whether a patch is applied: the match conditions, and the expression that contains the
 * patch.
 */
function conditionsOf(
  patch: JsonPatch,
  policy: Resource<'MutatingAdmissionPolicy'>,
): readonly string[] {
  const conditions = celCompilations(policy).filter(
    ({ expression }) => expression.environment.name === 'map-condition',
  );
  return [...conditions, patch.of].map(({ text }) => withoutOptionals(text));
}

/** An expression in which optional fields are selected like others, without white space. */
function withoutOptionals(text: string): string {
  return text.replaceAll(/[\s?]/g, '').replaceAll('.orValue([])', '');
}

/** Reports whether an expression tests if some item of a list meets a condition. */
function searches(text: string, list: string): boolean {
  return ['exists', 'exists_one', 'filter'].some((macro) =>
    text.includes(`object.${list}.${macro}(`),
  );
}

/** Reports whether an expression depends on the size of a list. */
function counts(text: string, list: string): boolean {
  return text.includes(`size(object.${list})`) || text.includes(`object.${list}.size()`);
}
