import { flowSchemaResourceRules } from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { findResource } from '../../src/analysis/requests/requested-resources.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type { ResourcePolicyRule } from '../../src/server/kubernetes/types.generated.ts';

/** The verbs that can be requested for all namespaces at once. */
const ACROSS_NAMESPACES: readonly string[] = ['list', 'watch', 'deletecollection', '*'];

export default defineRule({
  id: 'flow-control/unmatched-scope',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'The namespaces and clusterScope of a resource rule fit to its resources.',
  details: `
\`namespaces\` matches requests with a namespace. Requests without a namespace are matched only with \`clusterScope: true\`.
Requests for cluster-scoped resources, such as \`nodes\`, never have a namespace, so \`namespaces\` alone does not match them.
Requests for a single namespaced object, such as a pod, always have a namespace. Only \`list\`, \`watch\` and
\`deletecollection\` can be requested for all namespaces at once.

If both are intended, set \`namespaces: ["*"]\` and \`clusterScope: true\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/flow-schema-v1/',
  messages: {
    cluster: {
      text: 'these resources are cluster-scoped, so the rule matches no request without clusterScope',
      help: 'add clusterScope: true',
      severity: 'info',
      rows: ['lint-fs-cluster-scope-dead'],
      dependsOn: ['spec.rules'],
    },
    namespaced: {
      text: 'requests with these verbs always have a namespace, so the rule matches none of them without namespaces',
      help: 'add namespaces: ["*"]',
      rows: ['lint-fs-namespaced-verb-dead'],
      dependsOn: ['spec.rules'],
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
    // An absent field may be one of a wrong type.
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
        report({ message: 'cluster', at: namespaces });
      }
      const isAcross = (value.verbs ?? []).some((verb) => ACROSS_NAMESPACES.includes(verb));
      if (scope === 'namespaced' && !isForNamespaces && value.clusterScope === true && !isAcross) {
        report({ message: 'namespaced', at: clusterScope });
      }
    }
  },
});

/** The scope of all resources of a rule. Undefined if they differ or one is unknown. */
function scopeOf(
  { apiGroups = [], resources = [] }: ResourcePolicyRule,
  minor: Minor,
): 'cluster' | 'namespaced' | undefined {
  const groups = new Set(apiGroups);
  const scopes = new Set(
    resources.map((name) => {
      // A request for a namespace has the namespace itself.
      if (name === '*' || name.split('/')[0] === 'namespaces') return undefined;
      const found = findResource(name, groups, minor);
      if (found.is !== 'served') return undefined;
      return found.resource.namespaced ? 'namespaced' : 'cluster';
    }),
  );
  return scopes.size === 1 ? [...scopes][0] : undefined;
}
