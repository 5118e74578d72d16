import { celExpressions, KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import { isBlank, trimSpace } from '../../src/go/white-space.ts';
import { byteLength } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'admission/expression-required',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'error',
  summary: 'Where an expression belongs there is one, and it is not too long.',
  details: `
Match conditions, variables, validations, audit annotations and mutations are CEL expressions with a
little around them. The API server refuses one without its expression; white space alone does not
count, as is easily left behind in a block scalar (\`expression: |\`) whose lines are not indented.

\`messageExpression\` of a validation is optional, so it may be absent or empty, but if it has
anything, it must be more than white space. \`valueExpression\` of an audit annotation may have 5120
bytes at most; the server tells of a longer one as if it were missing.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    required: {
      text: 'the {owner} has no {field}',
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
      text: '{field} has nothing but white space',
      help: 'add a CEL expression, or leave {field} out',
      cause: 'FieldValueInvalid',
      rows: ['vap-message-expression-blank'],
    },
    tooLong: {
      text: '{field} has {length} bytes; at most {most} are allowed',
      help: 'move parts of it to spec.variables',
      cause: 'FieldValueRequired',
      rows: ['vap-audit-annotation-value-too-long'],
      withoutExample: 'it would be 5 KiB long',
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
          report('required', field, { owner: environment.owner, field: name });
        else if (text !== '') report('blank', field, { field: name });
      } else if (environment.maxBytes !== undefined) {
        const length = byteLength(trimSpace(text));
        if (length > environment.maxBytes) {
          report('tooLong', field, { field: name, length, most: environment.maxBytes });
        }
      }
    }
  },
});
