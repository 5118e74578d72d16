import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import type { ConstantValue } from '../../src/cel/ast.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/constant',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'warning',
  summary: 'An expression that is a mere constant does something.',
  details: `
A condition or validation that is just \`true\` can be left out. A match condition that is just \`false\` turns the whole webhook
or policy off. (A validation that is just \`false\` denies whatever the policy matches, which is a known way
to forbid a thing, and is not reported.)

A message of several lines, or of blanks, is thrown away: the server then shows the \`message\`, or the
expression itself. An audit annotation whose value is empty or null is never written.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    alwaysTrue: {
      text: 'the {owner} is always true, so it does nothing',
      help: 'leave it out',
      rows: ['lint-match-condition-constant', 'lint-validation-constant'],
    },
    turnedOff: {
      text: 'the match condition is always false, so nothing is ever matched',
      help: 'write the condition that is meant, or take the object away',
      rows: ['lint-match-condition-constant'],
    },
    discarded: {
      text: 'the server throws this message away, because it is blank or has several lines',
      help: 'write one line of text',
      rows: ['lint-message-expression-discarded'],
    },
    unwritten: {
      text: 'the annotation is never written, because its value is empty',
      help: 'write a text, or leave the annotation out',
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
        if (value.value) report('alwaysTrue', field, { owner });
        else if (isCondition) report('turnedOff', field);
      } else if (name === 'vap-message' && isDiscarded(value)) {
        report('discarded', field);
      } else if (name === 'vap-audit' && isEmpty(value)) {
        report('unwritten', field);
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
