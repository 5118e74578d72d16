import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/cluster-scoped',
  on: 'metadata',
  severity: 'info',
  summary: 'An object of a cluster-scoped kind has no namespace.',
  details: `
Objects of this kind are cluster-scoped. The server silently ignores their \`metadata.namespace\`. Two manifests with the
same name and different namespaces describe the same object, deleting the namespace does not delete it, and the effect
of a policy or binding is not limited to the namespace.

Remove the field. If a tool such as kustomize adds it, then that version of the tool does not know that the kind is
cluster-scoped.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/#not-all-objects-are-in-a-namespace',
  messages: {
    dropped: {
      text: "a {kind} is cluster-scoped: the server ignores the namespace '{namespace}'",
      help: 'remove metadata.namespace',
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
  check(resource, { report }) {
    if (resource.isNamespaced) return;
    const field = resource.root.get('metadata').get('namespace');
    const namespace = field.value ?? '';
    if (namespace !== '')
      report({ message: 'dropped', at: field, values: { namespace, kind: resource.kind } });
  },
});
