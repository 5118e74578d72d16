import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/status',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'info',
  summary: 'The manifest of a policy has no status.',
  details: `
The API server ignores the \`status\` of a policy that is created or updated. A controller writes the result of
the type check of the expressions to it. A \`status\` in a manifest was probably exported from a cluster.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#type-checking',
  messages: {
    dropped: {
      text: 'the server ignores the status in the manifest of a policy',
      help: 'remove status',
      rows: ['lint-status-in-manifest'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
        status: # expect: dropped
          observedGeneration: 1
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE, UPDATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
      `,
    ],
  },
  check({ root }, { report }) {
    const status = root.get('status');
    // metadata/exported reports all fields of an exported object together.
    const isExported = root.get('metadata').get('uid').value !== undefined;
    if (status.value === undefined || isExported) return;
    if (Object.keys(status.value).length > 0)
      report({ message: 'dropped', at: status, side: 'key' });
  },
});
