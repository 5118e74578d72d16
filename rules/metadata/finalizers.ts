import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import type { KindName } from '../../src/kubernetes/kinds.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The finalizers of Kubernetes itself, which need no domain. */
const STANDARD: readonly string[] = ['orphan', 'foregroundDeletion', 'kubernetes'];

/** The kinds of which the server wants other finalizers to have a domain. */
const KINDS_WITH_QUALIFIED_FINALIZERS: readonly KindName[] = [
  'FlowSchema',
  'PriorityLevelConfiguration',
  'NetworkPolicy',
  'LimitRange',
  'ResourceQuota',
];

export default defineRule({
  id: 'metadata/finalizers',
  kinds: 'all',
  severity: 'error',
  summary: 'Finalizers have the form of a label key, and one of the two ways of deletion.',
  details: `
A finalizer keeps a deleted object until somebody has removed the finalizer. Its name has the form of a label's key,
and says by a domain who is to remove it: \`example.com/cleanup\`. Without a domain the server takes only
\`kubernetes\`, \`orphan\` and \`foregroundDeletion\` (some kinds do not look at that).

\`orphan\` and \`foregroundDeletion\` contradict each other: the one keeps dependents, the other deletes them first.

An object with a finalizer that nobody removes can never be deleted, so a manifest rarely should have one.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  messages: {
    format: {
      text: "'{name}' is no name of a finalizer: {problem}",
      help: 'write a name such as example.com/cleanup',
      cause: 'FieldValueInvalid',
      rows: ['meta-finalizer-name', 'crd-meta-finalizer'],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
    unqualified: {
      text: "the finalizer '{name}' does not say by a domain who removes it",
      help: 'write example.com/{name}, with the domain of its controller',
      cause: 'FieldValueInvalid',
      rows: ['meta-finalizer-unqualified'],
    },
    conflict: {
      text: 'the finalizers orphan and foregroundDeletion contradict each other',
      help: 'keep one of them',
      cause: 'FieldValueInvalid',
      rows: ['meta-finalizer-conflict'],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          finalizers:
            - cleanup # expect: unqualified
            - example.com/clean up
            # ^^^^^^^^^^^^^^^^^^^^ expect: format
            - orphan
            - foregroundDeletion # expect: conflict
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          finalizers: [example.com/cleanup, foregroundDeletion]
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    const list = resource.root.get('metadata').get('finalizers');
    const wantsDomain = KINDS_WITH_QUALIFIED_FINALIZERS.includes(resource.kind);
    const finalizers = list.items();
    for (const finalizer of finalizers) {
      if (finalizer.pruned) continue;
      const name = finalizer.value ?? '';
      const problem = labelKeyProblem(name);
      if (problem !== undefined)
        report('format', finalizer, { name, problem }, { path: list.path });
      if (wantsDomain && !name.includes('/') && !STANDARD.includes(name)) {
        report('unqualified', finalizer, { name });
      }
    }
    const orphan = finalizers.findIndex(({ value }) => value === 'orphan');
    const foreground = finalizers.findIndex(({ value }) => value === 'foregroundDeletion');
    const later = finalizers[Math.max(orphan, foreground)];
    if (orphan >= 0 && foreground >= 0 && later !== undefined) {
      report('conflict', later, {}, { path: list.path });
    }
  },
});
