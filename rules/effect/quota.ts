import { mayHaveLimitRange } from '../../src/analysis/installations/limit-ranges.ts';
import {
  containersOf,
  namespaceKey,
  podSpecPath,
  type Workload,
  workloadsInNamespaceOf,
} from '../../src/analysis/installations/workloads.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { indexBy } from '../../src/base/index-by.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import { firstLocations } from '../../src/result/first-locations.ts';
import type { Field } from '../../src/rule/field.ts';
import type {
  Installation,
  InstalledObject,
  RelatedPlace,
  TypedObject,
} from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  formatQuantity,
  parseQuantity,
  toInt64,
} from '../../src/server/kubernetes/formats/quantity-value.ts';
import type { Container, Quantity } from '../../src/server/kubernetes/types.generated.ts';

/** The amount that a container contributes to a quota of compute resources. */
interface CountedAmount {
  readonly map: 'requests' | 'limits';
  readonly resource: string;
}

/** The names of quotas for compute resources. `cpu` is the same as `requests.cpu`. */
const COUNTED: ReadonlyMap<string, CountedAmount> = new Map([
  ['cpu', { map: 'requests', resource: 'cpu' }],
  ['memory', { map: 'requests', resource: 'memory' }],
  ['requests.cpu', { map: 'requests', resource: 'cpu' }],
  ['requests.memory', { map: 'requests', resource: 'memory' }],
  ['limits.cpu', { map: 'limits', resource: 'cpu' }],
  ['limits.memory', { map: 'limits', resource: 'memory' }],
]);

export default defineRule({
  id: 'effect/quota',
  on: 'installation',
  severity: 'warning',
  summary: 'The workloads of a namespace fit into its quota.',
  details: `
A ResourceQuota limits what all pods of a namespace request together. The API server refuses each pod above it, and for a
Deployment or another workload only the events of its ReplicaSet show it. Here the pods of the Deployments, StatefulSets,
ReplicaSets and Pods of the input are counted, with their replicas; what Jobs and DaemonSets create is not.

A HorizontalPodAutoscaler scales its workload up to \`maxReplicas\`. If the quota is enough for the replicas in the manifests,
but not for those, only a load that needs them shows it; this is information.

If a quota limits cpu or memory, pods whose containers do not set them are refused as well, unless a LimitRange of the
namespace sets them by default.

Quotas with scopes are not checked.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    exceeded: {
      text: 'the workloads of the input need {needed}, more than the quota of {hard}; the pods above it are refused',
      help: 'raise the quota to {sum} or more, or run fewer or smaller pods',
    },
    scaled: {
      text: 'the quota of {hard} is enough for the replicas in the manifests, but not for maxReplicas of the HorizontalPodAutoscalers, which need {needed}',
      help: 'raise the quota to {sum} or more, or lower maxReplicas',
      severity: 'info',
    },
    unset: {
      text: "the quota '{quota}' limits {name}, and this container does not set it; without a LimitRange that does, its pods are refused",
      help: 'set resources.{map}.{resource}, or add a LimitRange with default and defaultRequest',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: small, namespace: shop }
        spec:
          hard:
            requests.cpu: "1"
            #             ^^^ expect: exceeded
            pods: "3"
            #     ^^^ expect: exceeded
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          replicas: 3
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers:
                - name: cart
                  image: cart:1.4
                  resources: { requests: { cpu: 500m } }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: search, namespace: shop }
        spec:
          selector: { matchLabels: { app: search } }
          template:
            metadata: { labels: { app: search } }
            spec:
              containers:
                - name: search # expect: unset
                  image: search:2.0
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: small, namespace: shop }
        spec:
          hard:
            pods: "6"
            #     ^^^ expect: scaled
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          replicas: 3
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers: [{ name: cart, image: cart:1.4 }]
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: cart, namespace: shop }
        spec:
          maxReplicas: 10
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: cart }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: small, namespace: shop }
        spec:
          hard: { requests.cpu: "2", pods: "5" }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          replicas: 3
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers:
                - name: cart
                  image: cart:1.4
                  resources: { requests: { cpu: 500m } }
      `,
    ],
  },
  check(installation, { report }) {
    const demands = new Map<readonly Workload[], Demand>();
    for (const { object: quota, resource } of installation.resources('ResourceQuota')) {
      const workloads = workloadsInNamespaceOf(quota, installation);
      if (workloads.length === 0) continue;
      const spec = resource.root.get('spec');
      const isScoped = !spec.get('scopes').absent || !spec.get('scopeSelector').absent;
      if (resource.undecodable || isScoped || quota.mayChange('spec')) continue;
      const demand = getOrCompute(
        demands,
        workloads,
        () => new Demand(workloads, autoscalersInNamespaceOf(quota, installation)),
      );
      for (const { key: name, field: hard } of spec.get('hard').entries()) {
        const counted = COUNTED.get(name);
        if (counted === undefined && name !== 'pods') continue;
        const amount = { quota, name, hard };
        checkSum(amount, counted, demand);
        if (counted === undefined || mayHaveLimitRange(quota, installation)) continue;
        checkUnset(amount, counted, demand);
      }
    }

    function checkSum(
      { quota, name, hard }: LimitedAmount,
      counted: CountedAmount | undefined,
      demand: Demand,
    ): void {
      const { sum, most } = demand.of(counted);
      const limit = thousandths(hard);
      if (sum <= limit && most <= limit) return;
      const text = textOf(sum > limit ? sum : most, counted?.resource);
      const needed = counted === undefined ? `${text} pods` : `${text} of ${name}`;
      report({
        message: sum > limit ? 'exceeded' : 'scaled',
        at: { object: quota, at: hard },
        values: { sum: text, needed, hard: String(hard.value) },
        related: demand.locations(),
      });
    }

    function checkUnset(
      { quota, name, hard }: LimitedAmount,
      counted: CountedAmount,
      demand: Demand,
    ): void {
      for (const { object, container } of demand.takeUnset(counted)) {
        report({
          message: 'unset',
          at: { object, at: container },
          values: { quota: quota.name, name, ...counted },
          related: [{ object: quota, at: hard, message: `the quota '${quota.name}'` }],
        });
      }
    }
  },
});

/** An amount that a quota limits. */
interface LimitedAmount {
  readonly quota: InstalledObject;
  readonly name: string;
  readonly hard: Field<Quantity>;
}

/** A container of a workload. */
interface PlacedContainer {
  readonly object: InstalledObject;
  readonly container: Field<Container>;
}

/** The amounts that the workloads of a namespace need together. Each sum is in thousandths. */
class Demand {
  readonly #workloads: readonly Workload[];
  readonly #scaled: ReadonlyMap<Workload, Autoscaler>;
  /** The sums by resource. The key of the number of pods is undefined. */
  readonly #sums = new Map<string | undefined, { readonly sum: bigint; readonly most: bigint }>();
  /** The amounts whose absence has been reported. */
  readonly #reported = new Set<string>();

  constructor(
    workloads: readonly Workload[],
    autoscalers: readonly TypedObject<'HorizontalPodAutoscaler'>[],
  ) {
    this.#workloads = workloads;
    this.#scaled = scaledWorkloads(workloads, autoscalers);
  }

  /** The sum for the replicas of the manifests, and the one for the most that autoscalers allow. */
  of(counted: CountedAmount | undefined): { readonly sum: bigint; readonly most: bigint } {
    const key = counted && keyOf(counted);
    return getOrCompute(this.#sums, key, () => ({
      sum: sumOf(this.#workloads, counted, replicasIn),
      most: sumOf(this.#workloads, counted, (workload) => mostReplicas(workload, this.#scaled)),
    }));
  }

  /** The locations of the amounts. */
  locations(): readonly RelatedPlace[] {
    const scaled = [...this.#scaled.values()];
    return [
      ...firstLocations(this.#workloads, ({ object }) => ({ object, message: 'counted here' })),
      ...firstLocations(scaled, ({ object, maxReplicas }) => ({
        object,
        at: maxReplicas,
        message: `it can be scaled up to ${maxReplicas.value} replicas`,
      })),
    ];
  }

  /** The containers that do not set an amount. Empty if they were already returned for another quota. */
  takeUnset(counted: CountedAmount): readonly PlacedContainer[] {
    if (this.#reported.has(keyOf(counted))) return [];
    this.#reported.add(keyOf(counted));
    return this.#workloads.flatMap((workload) => {
      const { object, podSpec } = workload;
      if (object.mayChange(podSpecPath(workload))) return [];
      const containers = podSpec.itemsOf('containers');
      return containers
        .filter((container) => amountOf(container, counted) === undefined)
        .map((container) => ({ object, container }));
    });
  }
}

function keyOf({ map, resource }: CountedAmount): string {
  return `${map}.${resource}`;
}

/** A HorizontalPodAutoscaler that scales a workload. */
interface Autoscaler {
  readonly object: InstalledObject;
  readonly maxReplicas: Field<number | undefined>;
}

/** The HorizontalPodAutoscalers that are certainly in the namespace of a quota. */
function autoscalersInNamespaceOf(
  quota: InstalledObject,
  installation: Installation,
): readonly TypedObject<'HorizontalPodAutoscaler'>[] {
  return autoscalersByNamespace(installation).get(namespaceKey(quota)) ?? [];
}

const autoscalersByNamespace = onceForEach((installation: Installation) =>
  indexBy(installation.ofKind('HorizontalPodAutoscaler'), ({ object }) => [namespaceKey(object)]),
);

function scaledWorkloads(
  workloads: readonly Workload[],
  autoscalers: readonly TypedObject<'HorizontalPodAutoscaler'>[],
): ReadonlyMap<Workload, Autoscaler> {
  const found = new Map<Workload, Autoscaler>();
  if (autoscalers.length === 0) return found;
  const byName = indexBy(
    workloads,
    ({ object: { kind, names } }) => new Set(names.map((name) => `${kind} ${name}`)),
  );
  for (const { object, root } of autoscalers) {
    const spec = root.get('spec');
    const { kind = '', name = '' } = spec.get('scaleTargetRef').value ?? {};
    const [workload] = byName.get(`${kind} ${name}`) ?? [];
    const isKnown = workload !== undefined && !object.mayChange('spec');
    if (isKnown) found.set(workload, { object, maxReplicas: spec.get('maxReplicas') });
  }
  return found;
}

function replicasIn({ replicas }: Workload): number {
  return replicas?.value ?? 1;
}

function mostReplicas(workload: Workload, scaled: ReadonlyMap<Workload, Autoscaler>): number {
  return Math.max(replicasIn(workload), scaled.get(workload)?.maxReplicas.value ?? 0);
}

/**
 * The smallest amount that workloads need, in thousandths.
 *
 * @param counted the amount; undefined for the number of pods
 * @param countOf returns the number of pods of a workload
 */
function sumOf(
  workloads: readonly Workload[],
  counted: CountedAmount | undefined,
  countOf: (workload: Workload) => number,
): bigint {
  let sum = 0n;
  for (const workload of workloads) {
    const { object, replicas } = workload;
    const isCounted = object.kind === 'Pod' || (replicas !== undefined && object.kind !== 'Job');
    const path = podSpecPath(workload);
    if (!isCounted || object.mayChange('spec.replicas') || object.mayChange(path)) continue;
    const count = BigInt(object.kind === 'Pod' ? 1 : countOf(workload));
    let ofPod = counted === undefined ? 1000n : 0n;
    if (counted !== undefined) {
      for (const container of containersOf(workload)) {
        const amount = amountOf(container, counted);
        if (amount !== undefined) ofPod += thousandths(amount);
      }
    }
    sum += count * ofPod;
  }
  return sum;
}

/** The amount that a container sets. A limit is also the request of a container without one. */
function amountOf(
  container: Field<Container>,
  { map, resource }: CountedAmount,
): Field<Quantity> | undefined {
  const resources = container.get('resources');
  const maps = map === 'requests' ? (['requests', 'limits'] as const) : (['limits'] as const);
  for (const name of maps) {
    const found = resources.get(name).entry(resource);
    if (found !== undefined) return found;
  }
  return undefined;
}

function thousandths({ value = 0 }: Field<Quantity>): bigint {
  return toInt64(parseQuantity(value), 'thousandths');
}

const MEBIBYTE = 1024n * 1024n;

function textOf(amount: bigint, resource: string | undefined): string {
  if (amount % 1000n !== 0n) return formatQuantity(parseQuantity(`${amount}m`));
  const units = amount / 1000n;
  return resource === 'memory' && units % MEBIBYTE === 0n
    ? `${units / MEBIBYTE}Mi`
    : formatQuantity(parseQuantity(units));
}
