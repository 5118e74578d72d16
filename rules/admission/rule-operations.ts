import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OPERATIONS: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

export default defineRule({
  id: 'admission/rule-operations',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'error',
  summary: 'The operations of a resource rule are CREATE, UPDATE, DELETE, CONNECT or *.',
  details: `
The operations of admission are \`CREATE\`, \`UPDATE\` (which includes patches), \`DELETE\` and \`CONNECT\` (exec,
attach, port forwarding, proxies), in uppercase; \`*\` matches all of them. They are not the verbs of RBAC: there is no
\`patch\`, and requests that only read (\`get\`, \`list\`, \`watch\`) are not subject to admission control.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    unsupported: {
      text: "'{operation}' is not a valid operation; it must be CREATE, UPDATE, DELETE, CONNECT or *",
      help: 'write the operation in uppercase; a patch is an UPDATE',
      cause: 'FieldValueNotSupported',
      rows: ['rule-operation-unsupported'],
      explains: ['policy/mutating-operations#unsupported'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata: { name: pods.example.com }
        webhooks:
          - name: pods.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            rules:
              - operations: [CREATE, PATCH]
                #                    ^^^^^ expect: unsupported
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
              - operations:
                  - delete # expect: unsupported
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods]
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: { name: replicas }
        spec:
          policyName: replicas
          validationActions: [Deny]
          matchResources:
            resourceRules:
              - operations: [CREATE, UPDATE, DELETE, CONNECT]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [pods, pods/exec]
      `,
    ],
  },
  check(resource, { report }) {
    for (const rule of resourceRulesOf(resource)) {
      for (const entry of rule.itemsOf('operations')) {
        const operation = entry.value ?? '';
        if (!entry.pruned && !OPERATIONS.includes(operation))
          report({ message: 'unsupported', at: entry, values: { operation } });
      }
    }
  },
});
