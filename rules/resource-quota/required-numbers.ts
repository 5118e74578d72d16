import { hasScopes } from '../../src/analysis/quota/quota-scopes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The resources that each container must set if a quota limits them. */
const REQUIRED: ReadonlySet<string> = new Set([
  'cpu',
  'memory',
  'requests.cpu',
  'requests.memory',
  'limits.cpu',
  'limits.memory',
]);

export default defineRule({
  id: 'resource-quota/required-numbers',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'info',
  summary: 'A quota for cpu or memory has scopes, so that it does not apply to all pods.',
  details: `
If a quota limits requests or limits of \`cpu\` or \`memory\`, each container of each new pod must set them, or the API
server refuses the pod. For a Deployment, only the events of its ReplicaSet show it.

Create a LimitRange with \`default\` and \`defaultRequest\` in the same namespace, which sets them for containers
without. A quota with scopes requires them only for the pods in its scopes.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-and-limitrange',
  messages: {
    required: {
      text: 'pods are refused if a container does not set {names}, unless a LimitRange sets it by default',
      help: 'create a LimitRange with default and defaultRequest in the namespace',
      rows: ['lint-rq-requires-requests'],
      dependsOn: ['spec.scopes', 'spec.scopeSelector'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
        # ^^^^ expect: required
            limits.memory: 16Gi
            pods: 20
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            pods: 20
            requests.storage: 100Gi
      `,
    ],
  },
  check(resource, { report }) {
    const hard = resource.root.get('spec').get('hard');
    const names = hard.entries().flatMap(({ key }) => (REQUIRED.has(key) ? [key] : []));
    if (hasScopes(resource) || names.length === 0) return;
    report({ message: 'required', at: hard, values: { names: names.join(', ') }, side: 'key' });
  },
});
