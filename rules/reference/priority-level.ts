import { findReferenced } from '../../src/analysis/installations/expected-objects.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const GROUP = 'flowcontrol.apiserver.k8s.io';

/** The levels that each cluster has. */
const BUILT_IN: ReadonlySet<string> = new Set([
  'catch-all',
  'exempt',
  'global-default',
  'leader-election',
  'node-high',
  'system',
  'workload-high',
  'workload-low',
]);

export default defineRule({
  id: 'reference/priority-level',
  on: 'installation',
  severity: 'warning',
  summary: 'The priority level that a FlowSchema refers to exists.',
  details: `
A FlowSchema assigns requests to the PriorityLevelConfiguration that \`spec.priorityLevelConfiguration.name\` refers to. The
API server accepts any name, and ignores a FlowSchema while its priority level does not exist. Its status condition
\`Dangling\` is then \`True\`.

A level is reported as missing only if each cluster does not have it, no file of the input has it, and other levels are
applied together with the FlowSchema. Pass \`--partial\` if the input is only a part of what is applied.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    missing: {
      text: "the input has no PriorityLevelConfiguration '{name}', although {place} has others; without it, the FlowSchema is ignored",
      help: 'correct the name, or add the priority level',
      rows: ['lint-fs-level-missing'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backup }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 5
            limitResponse: { type: Reject }
        ---
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: backups }
          #                                   ^^^^^^^ expect: missing
          matchingPrecedence: 900
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              resourceRules:
                - verbs: [list]
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: ["*"]
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 5
            limitResponse: { type: Reject }
        ---
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          priorityLevelConfiguration: { name: backups }
          matchingPrecedence: 900
          distinguisherMethod: { type: ByUser }
          rules:
            - subjects:
                - kind: ServiceAccount
                  serviceAccount: { name: backup, namespace: shop }
              resourceRules:
                - verbs: [list]
                  apiGroups: [""]
                  resources: [pods]
                  namespaces: ["*"]
      `,
    ],
  },
  check(installation, { report }) {
    for (const { object, resource } of installation.resources('FlowSchema')) {
      const at = resource.root.get('spec').get('priorityLevelConfiguration').get('name');
      const { value: name } = at;
      if (name === undefined || BUILT_IN.has(name)) continue;
      const reference = { from: object, group: GROUP, kind: 'PriorityLevelConfiguration', name };
      if (findReferenced(installation, reference, 'siblings').is === 'missing') {
        report({
          message: 'missing',
          at: { object, at },
          values: { name, place: installation.description },
        });
      }
    }
  },
});
