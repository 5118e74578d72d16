import {
  flowSchemaNonResourceRules,
  flowSchemaResourceRules,
} from '../../src/analysis/flow-control/flow-schema-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'flow-control/repeated-entries',
  kinds: ['FlowSchema'],
  severity: 'warning',
  summary: 'No entry of the lists of a rule is there twice.',
  details: `
The lists of a rule are sets to the API server. It accepts an entry that is there twice when an object is
created or updated as a whole, and refuses it in server-side apply (\`kubectl apply --server-side\`, and what
most GitOps tools do).
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    again: {
      text: "'{entry}' is in {list} twice; server-side apply refuses that",
      help: 'leave one of them out',
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
                  #                  ^^^ expect: again
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
        // A wildcard beside other entries is refused, itself included.
        if (seen.has(entry) && entry !== '*') report('again', item, { entry, list: list.segment });
        seen.add(entry);
      }
    }
  },
});
