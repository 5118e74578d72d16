import { defineRule, yaml } from '../../src/rule/rule.ts';

const REASONS: readonly string[] = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

export default defineRule({
  id: 'policy/reason',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary: 'The reason of a validation is Forbidden, Invalid or RequestEntityTooLarge.',
  details: `
\`reason\` is the machine-readable reason of the response to a denied request; it also determines the HTTP status
code. The API server accepts \`Invalid\` (422, the default), \`Forbidden\` (403) and \`RequestEntityTooLarge\` (413). It
refuses \`Unauthorized\`, although the API reference lists that value.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/',
  messages: {
    unauthorized: {
      text: "the server refuses the reason 'Unauthorized', although the API reference lists it",
      help: 'use Forbidden',
      cause: 'FieldValueNotSupported',
      rows: ['vap-reason-unsupported'],
    },
    unsupported: {
      text: "unknown reason '{value}'",
      help: 'use Forbidden, Invalid (the default) or RequestEntityTooLarge',
      cause: 'FieldValueNotSupported',
      rows: ['vap-reason-unsupported'],
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
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              reason: TooManyReplicas
              #       ^^^^^^^^^^^^^^^ expect: unsupported
            - expression: object.spec.replicas >= 1
              reason: Unauthorized
              #       ^^^^^^^^^^^^ expect: unauthorized
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
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              reason: Forbidden
      `,
    ],
  },
  check(resource, { report }) {
    for (const validation of resource.root.get('spec').itemsOf('validations')) {
      const reason = validation.get('reason');
      const { value } = reason;
      if (value === undefined || REASONS.includes(value)) continue;
      if (value === 'Unauthorized') report({ message: 'unauthorized', at: reason });
      else report({ message: 'unsupported', at: reason, values: { value } });
    }
  },
});
