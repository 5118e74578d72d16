import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import {
  type AdmissionFailure,
  describeOutcome,
  failureLocation,
  firstFailures,
} from '../../src/analysis/cel/symbolic/admission-failures.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/null-object',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary: 'An expression selects fields of object and oldObject only if they are not null.',
  details: `
\`object\` is the new object, and \`oldObject\` is the stored object. So \`object\` is null in DELETE requests, and \`oldObject\` in CREATE
and CONNECT requests. To select a field of null fails with \`no such key\`, and \`failurePolicy\` determines the result: \`Fail\`
denies the request, for example all deletions.

Remove the operation from the resource rules, or test first: \`oldObject == null || ...\`, or
\`request.operation != 'DELETE' || ...\`. The test can also be in a match condition.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    unset: {
      text: '{variable} is null in {operations} requests, so the {owner} fails with an error: {outcome}',
      help: 'test {variable} == null first, or remove the operation from the resource rules',
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
      report({
        message: 'unset',
        at: failureLocation(failure),
        values: {
          variable,
          operations: variable === 'object' ? 'DELETE' : 'CREATE and CONNECT',
          owner: failure.where.expression.environment.owner,
          outcome: describeOutcome(failure),
        },
      });
    }
  },
});

function isOfObject({ nullPath }: AdmissionFailure): boolean {
  return nullPath?.notation === 'object' || nullPath?.notation === 'oldObject';
}
