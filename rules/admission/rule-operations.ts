import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OPERATIONS: readonly string[] = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

export default defineRule({
  id: 'admission/rule-operations',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'error',
  summary: 'The operations of a rule are CREATE, UPDATE, DELETE, CONNECT or *.',
  details: `
Admission knows four operations, in capitals: \`CREATE\`, \`UPDATE\` (a patch is one too),
\`DELETE\` and \`CONNECT\` (exec, attach, port forwarding, proxies). \`*\` is all of them. The verbs
of RBAC are other words: there is no \`patch\` here, and nothing that only reads (\`get\`, \`list\`,
\`watch\`) ever reaches admission.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    unsupported: {
      text: "there is no operation '{operation}'; there are CREATE, UPDATE, DELETE, CONNECT and *",
      help: 'write the operation in capitals; a patch is an UPDATE',
      cause: 'FieldValueNotSupported',
      rows: ['rule-operation-unsupported'],
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
    for (const rule of admissionRules(resource)) {
      for (const entry of rule.get('operations').items()) {
        const operation = entry.value ?? '';
        if (!entry.pruned && !OPERATIONS.includes(operation))
          report('unsupported', entry, { operation });
      }
    }
  },
});
