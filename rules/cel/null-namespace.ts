import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import {
  type AdmissionFailure,
  describeOutcome,
  failureLocation,
  firstFailures,
} from '../../src/analysis/cel/symbolic/admission-failures.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMatchCondition, namespaceReferences } from './null-namespace/condition-namespaces.ts';

export default defineRule({
  id: 'cel/null-namespace',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary: 'An expression selects fields of namespaceObject only if it is not null.',
  details: `
\`namespaceObject\` is the namespace of the object. For cluster-scoped objects, and for namespaces, it is null. To select a field of
null fails with \`no such key\`, and \`failurePolicy\` determines the result: \`Fail\` denies the request.

Test first (\`namespaceObject == null || ...\`), or set \`scope: Namespaced\` in the resource rule. The resource \`*\` without a
scope includes cluster-scoped resources.

In match conditions it is null for all objects: it is declared there, but the API server sets it only for other expressions. Select
namespaces with a \`namespaceSelector\`, or test \`namespaceObject\` in a validation.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    unset: {
      text: 'namespaceObject is null for namespaces and cluster-scoped objects, so the {owner} fails with an error: {outcome}',
      help: 'test namespaceObject == null first, or set scope: Namespaced in the resource rule',
      rows: ['lint-namespace-object-null'],
    },
    condition: {
      text: 'namespaceObject is null in all match conditions, so this condition does not work',
      help: 'use a namespaceSelector or request.namespace, or test it in a validation or mutation',
      rows: ['lint-namespace-object-null'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: roles.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [rbac.authorization.k8s.io]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [roles, clusterroles]
          validations:
            - expression: namespaceObject.metadata.name != 'shop'
              #                          ^^^^^^^^^ expect: unset
              message: no roles in shop
      `,
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
            - name: production
              expression: "'live' in namespaceObject.metadata.labels"
              #                      ^^^^^^^^^^^^^^^ expect: condition
          validations:
            - expression: object.spec.replicas > 1
              message: two replicas at least
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: roles.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [rbac.authorization.k8s.io]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [roles, clusterroles]
          validations:
            - expression: namespaceObject == null || namespaceObject.metadata.name != 'shop'
              message: no roles in shop
      `,
    ],
  },
  check(resource, { report }) {
    for (const reference of namespaceReferences(resource))
      report({ message: 'condition', at: reference });
    for (const failure of firstFailures(resource, isOfNamespace)) {
      report({
        message: 'unset',
        at: failureLocation(failure),
        values: {
          owner: failure.where.expression.environment.owner,
          outcome: describeOutcome(failure),
        },
      });
    }
  },
});

function isOfNamespace({ nullPath, of }: AdmissionFailure): boolean {
  return nullPath?.notation === 'namespaceObject' && !isMatchCondition(of);
}
