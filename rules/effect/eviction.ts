import {
  labelsPath,
  type Workload,
  workloadsWith,
} from '../../src/analysis/installations/workloads.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import type { Installation, InstalledResource } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'effect/eviction',
  on: 'installation',
  severity: 'warning',
  summary: 'The pods that a PodDisruptionBudget selects can be evicted.',
  details: `
An eviction, such as in \`kubectl drain\` or when the cluster autoscaler removes a node, is allowed only if enough pods remain
available. If \`minAvailable\` is not less than the number of replicas, no eviction is ever allowed, and a node with such a
pod cannot be drained. A percentage is rounded up: of one replica, each percentage is one pod.

If two budgets select the same pod, its eviction fails with an error (HTTP 500).

Only Deployments, StatefulSets and ReplicaSets of the input are considered that no HorizontalPodAutoscaler of the input
scales.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/pods/disruptions/#pod-disruption-budgets',
  messages: {
    never: {
      text: "the {kind} '{name}' has {replicas}, so minAvailable {value} never allows an eviction, and nodes with its pods cannot be drained",
      help: 'use maxUnavailable: 1, or run more replicas',
    },
    two: {
      text: "the budget '{other}' selects the pods of the {kind} '{name}' too; the eviction of a pod with two budgets fails",
      help: 'delete one of the budgets, or make their selectors disjoint',
      rows: ['lint-pdb-overlap'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          replicas: 2
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers: [{ name: cart, image: "cart:1.4" }]
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: shop }
        spec:
          minAvailable: 2
          #             ^ expect: never
          selector: { matchLabels: { app: cart } }
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: shop, namespace: shop }
        spec:
          maxUnavailable: 1
          selector: # expect: two
            matchExpressions: [{ key: app, operator: Exists }]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          replicas: 2
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers: [{ name: cart, image: "cart:1.4" }]
        ---
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: cart, namespace: shop }
        spec:
          minAvailable: 1
          selector: { matchLabels: { app: cart } }
      `,
    ],
  },
  check(installation, { report }) {
    const scaled = new Set(
      installation
        .ofKind('HorizontalPodAutoscaler')
        .map(({ root }) => root.get('spec').get('scaleTargetRef').get('name').value),
    );
    const budgetOf = new Map<Workload, InstalledResource<'PodDisruptionBudget'>>();
    for (const budget of installation.resources('PodDisruptionBudget')) {
      const { object, resource } = budget;
      const spec = resource.root.get('spec');
      const selector = spec.get('selector');
      const selected = selectedBy(budget, installation);
      for (const workload of selected) {
        const first = budgetOf.get(workload);
        if (first === undefined) {
          budgetOf.set(workload, budget);
        } else if (installation.areTogether(first.object, object)) {
          const { kind, name } = workload.object;
          report({
            message: 'two',
            at: { object, at: selector },
            values: { other: first.object.name, kind, name },
            related: [
              { object: first.object, message: `the budget '${first.object.name}'` },
              { object: workload.object, message: `the ${kind} '${name}'` },
            ],
          });
          break;
        }
      }
      const [only, ...others] = selected;
      const { value: least } = spec.get('minAvailable');
      if (only === undefined || others.length > 0 || least === undefined) continue;
      const replicas = only.replicas?.value ?? 1;
      const isCertain =
        !scaled.has(only.object.name) &&
        !only.object.mayChange('spec.replicas') &&
        installation.areTogether(only.object, object) &&
        replicas > 0;
      if (!isCertain || podsOf(least, replicas) < replicas) continue;
      const { kind, name } = only.object;
      const count = replicas === 1 ? '1 replica' : `${replicas} replicas`;
      const at = only.replicas;
      report({
        message: 'never',
        at: { object, at: spec.get('minAvailable') },
        values: { kind, name, replicas: count, value: least },
        related: [
          { object: only.object, ...(at === undefined ? {} : { at }), message: 'its replicas' },
        ],
      });
    }
  },
});

/** The workloads whose pods a budget selects; in policy/v1, an empty selector selects all pods of the namespace. */
function selectedBy(
  { object, resource }: InstalledResource<'PodDisruptionBudget'>,
  installation: Installation,
): readonly Workload[] {
  const { value: selector } = resource.root.get('spec').get('selector');
  if (selector === undefined) return [];
  return evictable(workloadsWith(selector, object, installation));
}

/** The workloads whose pods a budget counts. Budgets that select the same pods have the same list of them. */
const evictable = onceForEach((workloads: readonly Workload[]): readonly Workload[] =>
  workloads.filter(
    (workload) =>
      workload.replicas !== undefined &&
      workload.object.kind !== 'Job' &&
      !workload.object.mayChange(labelsPath(workload)),
  ),
);

/**
 * The number of pods of an amount. A percentage of the replicas is rounded up. An invalid amount is 0. Source:
 * `getExpectedPodCount` in pkg/controller/disruption of Kubernetes.
 */
function podsOf(amount: number | string, replicas: number): number {
  if (typeof amount === 'number') return amount;
  const percent = /^([0-9]+)%$/.exec(amount)?.[1];
  return percent === undefined ? 0 : Math.ceil((Number(percent) * replicas) / 100);
}
