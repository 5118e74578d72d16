import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import type { ConstantValue } from '../../src/cel/ast.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/constant',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary: 'No expression is a constant that has no effect, or that turns the object off.',
  details: `
A condition or validation that is \`true\` has no effect. A match condition that is \`false\` turns off the webhook or policy. (A
validation that is \`false\` denies all requests that the policy matches. This is a common way to forbid something, and is not
reported.)

The API server ignores a message that is blank or has several lines, and uses \`message\` or the expression instead. It does not
write an audit annotation whose value is empty or null.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    alwaysTrue: {
      text: 'the {owner} is always true, so it has no effect',
      help: 'remove it, or write the condition that is meant',
      severity: 'info',
      rows: ['lint-match-condition-constant', 'lint-validation-constant'],
    },
    turnedOff: {
      text: 'the match condition is always false, so no request is ever matched',
      help: 'write the condition that is meant, or remove the object',
      rows: ['lint-match-condition-constant'],
    },
    discarded: {
      text: 'the API server ignores this message, because it is blank or has several lines',
      help: 'use a message of one line',
      rows: ['lint-message-expression-discarded'],
    },
    unwritten: {
      text: 'the audit annotation is never written, because its value is empty',
      help: 'use a value that is not empty, or remove the annotation',
      severity: 'info',
      rows: ['lint-audit-annotation-empty'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: replicas.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [deployments]
          matchConditions:
            - name: not-yet
              expression: "false"
              #           ^^^^^^^ expect: turnedOff
          validations:
            - expression: object.spec.replicas <= 5
              messageExpression: '" "'
              #                  ^^^^^ expect: discarded
            - expression: "true"
              #           ^^^^^^ expect: alwaysTrue
              message: fine
          auditAnnotations:
            - key: replicas
              valueExpression: "''"
              #                ^^^^ expect: unwritten
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: no-load-balancers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [services]
          matchConditions:
            - name: load-balancers
              expression: object.spec.?type.orValue("") == "LoadBalancer"
          validations:
            - expression: "false"
              message: services of this cluster are reached through the gateway
      `,
    ],
  },
  check(resource, { report }) {
    for (const { expression, compiled } of celCompilations(resource)) {
      if (!compiled.ok || compiled.checked.ast.expr.kind !== 'const') continue;
      const { environment, field } = expression;
      const { value } = compiled.checked.ast.expr;
      const { owner, name } = environment;
      const isCondition = name === 'webhook' || name.endsWith('-condition');
      if (value.type === 'bool' && (isCondition || name === 'vap')) {
        if (value.value) report({ message: 'alwaysTrue', at: field, values: { owner } });
        else if (isCondition) report({ message: 'turnedOff', at: field });
      } else if (name === 'vap-message' && isDiscarded(value)) {
        report({ message: 'discarded', at: field });
      } else if (name === 'vap-audit' && isEmpty(value)) {
        report({ message: 'unwritten', at: field });
      }
    }
  },
});

function isDiscarded(value: ConstantValue): boolean {
  return (
    value.type === 'string' && (value.value.trim() === '' || value.value.trim().includes('\n'))
  );
}

function isEmpty(value: ConstantValue): boolean {
  return value.type === 'null' || (value.type === 'string' && value.value === '');
}
