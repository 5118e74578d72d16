import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
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
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'warning',
  summary: 'An expression selects fields of namespaceObject only where it is not null.',
  details: `
\`namespaceObject\` is the namespace of the object. For cluster-scoped objects, and for namespaces themselves, it is
null. To select a field of null is an error (\`no such key\`), and then the \`failurePolicy\` decides:
\`Fail\` refuses the request.

Ask first (\`namespaceObject == null || ...\`), or give the rule \`scope: Namespaced\`. The resource \`*\`
without a scope includes cluster-scoped ones.

In a match condition it is null for every object: it is declared there, but the server sets it for the other
expressions only. Select namespaces by a \`namespaceSelector\`, or ask in the validation instead.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    unset: {
      text: 'namespaceObject is null for cluster-scoped objects and for namespaces, so the {owner} ends in an error: {outcome}',
      help: 'ask first: namespaceObject == null || ..., or give the rule scope: Namespaced',
      rows: ['lint-namespace-object-null'],
    },
    condition: {
      text: 'namespaceObject is null in every match condition, whatever the namespace',
      help: 'select namespaces with a namespaceSelector, or ask in a validation or mutation; request.namespace is known here',
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
    for (const reference of namespaceReferences(resource)) report('condition', reference);
    for (const failure of firstFailures(resource, isOfNamespace)) {
      report('unset', failureLocation(failure), {
        owner: failure.where.expression.environment.owner,
        outcome: describeOutcome(failure),
      });
    }
  },
});

function isOfNamespace({ nullPath, of }: AdmissionFailure): boolean {
  return nullPath?.notation === 'namespaceObject' && !isMatchCondition(of);
}
