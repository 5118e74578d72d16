import { withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import {
  flowSchemaNonResourceRules,
  flowSchemaResourceRules,
} from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/repeated-entries',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'The lists in the rules of a FlowSchema have no duplicates.',
  details: `
The lists of a rule are sets. The API server accepts duplicates in a request that creates or updates the whole object. But
it refuses them in server-side apply, which \`kubectl apply --server-side\` and many GitOps tools use.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    duplicate: {
      text: "'{entry}' is in {list} twice, so server-side apply refuses the FlowSchema",
      help: 'remove one of them',
      rows: ['lint-fs-duplicate-entries'],
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
                - verbs: [get, list, get]
                  #                  ^^^ expect: duplicate
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: ["*"]
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
                - { verbs: [get, list], apiGroups: [""], resources: [pods], namespaces: ["*"] }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: flowcontrol.apiserver.k8s.io/v1
          kind: FlowSchema
          metadata: { name: batch }
          spec:
            priorityLevelConfiguration: { name: workload-low }
            rules:
              - subjects: [{ kind: Group, group: { name: system:authenticated } }]
                resourceRules:
                  - verbs: [list, watch, list]
                    apiGroups: [batch]
                    resources: [jobs]
                    namespaces: ["*"]
        `,
        after: yaml`
          apiVersion: flowcontrol.apiserver.k8s.io/v1
          kind: FlowSchema
          metadata: { name: batch }
          spec:
            priorityLevelConfiguration: { name: workload-low }
            rules:
              - subjects: [{ kind: Group, group: { name: system:authenticated } }]
                resourceRules:
                  - verbs: [list, watch]
                    apiGroups: [batch]
                    resources: [jobs]
                    namespaces: ["*"]
        `,
      },
    ],
  },
  check(resource, { report }) {
    const lists = [
      ...flowSchemaResourceRules(resource).flatMap((rule) => [
        rule.get('verbs'),
        rule.get('apiGroups'),
        rule.get('resources'),
        rule.get('namespaces'),
      ]),
      ...flowSchemaNonResourceRules(resource).flatMap((rule) => [
        rule.get('verbs'),
        rule.get('nonResourceURLs'),
      ]),
    ];
    for (const list of lists) {
      const seen = new Set<string>();
      for (const item of list.items()) {
        const { value: entry } = item;
        if (entry === undefined) continue;
        // The server refuses a wildcard together with other entries, even if the other entry is a wildcard.
        if (seen.has(entry) && entry !== '*') {
          const fix = withoutEntry(resource, item);
          report({ message: 'duplicate', at: item, values: { entry, list: list.segment }, fix });
        }
        seen.add(entry);
      }
    }
  },
});
