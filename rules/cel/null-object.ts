import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import {
  type AdmissionFailure,
  describeOutcome,
  failureLocation,
  firstFailures,
} from '../../src/analysis/cel/symbolic/admission-failures.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/null-object',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'warning',
  summary: 'An expression selects fields of object and oldObject only where they are not null.',
  details: `
\`object\` is the object as it is to be stored, and \`oldObject\` as it is stored. So \`object\` is null in a DELETE, and
\`oldObject\` in a CREATE and a CONNECT. To select a field of null is an error (\`no such key\`), and then the
\`failurePolicy\` decides: \`Fail\` refuses the request, so that nothing can be deleted, say.

Leave the operation out of the rules, or ask first: \`oldObject == null || ...\`, or
\`request.operation != 'DELETE' || ...\`. A match condition that asks for the operation is enough, too.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    unset: {
      text: '{variable} is null in a {operations}, so the {owner} ends in an error: {outcome}',
      help: 'ask first, such as {variable} == null || ..., or leave the operation out of the rules',
      rows: ['lint-object-null-on-delete'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: sizes.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE, DELETE]
                resources: [deployments]
          validations:
            - expression: object.spec.replicas <= 5
              #                 ^^^^^ expect: unset
              message: at most 5 replicas
            - expression: oldObject.spec.selector == object.spec.selector || request.operation == 'DELETE'
              #                    ^^^^^ expect: unset
              message: the selector stays
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: sizes.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [apps]
                apiVersions: [v1]
                operations: [CREATE, UPDATE, DELETE]
                resources: [deployments]
          matchConditions:
            - name: stays
              expression: request.operation != 'DELETE'
          validations:
            - expression: object.spec.replicas <= 5
              message: at most 5 replicas
            - expression: oldObject == null || oldObject.spec.selector == object.spec.selector
              message: the selector stays
      `,
    ],
  },
  check(resource, { report }) {
    for (const failure of firstFailures(resource, isOfObject)) {
      const variable = failure.nullPath?.notation ?? '';
      report('unset', failureLocation(failure), {
        variable,
        operations: variable === 'object' ? 'DELETE' : 'CREATE or CONNECT',
        owner: failure.where.expression.environment.owner,
        outcome: describeOutcome(failure),
      });
    }
  },
});

function isOfObject({ nullPath }: AdmissionFailure): boolean {
  return nullPath?.notation === 'object' || nullPath?.notation === 'oldObject';
}
