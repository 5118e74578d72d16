import { isBlank, trimSpace } from '../../src/base/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/messages',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary: 'The message of a validation is not blank and has no line breaks.',
  details: `
\`message\` is what the user of a denied request sees. It is optional, but the API server refuses a message that
consists of whitespace only, or that has a line break. A line break at the end, such as a block scalar
(\`message: |\`) leaves, is allowed.

To write a long message on several lines of a YAML file, use a folded block scalar (\`message: >-\`).
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#message-expression',
  messages: {
    blank: {
      text: 'message consists of whitespace only',
      help: 'write a message that says what is required, or remove the field',
      cause: 'FieldValueInvalid',
      rows: ['vap-message-blank'],
    },
    lineBreak: {
      text: 'message has a line break; it must be a single line',
      help: 'use a folded block scalar (message: >-) without blank lines, or separate the sentences by semicolons',
      cause: 'FieldValueInvalid',
      rows: ['vap-message-newline'],
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
              message: "  "
              #        ^^^^ expect: blank
            - expression: object.spec.replicas >= 1
              message: "No replica,\nno answer."
              #        ^^^^^^^^^^^^^^^^^^^^^^^^^ expect: lineBreak
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
            - expression: object.spec.replicas >= 1
              message: >
                There must be a replica,
                or nothing answers.
      `,
    ],
  },
  check(resource, { report }) {
    for (const validation of resource.root.get('spec').itemsOf('validations')) {
      const message = validation.get('message');
      const text = message.value ?? '';
      if (text === '') continue;
      if (isBlank(text)) report({ message: 'blank', at: message });
      else if (/[\n\r]/.test(trimSpace(text))) report({ message: 'lineBreak', at: message });
    }
  },
});
