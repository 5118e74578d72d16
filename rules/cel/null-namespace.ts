import { DECIDING_KINDS, type DecidingResource } from '../../src/analysis/admission/deciders.ts';
import { type CelCompilation, celCompilations } from '../../src/analysis/cel/compilations.ts';
import {
  type AdmissionFailure,
  describeOutcome,
  failureLocation,
  firstFailures,
} from '../../src/analysis/cel/symbolic/admission-failures.ts';
import { nodeLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import type { Expr } from '../../src/cel/ast.ts';
import { childrenOf } from '../../src/cel/expression-tree.ts';
import type { Location } from '../../src/rule/location.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

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

const NAMESPACE = 'namespaceObject';

/** Reports whether an expression is a match condition of a policy or a webhook. */
function isMatchCondition({ expression }: CelCompilation): boolean {
  const { name } = expression.environment;
  return name === 'webhook' || name.endsWith('-condition');
}

/**
 * The first location in each match condition that reads `namespaceObject`. The variable is declared there, but null.
 *
 * Source: `Match` in `pkg/admission/plugin/webhook/matchconditions/matcher.go` of k8s.io/apiserver, which gives the
 * conditions no namespace.
 */
function namespaceReferences(owner: DecidingResource): readonly Location[] {
  return celCompilations(owner).flatMap((one) => {
    const found = isMatchCondition(one) ? firstReference(one) : undefined;
    return found === undefined ? [] : [nodeLocation(one, found)];
  });
}

function firstReference({ compiled }: CelCompilation): Expr | undefined {
  if (!compiled.ok) return undefined;
  const { checked } = compiled;
  let first: Expr | undefined;
  const left = [checked.ast.expr];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    const isFound = expr.kind === 'ident' && expr.name === NAMESPACE;
    if (isFound && (first === undefined || expr.offset < first.offset)) first = expr;
    left.push(...childrenOf(expr, checked));
  }
  return first;
}
