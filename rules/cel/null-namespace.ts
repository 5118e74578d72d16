import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/checks/cel-expressions.ts';
import {
  type AdmissionFailure,
  failureSpot,
  firstFailures,
  outcomeWords,
} from '../../src/checks/cel-guards-admission.ts';
import { defineRule, yaml } from '../../src/rule.ts';

export default defineRule({
  id: 'cel/null-namespace',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'warning',
  summary: 'An expression selects fields of namespaceObject only where it is not null.',
  details: `
\`namespaceObject\` is the namespace of the object. For cluster-scoped objects, and for namespaces themselves, it is
null. To select a field of null is an error (\`no such key\`), and then the \`failurePolicy\` decides:
\`Fail\` refuses the request.

Ask first (\`namespaceObject == null || ...\`), or give the rule \`scope: Namespaced\`. The resource \`*\`
without a scope includes cluster-scoped ones.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    unset: {
      text: 'namespaceObject is null for cluster-scoped objects and for namespaces, so the {owner} ends in an error: {outcome}',
      help: 'ask first: namespaceObject == null || ..., or give the rule scope: Namespaced',
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
    for (const failure of firstFailures(resource, isOfNamespace)) {
      report('unset', failureSpot(failure), {
        owner: failure.where.expression.place.owner,
        outcome: outcomeWords(failure),
      });
    }
  },
});

function isOfNamespace({ nullPlace }: AdmissionFailure): boolean {
  return nullPlace?.text === 'namespaceObject';
}
