import {
  admissionRules,
  KINDS_WITH_ADMISSION_RULES,
} from '../../src/analysis/requests/admission-rules.ts';
import {
  type RuleTarget,
  readRule,
  settledTargets,
} from '../../src/analysis/requests/rule-targets.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/scope',
  kinds: KINDS_WITH_ADMISSION_RULES,
  severity: 'warning',
  summary: 'The scope of a rule fits its resources.',
  details: `
\`scope: Namespaced\` leaves out all requests about what belongs to no namespace, \`scope: Cluster\` all about what
does. A rule whose resources are all of the other sort never matches. Namespaces themselves count as
cluster-scoped: they are not in a namespace.

Leave \`scope\` out (which is \`*\`) where the resources are named; it is of use with wildcards.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    namespaced: {
      text: '{resource} belong to no namespace, so scope Namespaced leaves them out',
      help: 'leave scope out, or write Cluster',
      rows: ['lint-rule-scope-mismatch'],
    },
    cluster: {
      text: '{resource} belong to namespaces, so scope Cluster leaves them out',
      help: 'leave scope out, or write Namespaced',
      rows: ['lint-rule-scope-mismatch'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [namespaces]
                scope: Namespaced
                #      ^^^^^^^^^^ expect: namespaced
              - operations: [CREATE]
                apiGroups: [rbac.authorization.k8s.io]
                apiVersions: [v1]
                resources: [clusterroles, roles]
                #                         ^^^^^ expect: cluster
                scope: Cluster
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: names }
        spec:
          matchConstraints:
            resourceRules:
              - operations: [CREATE]
                apiGroups: ["*"]
                apiVersions: ["*"]
                resources: ["*"]
                scope: Namespaced
              - operations: [CREATE]
                apiGroups: [""]
                apiVersions: [v1]
                resources: [namespaces]
          validations:
            - expression: object.metadata.name != 'test'
              message: do not call it test
      `,
    ],
  },
  check(resource, { report, minor }) {
    for (const rule of admissionRules(resource)) {
      const scope = rule.get('scope');
      if (scope.value !== 'Namespaced' && scope.value !== 'Cluster') continue;
      const message = scope.value === 'Namespaced' ? 'namespaced' : 'cluster';
      const reading = readRule(rule, minor);
      const leftOut = settledTargets(reading).filter(
        (target) => isNamespaced(target) !== (scope.value === 'Namespaced'),
      );
      const [first] = leftOut;
      if (first !== undefined && leftOut.length === reading.targets.length) {
        report(message, scope, { resource: first.resource });
        continue;
      }
      for (const target of leftOut) report(message, target.field, { resource: target.resource });
    }
  },
});

function isNamespaced({ builtIn }: RuleTarget): boolean {
  return builtIn.some(({ namespaced }) => namespaced);
}
