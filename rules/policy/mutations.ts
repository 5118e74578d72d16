import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/**
 * For each patch type the field of its patch, the field of the other one, and the patch type that is right for that.
 */
const PATCHES = {
  ApplyConfiguration: { own: 'applyConfiguration', other: 'jsonPatch', right: 'JSONPatch' },
  JSONPatch: { own: 'jsonPatch', other: 'applyConfiguration', right: 'ApplyConfiguration' },
} as const;

export default defineRule({
  id: 'policy/mutations',
  on: 'object',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'error',
  summary: 'A mutating policy has mutations, and each has the patch that its patchType names.',
  details: `
A mutation either merges an apply configuration into the object (\`patchType: ApplyConfiguration\` with
\`applyConfiguration\`) or applies a JSON patch (\`patchType: JSONPatch\` with \`jsonPatch\`). The API server requires at
least one mutation. Each must have a \`patchType\` and the field that belongs to it, and must not have the other field.
If \`patchType\` is absent or unknown, the server does not check the other fields of the mutation.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#getting-started-with-mutatingadmissionpolicies',
  messages: {
    required: {
      text: 'spec.mutations must have at least one mutation',
      help: 'add a mutation with a patchType and its patch',
      cause: 'FieldValueRequired',
      rows: ['map-mutations-required'],
    },
    patchTypeRequired: {
      text: 'patchType is required',
      help: 'add patchType: ApplyConfiguration or patchType: JSONPatch',
      cause: 'FieldValueRequired',
      rows: ['map-patch-type-required'],
    },
    patchTypeUnsupported: {
      text: "unknown patchType '{value}'",
      help: 'use ApplyConfiguration or JSONPatch',
      cause: 'FieldValueNotSupported',
      rows: ['map-patch-type-unsupported'],
    },
    patchRequired: {
      text: '{field} is required, because patchType is {patchType}',
      help: 'add {field} with an expression, or change patchType',
      cause: 'FieldValueRequired',
      rows: ['map-json-patch-required', 'map-apply-configuration-required'],
    },
    patchForbidden: {
      text: '{field} is not allowed, because patchType is {patchType}',
      help: 'remove {field}, or move it to a mutation of its own',
      cause: 'FieldValueInvalid',
      rows: ['map-apply-configuration-forbidden', 'map-json-patch-forbidden'],
    },
    wrongPatchType: {
      text: 'patchType is {patchType}, but the mutation has {field}',
      help: 'use patchType: {right}, or replace {field} with {own}',
      cause: 'FieldValueRequired',
      rows: ['map-json-patch-required', 'map-apply-configuration-required'],
      explains: ['policy/mutations#wrongPatch'],
    },
    wrongPatch: {
      text: '{field} is not allowed, because patchType is {patchType}',
      help: 'use patchType: {right}, or replace {field} with {own}',
      cause: 'FieldValueInvalid',
      rows: ['map-apply-configuration-forbidden', 'map-json-patch-forbidden'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: team }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          mutations: []
          #          ^^ expect: required
      `,
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: team }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          mutations:
            - patchType: JSONPatch # expect: wrongPatchType
              applyConfiguration: # expect: wrongPatch
                expression: 'Object{data: Object.data{team: "shop"}}'
            - patchType: ApplyConfiguration # expect: patchRequired
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/data/team", value: "shop"}]'
              applyConfiguration: # expect: patchForbidden
                expression: 'Object{data: Object.data{team: "shop"}}'
            - patchType: JsonPatch
            #            ^^^^^^^^^ expect: patchTypeUnsupported
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/data/team", value: "shop"}]'
            - jsonPatch: # expect: patchTypeRequired
                expression: '[JSONPatch{op: "add", path: "/data/team", value: "shop"}]'
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicy
        metadata: { name: team }
        spec:
          reinvocationPolicy: Never
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{data: Object.data{team: "shop"}}'
            - patchType: JSONPatch
              jsonPatch:
                expression: '[JSONPatch{op: "add", path: "/data/team", value: "shop"}]'
      `,
    ],
  },
  check(resource, { report }) {
    const mutations = resource.root.get('spec').get('mutations');
    if (isEmptyList(mutations)) report({ message: 'required', at: mutations });
    for (const mutation of mutations.items()) {
      const field = mutation.get('patchType');
      const patchType = field.value;
      if (isEmptyText(field)) {
        report({ message: 'patchTypeRequired', at: field });
      } else if (patchType === 'ApplyConfiguration' || patchType === 'JSONPatch') {
        const { own, other, right } = PATCHES[patchType];
        const [patch, stray] = [mutation.get(own), mutation.get(other)];
        if (patch.absent && !stray.absent) {
          const values = { patchType, own, field: other, right };
          report({ message: 'wrongPatchType', at: patch, values });
          report({ message: 'wrongPatch', at: stray, values, side: 'key' });
        } else if (patch.absent)
          report({ message: 'patchRequired', at: patch, values: { patchType, field: own } });
        else if (!stray.absent) {
          report({
            message: 'patchForbidden',
            at: stray,
            values: { patchType, field: other },
            side: 'key',
          });
        }
      } else if (patchType !== undefined) {
        report({ message: 'patchTypeUnsupported', at: field, values: { value: patchType } });
      }
    }
  },
});
