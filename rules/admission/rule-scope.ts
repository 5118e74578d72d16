import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import {
  KINDS_WITH_RESOURCE_RULES,
  resourceRulesOf,
} from '../../src/analysis/requests/resource-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const SCOPES: readonly string[] = ['*', 'Cluster', 'Namespaced'];

export default defineRule({
  id: 'admission/rule-scope',
  on: 'object',
  kinds: KINDS_WITH_RESOURCE_RULES,
  severity: 'error',
  summary: 'The scope of a resource rule is Cluster, Namespaced or *.',
  details: `
\`scope\` limits a resource rule to namespaced resources (\`Namespaced\`) or cluster-scoped resources (\`Cluster\`);
Namespaces are cluster-scoped. The default, \`*\`, matches both. No other values are valid, including the empty
string, and they are case-sensitive.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules',
  messages: {
    unsupported: {
      text: "scope is '{scope}'; it must be Namespaced, Cluster or *",
      help: 'use Namespaced or Cluster, or remove scope to match both',
      cause: 'FieldValueNotSupported',
      rows: ['rule-scope-unsupported'],
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
                scope: namespaced
                #      ^^^^^^^^^^ expect: unsupported
          validations:
            - expression: object.spec.replicas <= 5
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
                scope: Namespaced
          validations:
            - expression: object.spec.replicas <= 5
      `,
    ],
    fixed: [
      {
        before: yaml`
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
                  scope: namespaced # not for objects of the cluster
            validations:
              - expression: object.spec.replicas <= 5
        `,
        after: yaml`
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
                  scope: Namespaced # not for objects of the cluster
            validations:
              - expression: object.spec.replicas <= 5
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const rule of resourceRulesOf(resource)) {
      const scope = rule.get('scope');
      if (scope.value !== undefined && !SCOPES.includes(scope.value)) {
        const fix = enumFix(scope, SCOPES);
        report({ message: 'unsupported', at: scope, values: { scope: scope.value }, fix });
      }
    }
  },
});
