import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { celExpressions } from '../../src/analysis/cel/expressions.ts';
import { isBlank, trimSpace } from '../../src/base/go/white-space.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';

export default defineRule({
  id: 'admission/expression-required',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'error',
  summary: 'Required CEL expressions are present and not too long.',
  details: `
The expression of a match condition, variable, validation, audit annotation or mutation is required. An expression
that consists of white space counts as missing. This is how YAML reads a block scalar (\`expression: |\`) whose lines are
not indented.

The \`messageExpression\` of a validation is optional: it may be absent or empty, but must not consist of white space.
The \`valueExpression\` of an audit annotation must not be longer than 5120 bytes; the API server reports a longer one
as missing.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    required: {
      text: '{field} is required in each {owner}',
      help: 'add a CEL expression',
      cause: 'FieldValueRequired',
      rows: [
        'match-condition-expression-required',
        'policy-variable-expression-required',
        'vap-validation-expression-required',
        'vap-audit-annotation-value-required',
        'map-mutation-expression-required',
      ],
    },
    blank: {
      text: '{field} contains only white space',
      help: 'add a CEL expression, or remove {field}',
      cause: 'FieldValueInvalid',
      rows: ['vap-message-expression-blank'],
    },
    tooLong: {
      text: '{field} is {length} bytes long; at most {most} are allowed',
      help: 'move parts of the expression to spec.variables',
      cause: 'FieldValueRequired',
      rows: ['vap-audit-annotation-value-too-long'],
      withoutExample: 'the expression is longer than 5 KiB',
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
          matchConditions:
            - name: not-in-tests # expect: required
          variables:
            - name: most
              expression: ""
              #           ^^ expect: required
          validations:
            - expression: object.spec.replicas <= 5
              messageExpression: "  "
              #                  ^^^^ expect: blank
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
          variables:
            - name: most
              expression: "5"
          validations:
            - expression: object.spec.replicas <= variables.most
              messageExpression: ""
          auditAnnotations:
            - key: replicas
              valueExpression: string(object.spec.replicas)
      `,
    ],
  },
  check(resource, { report }) {
    for (const { environment, field } of celExpressions(resource)) {
      if (field.pruned) continue;
      const text = field.value ?? '';
      const name = String(field.segment);
      if (isBlank(text)) {
        if (environment.blank === 'required')
          report({
            message: 'required',
            at: field,
            values: { owner: environment.owner, field: name },
          });
        else if (text !== '') report({ message: 'blank', at: field, values: { field: name } });
      } else if (environment.maxBytes !== undefined) {
        const length = byteLength(trimSpace(text));
        if (length > environment.maxBytes) {
          report({
            message: 'tooLong',
            at: field,
            values: { field: name, length, most: environment.maxBytes },
          });
        }
      }
    }
  },
});
