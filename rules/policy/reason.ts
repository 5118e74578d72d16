import { defineRule, yaml } from '../../src/rule/rule.ts';

const REASONS: readonly string[] = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];

export default defineRule({
  id: 'policy/reason',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary: 'The reason of a validation is Forbidden, Invalid or RequestEntityTooLarge.',
  details: `
\`reason\` is what a program reads whose request is refused; it also decides the HTTP code. The API
server takes \`Invalid\` (422, what it is without the field), \`Forbidden\` (403) and
\`RequestEntityTooLarge\` (413). \`Unauthorized\`, which its own documentation lists, is refused as
well.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/validating-admission-policy-v1/',
  messages: {
    unauthorized: {
      text: "reason is 'Unauthorized', which the server refuses although the API's documentation lists it",
      help: 'write Forbidden',
      cause: 'FieldValueNotSupported',
      rows: ['vap-reason-unsupported'],
    },
    unsupported: {
      text: "reason is '{value}'; it must be Forbidden, Invalid or RequestEntityTooLarge",
      help: 'leave it out for Invalid',
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
    for (const validation of resource.root.get('spec').get('validations').items()) {
      const reason = validation.get('reason');
      const { value } = reason;
      if (value === undefined || REASONS.includes(value)) continue;
      if (value === 'Unauthorized') report('unauthorized', reason);
      else report('unsupported', reason, { value });
    }
  },
});
