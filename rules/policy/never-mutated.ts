import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/never-mutated',
  on: 'object',
  kinds: ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
  severity: 'info',
  summary: 'A mutating policy lists the operations that it mutates instead of `*`.',
  details: `
A request to delete an object has nothing that could be changed, so \`*\` in a mutating policy matches \`CREATE\`,
\`UPDATE\` and \`CONNECT\` only. The API server accepts \`*\`, although it refuses \`DELETE\`. The object of a \`CONNECT\`
request, such as that of \`kubectl exec\`, holds options of the connection, which a policy rarely has to change.

Write \`[CREATE, UPDATE]\`.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/',
  messages: {
    wildcard: {
      text: "in a mutating policy, '*' does not match DELETE",
      help: 'list the operations, such as [CREATE, UPDATE]',
      rows: ['lint-map-wildcard-operation'],
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
              - operations: ["*"]
                #            ^^^ expect: wildcard
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{data: Object.data{team: "shop"}}'
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
              - operations: [CREATE, UPDATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [configmaps]
          mutations:
            - patchType: ApplyConfiguration
              applyConfiguration:
                expression: 'Object{data: Object.data{team: "shop"}}'
      `,
    ],
  },
  check(resource, { report }) {
    const rules = matchResources(resource)?.itemsOf('resourceRules') ?? [];
    for (const entry of rules.flatMap((rule) => rule.itemsOf('operations'))) {
      if (entry.value === '*') report({ message: 'wildcard', at: entry });
    }
  },
});
