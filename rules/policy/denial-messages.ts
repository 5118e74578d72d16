import { trimSpace } from '../../src/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'policy/denial-messages',
  kinds: ['ValidatingAdmissionPolicy'],
  severity: 'info',
  summary: 'Each validation has a message.',
  details: `
Who is refused by a policy sees the \`message\` of the validation, or what its \`messageExpression\` gives. Without
both it is \`failed expression: \` and the expression itself, which tells a user little, and less where it goes over
several lines.

The expression is also shown where \`messageExpression\` fails at run time, or gives an empty text, one of several
lines or of more than 5120 bytes; with a \`message\` beside it, that one is shown instead. So a \`message\` is
of use in any case. Say what to do: \`replicas must be no greater than 5\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#message-expression',
  messages: {
    missing: {
      text: 'there is no message, so users who are refused see the expression',
      help: 'add a message that says what to write instead',
      rows: ['lint-message-missing'],
    },
    multiline: {
      text: 'there is no message, so users who are refused see an expression of several lines',
      help: 'add a message that says what to write instead',
      severity: 'warning',
      rows: ['lint-vap-message-multiline'],
    },
    fallback: {
      text: 'there is no message beside messageExpression; where that fails, users see the expression',
      help: 'add a message too',
      rows: ['lint-message-expression-fallback'],
    },
    multilineFallback: {
      text: 'there is no message beside messageExpression; where that fails, users see an expression of several lines',
      help: 'add a message too',
      rows: ['lint-vap-message-multiline'],
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
            - expression: |- # expect: multilineFallback
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
    for (const validation of resource.root.get('spec').get('validations').items()) {
      const expression = validation.get('expression');
      const text = trimSpace(expression.value ?? '');
      const said = validation.get('message');
      if (text === '' || said.pruned || (said.value ?? '') !== '') continue;
      const hasLines = /[\r\n]/.test(text);
      const isAlone = (validation.get('messageExpression').value ?? '') === '';
      if (isAlone) report(hasLines ? 'multiline' : 'missing', expression, {}, { side: 'key' });
      else report(hasLines ? 'multilineFallback' : 'fallback', expression, {}, { side: 'key' });
    }
  },
});
