import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The resources that each pod must have a number for where a quota limits them. */
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
  kinds: ['ResourceQuota'],
  severity: 'info',
  summary: 'A quota for cpu or memory is for pods of which it selects some.',
  details: `
Where a quota limits \`cpu\` or \`memory\`, be it requests or limits, each container of each new pod must say its
number, else the API server refuses the pod. Deployments show that only in the events of their ReplicaSets.

Keep a LimitRange with \`default\` and \`defaultRequest\` in the same namespace, which fills in what is missing. A
quota with scopes asks it only of the pods that it counts.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-and-limitrange',
  messages: {
    required: {
      text: 'pods whose containers do not say their {names} are refused, unless a LimitRange fills it in',
      help: 'keep a LimitRange with defaults in the namespace',
      rows: ['lint-rq-requires-requests'],
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
    const spec = resource.root.get('spec');
    const hard = spec.get('hard');
    const isScoped =
      (spec.get('scopes').value ?? []).length > 0 ||
      (spec.get('scopeSelector').get('matchExpressions').value ?? []).length > 0;
    const names = hard.entries().flatMap(({ key }) => (REQUIRED.has(key) ? [key] : []));
    if (isScoped || names.length === 0) return;
    report('required', hard, { names: names.join(', ') }, { side: 'key' });
  },
});
