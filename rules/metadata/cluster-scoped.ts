import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/cluster-scoped',
  kinds: 'all',
  severity: 'warning',
  summary: 'An object of a cluster-wide kind names no namespace.',
  details: `
Objects of this kind belong to the cluster as a whole. The server drops \`metadata.namespace\` without a word, so
the field only misleads: two such objects that differ by their namespace alone are the same one, and deleting a
namespace deletes none of them.

Leave the field out. Where a tool such as kustomize adds it, the tool does not know the kind.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/#not-all-objects-are-in-a-namespace',
  messages: {
    dropped: {
      text: "the server drops namespace '{namespace}': a {kind} belongs to the whole cluster",
      help: 'leave the field out',
      rows: ['lint-meta-cluster-scoped-namespace', 'lint-metadata-namespace'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata:
          name: backups
          namespace: shop
          #          ^^^^ expect: dropped
        spec:
          type: Limited
          limited:
            limitResponse: { type: Reject }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          namespace: shop
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  checkAnyKind(resource, { report }) {
    if (resource.isNamespaced) return;
    const field = resource.root.get('metadata').get('namespace');
    const namespace = field.value ?? '';
    if (namespace !== '') report('dropped', field, { namespace, kind: resource.kind });
  },
});
