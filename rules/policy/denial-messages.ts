import { trimSpace } from '../../src/base/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/denial-messages',
  on: 'object',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'info',
  summary: 'Each validation has a message.',
  details: `
When a policy denies a request, its user sees the \`message\` of the validation, or the result of its
\`messageExpression\`. Without both, the user sees \`failed expression: \` and the expression itself, which is hard
to understand, most of all if it has several lines.

If \`messageExpression\` fails at run time, or its result is empty, has several lines or is longer than 5120 bytes, the
user sees the \`message\`, or without one the expression. So a \`message\` is useful in any case. It should say what is
required, such as \`replicas must be no greater than 5\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#message-expression',
  messages: {
    missing: {
      text: 'the validation has no message: users whose requests it denies see the expression',
      help: 'add a message that says what is required',
      rows: ['lint-message-missing'],
    },
    multiline: {
      text: 'the validation has no message: users whose requests it denies see an expression of several lines',
      help: 'add a message that says what is required',
      severity: 'warning',
      rows: ['lint-vap-message-multiline'],
    },
    fallback: {
      text: 'the validation has no message: where messageExpression fails, users see the expression',
      help: 'add a message as well',
      rows: ['lint-message-expression-fallback', 'lint-vap-message-multiline'],
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
            # ^^^^^^^^^^ expect: missing
            - expression: |- # expect: multiline
                object.spec.replicas > 1 ||
                object.metadata.name == 'web'
            - expression: object.spec.replicas < 9
            # ^^^^^^^^^^ expect: fallback
              messageExpression: "'fewer, please, for ' + object.metadata.name"
            - expression: |- # expect: fallback
                object.spec.replicas > 2 ||
                object.metadata.name == 'web'
              messageExpression: "'more, please, for ' + object.metadata.name"
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
              message: replicas must be no greater than 5
            - expression: object.spec.replicas > 1
              message: there must be 2 replicas or more
              messageExpression: "'there must be 2 replicas or more, not ' + string(object.spec.replicas)"
      `,
    ],
  },
  check(resource, { report }) {
    for (const validation of resource.root.get('spec').itemsOf('validations')) {
      const expression = validation.get('expression');
      const text = trimSpace(expression.value ?? '');
      const message = validation.get('message');
      if (text === '' || message.pruned || (message.value ?? '') !== '') continue;
      const hasMessageExpression = (validation.get('messageExpression').value ?? '') !== '';
      const id = hasMessageExpression ? 'fallback' : /[\r\n]/.test(text) ? 'multiline' : 'missing';
      report({ message: id, at: expression, side: 'key' });
    }
  },
});
