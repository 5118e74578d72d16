import { builtInTargets, resolveRule } from '../../src/analysis/requests/resolved-rules.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'match/scope',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'warning',
  summary: 'The scope of a resource rule is the scope of its resources.',
  details: `
\`scope: Namespaced\` excludes requests for cluster-scoped resources, \`scope: Cluster\` those for namespaced resources. A
resource rule with resources of the other scope only never matches. Namespaces are cluster-scoped.

Remove \`scope\` (the default is \`*\`) from a rule that lists its resources; it is useful with wildcards only.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    namespaced: {
      text: '{resource} are cluster-scoped, so scope Namespaced excludes them',
      help: 'remove scope, or use Cluster',
      rows: ['lint-rule-scope-mismatch'],
    },
    cluster: {
      text: '{resource} are namespaced, so scope Cluster excludes them',
      help: 'remove scope, or use Namespaced',
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
    for (const rule of resourceRulesOf(resource)) {
      const scope = rule.get('scope');
      if (scope.value !== 'Namespaced' && scope.value !== 'Cluster') continue;
      const message = scope.value === 'Namespaced' ? 'namespaced' : 'cluster';
      const reading = resolveRule(rule, minor);
      const excluded = builtInTargets(reading).filter(
        (target) =>
          target.builtIn.some(({ namespaced }) => namespaced) !== (scope.value === 'Namespaced'),
      );
      const [first] = excluded;
      if (first !== undefined && excluded.length === reading.targets.length) {
        report({ message: message, at: scope, values: { resource: first.resource } });
        continue;
      }
      for (const target of excluded)
        report({ message: message, at: target.field, values: { resource: target.resource } });
    }
  },
});
