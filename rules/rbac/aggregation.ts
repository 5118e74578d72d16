import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { hasSelectorError } from '../../src/analysis/metadata/selector-errors.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'rbac/aggregation',
  on: 'object',
  kinds: ['ClusterRole'],
  severity: 'error',
  summary: 'An aggregated ClusterRole selects the roles whose rules it takes over.',
  details: `
The rules of a ClusterRole with an \`aggregationRule\` are those of all ClusterRoles that its \`clusterRoleSelectors\` select by
their labels. The control plane writes them into \`rules\`, and overwrites what is there. The API server refuses an
\`aggregationRule\` without selectors, and selectors that are invalid.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles',
  messages: {
    none: {
      text: 'the aggregationRule selects no roles',
      help: 'list label selectors in clusterRoleSelectors, or remove aggregationRule',
      cause: 'FieldValueRequired',
      rows: ['rbac-aggregation-none'],
    },
    selector: {
      text: 'the server cannot use this selector, because a part of it is invalid',
      help: 'correct the labels or expressions of the selector',
      cause: 'FieldValueInvalid',
      rows: ['rbac-aggregation-selector'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: { name: monitoring }
        aggregationRule:
          clusterRoleSelectors: []
          #                     ^^ expect: none
      `,
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: { name: monitoring }
        aggregationRule:
          clusterRoleSelectors:
            - matchLabels: { aggregate to: monitoring } # expect: selector
      `,
    ],
    good: [
      yaml`
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: { name: monitoring }
        aggregationRule:
          clusterRoleSelectors:
            - matchLabels: { aggregate-to-monitoring: "true" }
      `,
    ],
  },
  check(resource, { report }) {
    const rule = resource.root.get('aggregationRule');
    const selectors = rule.get('clusterRoleSelectors');
    if (rule.value !== undefined && isEmptyList(selectors)) {
      report({ message: 'none', at: selectors });
    }
    for (const selector of selectors.items()) {
      if (hasSelectorError(selector)) report({ message: 'selector', at: selector, side: 'key' });
    }
  },
});
