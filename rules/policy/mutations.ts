import { isEmptyList, isEmptyText } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Each patch type with the field that holds its patch and the one that does not. */
const PATCHES = {
  ApplyConfiguration: { own: 'applyConfiguration', other: 'jsonPatch' },
  JSONPatch: { own: 'jsonPatch', other: 'applyConfiguration' },
} as const;

export default defineRule({
  id: 'policy/mutations',
  kinds: ['MutatingAdmissionPolicy'],
  severity: 'error',
  summary: 'A mutating policy has mutations, and each has the patch that its patchType names.',
  details: `
A mutation changes the object either by merging an apply configuration into it (\`patchType:
ApplyConfiguration\` with \`applyConfiguration\`) or by a JSON patch (\`patchType: JSONPatch\` with
\`jsonPatch\`). The API server wants at least one mutation, a \`patchType\` in each, the field that
belongs to it, and not the other one. When the \`patchType\` is missing or unknown it looks no
further.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/#getting-started-with-mutatingadmissionpolicies',
  messages: {
    required: {
      text: 'the policy has no mutations, so it does nothing',
      help: 'add a mutation with patchType and the patch',
      cause: 'FieldValueRequired',
      rows: ['map-mutations-required'],
    },
    patchTypeRequired: {
      text: 'the mutation has no patchType',
      help: 'add patchType: ApplyConfiguration or patchType: JSONPatch',
      cause: 'FieldValueRequired',
      rows: ['map-patch-type-required'],
    },
    patchTypeUnsupported: {
      text: "patchType is '{value}'; it must be ApplyConfiguration or JSONPatch",
      cause: 'FieldValueNotSupported',
      rows: ['map-patch-type-unsupported'],
    },
    patchRequired: {
      text: 'patchType is {patchType}, but there is no {field}',
      help: 'add {field} with an expression, or change patchType',
      cause: 'FieldValueRequired',
      rows: ['map-json-patch-required', 'map-apply-configuration-required'],
    },
    patchForbidden: {
      text: '{field} does not go with patchType {patchType}',
      help: 'leave {field} out, or change patchType; two patches are two mutations',
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
            - patchType: JSONPatch # expect: patchRequired
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
    if (isEmptyList(mutations)) report('required', mutations);
    for (const mutation of mutations.items()) {
      const field = mutation.get('patchType');
      const patchType = field.value;
      if (isEmptyText(field)) {
        report('patchTypeRequired', field);
      } else if (patchType === 'ApplyConfiguration' || patchType === 'JSONPatch') {
        const { own, other } = PATCHES[patchType];
        const [patch, stray] = [mutation.get(own), mutation.get(other)];
        if (patch.absent) report('patchRequired', patch, { patchType, field: own });
        if (!stray.absent)
          report('patchForbidden', stray, { patchType, field: other }, { side: 'key' });
      } else if (patchType !== undefined) {
        report('patchTypeUnsupported', field, { value: patchType });
      }
    }
  },
});
