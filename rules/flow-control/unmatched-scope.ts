import { flowSchemaResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { findResource } from '../../src/analysis/requests/requested-resources.ts';
import type { Minor } from '../../src/kubernetes/minors.ts';
import type { ResourcePolicyRule } from '../../src/kubernetes/types.generated.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The verbs of requests for the objects of all namespaces at once. */
const ACROSS_NAMESPACES: readonly string[] = ['list', 'watch', 'deletecollection', '*'];

export default defineRule({
  id: 'flow-control/unmatched-scope',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'namespaces and clusterScope fit the resources of a rule.',
  details: `
A request within a namespace is matched by \`namespaces\`; one without a namespace is matched if \`clusterScope\` is
true. Requests for resources such as \`nodes\` never have a namespace, so with \`namespaces\` alone they are never
matched. Requests for one object of a resource such as \`pods\` always have one; only \`list\`, \`watch\` and
\`deletecollection\` can be about all namespaces at once.

Say both where both are meant: \`namespaces: ["*"]\` and \`clusterScope: true\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/flow-schema-v1/',
  messages: {
    cluster: {
      text: 'these resources have no namespace, so without clusterScope the rule matches no request',
      help: 'write clusterScope: true',
      severity: 'info',
      rows: ['lint-fs-cluster-scope-dead'],
    },
    namespaced: {
      text: 'requests with these verbs always have a namespace, so without namespaces the rule matches none',
      help: 'write namespaces: ["*"]',
      rows: ['lint-fs-namespaced-verb-dead'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - { kind: User, user: { name: backup } }
              resourceRules:
                - verbs: [get]
                  apiGroups: [""]
                  resources: [nodes]
                  namespaces: ["*"]
                  #           ^^^^^ expect: cluster
                - verbs: [create, update]
                  apiGroups: [""]
                  resources: [pods]
                  clusterScope: true
                  #             ^^^^ expect: namespaced
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: workload-low }
          rules:
            - subjects:
                - { kind: User, user: { name: backup } }
              resourceRules:
                - verbs: [get]
                  apiGroups: [""]
                  resources: [nodes]
                  clusterScope: true
                - verbs: [list, watch]
                  apiGroups: [""]
                  resources: [pods]
                  clusterScope: true
      `,
    ],
  },
  check(resource, { report, minor }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    for (const rule of flowSchemaResourceRules(resource)) {
      const { value } = rule;
      if (value === undefined) continue;
      const scope = scopeOf(value, minor);
      const namespaces = rule.get('namespaces');
      const clusterScope = rule.get('clusterScope');
      if (namespaces.pruned || clusterScope.pruned || rule.get('verbs').pruned) continue;
      const isForNamespaces = (value.namespaces ?? []).length > 0;
      if (scope === 'cluster' && isForNamespaces && value.clusterScope !== true) {
        report('cluster', namespaces);
      }
      const isAcross = (value.verbs ?? []).some((verb) => ACROSS_NAMESPACES.includes(verb));
      if (scope === 'namespaced' && !isForNamespaces && value.clusterScope === true && !isAcross) {
        report('namespaced', clusterScope);
      }
    }
  },
});

/** The scope that all resources of a rule have; undefined where they differ or one is not known. */
function scopeOf(
  { apiGroups = [], resources = [] }: ResourcePolicyRule,
  minor: Minor,
): 'cluster' | 'namespaced' | undefined {
  const groups = new Set(apiGroups);
  const scopes = new Set(
    resources.map((name) => {
      // A request for one namespace has that as its namespace.
      if (name === '*' || name.split('/')[0] === 'namespaces') return undefined;
      const found = findResource(name, groups, minor);
      if (found.is !== 'served') return undefined;
      return found.resource.namespaced ? 'namespaced' : 'cluster';
    }),
  );
  return scopes.size === 1 ? [...scopes][0] : undefined;
}
