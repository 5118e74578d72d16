import { isEmptyList } from '../../src/analysis/emptiness.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/no-rules',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'A FlowSchema has rules.',
  details: `
A FlowSchema matches a request if one of its \`rules\` matches it. The API server accepts a FlowSchema without rules, but it
matches no requests.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    none: {
      text: 'spec.rules is empty, so the FlowSchema matches no requests',
      help: 'add a rule with subjects, and with resourceRules or nonResourceRules',
      rows: ['lint-fs-never-matches'],
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
          rules: []
          #      ^^ expect: none
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
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              resourceRules:
                - { verbs: [list], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const rules = spec.get('rules');
    if (isEmptyList(rules) && !spec.pruned) report({ message: 'none', at: rules });
  },
});
