import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OPERATIONS: readonly string[] = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

export default defineRule({
  id: 'policy/mutating-operations',
  on: 'object',
  kinds: ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
  severity: 'error',
  summary: 'A mutating policy does not match DELETE.',
  details: `
A request to delete an object has nothing that could be changed. The API server therefore refuses \`DELETE\` in
\`resourceRules\` of a MutatingAdmissionPolicy or MutatingAdmissionPolicyBinding. \`*\` is accepted, and matches all
other operations. In \`excludeResourceRules\`, \`DELETE\` is accepted as well.

The server reports the error at \`resourceRules.operations\`, without the index of the rule and of the operation.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/',
  messages: {
    delete: {
      text: 'a mutating policy cannot match DELETE: such a request has nothing to change',
      help: 'remove DELETE',
      cause: 'FieldValueNotSupported',
      rows: ['map-operation-delete', 'mapb-operation-delete'],
    },
    unsupported: {
      text: "unknown operation '{operation}'",
      help: 'use CREATE, UPDATE, CONNECT or *',
      cause: 'FieldValueNotSupported',
      rows: ['map-operation-delete', 'mapb-operation-delete'],
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
              - operations: [CREATE, DELETE]
              #                      ^^^^^^ expect: delete
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
              - operations: [create] # expect: unsupported
                apiGroups: [""]
                apiVersions: [v1]
                resources: [secrets]
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{data: Object.data{team: "shop"}}'
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingAdmissionPolicyBinding
        metadata: { name: team }
        spec:
          policyName: team
          matchResources:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
      `,
    ],
  },
  check(resource, { report }) {
    const rules = matchResources(resource)?.get('resourceRules');
    if (rules === undefined) return;
    const path = `${rules.path}.operations`;
    for (const entry of rules.items().flatMap((rule) => rule.itemsOf('operations'))) {
      const operation = entry.value ?? '';
      if (OPERATIONS.includes(operation)) continue;
      if (operation === 'DELETE') report({ message: 'delete', at: entry, path });
      else report({ message: 'unsupported', at: entry, values: { operation }, path });
    }
  },
});
