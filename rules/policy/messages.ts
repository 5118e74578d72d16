import { isBlank, trimSpace } from '../../src/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/messages',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'error',
  summary: 'The message of a validation is one line of text.',
  details: `
\`message\` is what a user reads whose request is refused. It is optional, but the API server
refuses one of nothing but white space and one with a line break inside. A line break at the end, as
a block scalar (\`message: |\`) leaves it, is fine.

A long message is one line in the API, however it is written: fold it with \`>-\` in YAML.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#message-expression',
  messages: {
    blank: {
      text: 'the message has nothing but white space',
      help: 'say what is wrong, or leave message out',
      cause: 'FieldValueInvalid',
      rows: ['vap-message-blank'],
    },
    lineBreak: {
      text: 'the message has a line break, and it must be one line',
      help: 'fold it with message: >- (without blank lines), or use semicolons',
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
    for (const validation of resource.root.get('spec').get('validations').items()) {
      const message = validation.get('message');
      const text = message.value ?? '';
      if (text === '') continue;
      if (isBlank(text)) report('blank', message);
      else if (/[\n\r]/.test(trimSpace(text))) report('lineBreak', message);
    }
  },
});
