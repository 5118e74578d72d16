import { matchResources } from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/never-mutated',
  kinds: ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
  severity: 'info',
  summary: 'A mutating policy names the operations at which it changes something.',
  details: `
When an object is deleted there is nothing left to change, so \`*\` of a mutating policy stands for \`CREATE\`, \`UPDATE\`
and \`CONNECT\` only. The API server accepts it, though it refuses \`DELETE\` by name. \`CONNECT\` requests, such as
those of \`kubectl exec\`, are about options that policies rarely mean.

Write \`[CREATE, UPDATE]\`.
`,
  reference: 'https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/',
  messages: {
    wildcard: {
      text: "'*' does not stand for DELETE here: a mutating policy never sees a deletion",
      help: 'write the operations that are meant: [CREATE, UPDATE]',
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
    const rules = matchResources(resource)?.get('resourceRules').items() ?? [];
    for (const entry of rules.flatMap((rule) => rule.get('operations').items())) {
      if (entry.value === '*') report('wildcard', entry);
    }
  },
});
