import { type Limit, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { hasScopes } from '../../src/analysis/quota/quota-scopes.ts';
import { addTo } from '../../src/base/index-by.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import type { Installation } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The resources that each container must set if a quota limits them, with the map of a LimitRange that sets them. */
const REQUIRED: ReadonlyMap<string, readonly ['default' | 'defaultRequest', string]> = new Map([
  ['cpu', ['defaultRequest', 'cpu']],
  ['memory', ['defaultRequest', 'memory']],
  ['requests.cpu', ['defaultRequest', 'cpu']],
  ['requests.memory', ['defaultRequest', 'memory']],
  ['limits.cpu', ['default', 'cpu']],
  ['limits.memory', ['default', 'memory']],
]);

export default defineRule({
  id: 'resource-quota/required-numbers',
  on: 'installation',
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
      text: 'pods are refused if a container does not set {names}, and no LimitRange of the input sets them by default',
      help: 'create a LimitRange with default and defaultRequest for {resources} in the namespace',
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
            limits.memory: 16Gi
            pods: 20
        ---
        apiVersion: v1
        kind: LimitRange
        metadata: { name: defaults, namespace: shop }
        spec:
          limits:
            - type: Container
              default: { memory: 256Mi }
      `,
    ],
  },
  check(installation, { report }) {
    for (const { object, resource } of installation.resources('ResourceQuota')) {
      if (hasScopes(resource) || object.mayChange('spec')) continue;
      const limits = containerLimits(installation).get(object.namespace) ?? [];
      const hard = resource.root.get('spec').get('hard');
      const names = hard.entries().flatMap(({ key }) => {
        const [map, name] = REQUIRED.get(key) ?? [];
        if (map === undefined || name === undefined) return [];
        return limits.some((limit) => limit[map].has(name)) ? [] : [[key, name] as const];
      });
      if (names.length === 0) continue;
      const values = {
        names: names.map(([key]) => key).join(', '),
        resources: [...new Set(names.map(([, name]) => name))].join(' and '),
      };
      report({ message: 'required', at: { object, at: hard, side: 'key' }, values });
    }
  },
});

/** The limits for containers by the namespace of their LimitRange. */
const containerLimits = onceForEach((installation: Installation) => {
  const limits = new Map<string | undefined, Limit[]>();
  for (const { object, resource } of installation.resources('LimitRange')) {
    for (const limit of limitsOf(resource)) {
      if (limit.type === 'Container') addTo(limits, object.namespace, limit);
    }
  }
  return limits;
});
