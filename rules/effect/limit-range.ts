import {
  podSpecPath,
  type Workload,
  workloadsInNamespaceOf,
} from '../../src/analysis/installations/workloads.ts';
import { type LimitAmount, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { lazy } from '../../src/base/lazy.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  compareQuantities,
  parseQuantity,
  type QuantityValue,
  roundUpToMilli,
} from '../../src/server/kubernetes/formats/quantity-value.ts';
import type { Quantity } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'effect/limit-range',
  on: 'installation',
  severity: 'warning',
  summary: 'Containers comply with the LimitRanges of their namespace.',
  details: `
The API server refuses a pod if the request or limit of a container is above \`max\`, or below \`min\`, of a LimitRange in its
namespace. A container without a limit gets \`default\`; if its request is higher than that, the pod is refused too.

For a Deployment or another workload, only the events of its ReplicaSet show it: the workload itself is accepted.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/limit-range/',
  messages: {
    above: {
      text: "the {field} {amount} of {resource} is above the max {bound} of the LimitRange '{name}', so the pods are refused",
      help: 'use at most {bound}, or raise max',
    },
    below: {
      text: "the {field} {amount} of {resource} is below the min {bound} of the LimitRange '{name}', so the pods are refused",
      help: 'use at least {bound}, or lower min',
    },
    aboveDefault: {
      text: "the request {amount} of {resource} is above the limit {bound} that the LimitRange '{name}' sets by default, so the pods are refused",
      help: 'set a limit of at least {amount}',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Container
              max: { memory: 1Gi }
              min: { cpu: 50m }
              default: { memory: 512Mi, cpu: "1" }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers:
                - name: cart
                  image: cart:1.4
                  resources:
                    limits: { memory: 2Gi }
                    #                 ^^^ expect: above
                    requests: { memory: 1Gi, cpu: 10m }
                    #                             ^^^ expect: below
                - name: proxy
                  image: proxy:1.0
                  resources:
                    requests: { memory: 700Mi }
                    #                   ^^^^^ expect: aboveDefault
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: Container
              max: { memory: 1Gi }
              default: { memory: 512Mi }
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers:
                - name: cart
                  image: cart:1.4
                  resources:
                    limits: { memory: 1Gi }
                    requests: { memory: 700Mi }
      `,
    ],
  },
  check(installation, { report }) {
    // The workloads of a namespace are compared with each LimitRange in it, so their amounts are read once.
    const known = new Map<Workload, readonly Amount[]>();
    const amountsOf = (workload: Workload): readonly Amount[] => {
      return getOrCompute(known, workload, () => {
        const isKnown = !workload.object.mayChange(podSpecPath(workload));
        return isKnown ? amountsIn(workload).map(toAmount) : [];
      });
    };
    // An amount is reported for the first LimitRange that it violates.
    const reported = new Set<Amount>();
    for (const { object: range, resource: limitRange } of installation.resources('LimitRange')) {
      const workloads = workloadsInNamespaceOf(range, installation).filter(
        (workload) => amountsOf(workload).length > 0,
      );
      if (workloads.length === 0) continue;
      if (limitRange.undecodable || range.mayChange('spec')) continue;
      const limits = limitsOf(limitRange).filter(({ type }) => type === 'Container');
      for (const workload of limits.length === 0 ? [] : workloads) {
        const written = lazy(() => amountsIn(workload));
        for (const { max, min, default: defaults } of limits) {
          for (const [index, amount] of amountsOf(workload).entries()) {
            if (reported.has(amount)) continue;
            const found = violationOf(amount, {
              max: max.get(amount.resource),
              min: min.get(amount.resource),
              byDefault: defaults.get(amount.resource),
            });
            const own = found && written()[index];
            if (found === undefined || own === undefined) continue;
            reported.add(amount);
            const { object } = workload;
            const { field, resource, at } = own;
            const values = { field, amount: String(at.value), resource, bound: found.bound.text };
            report({
              message: found.message,
              at: { object, at },
              values: { ...values, name: range.name },
              related: [
                { object: range, at: found.bound.field, message: `the LimitRange '${range.name}'` },
              ],
            });
          }
        }
      }
    }
  },
});

/** The amount of a resource that a container sets. */
interface WrittenAmount {
  readonly field: 'limit' | 'request';
  /** The name of the resource. */
  readonly resource: string;
  readonly at: Field<Quantity>;
  /** True if the amount is a request for a resource that the container sets no limit for. */
  readonly isUnlimited: boolean;
}

/** The same without its field, which would keep the workload open. */
interface Amount {
  readonly resource: string;
  readonly quantity: QuantityValue;
  readonly isUnlimited: boolean;
}

/** The amounts that all containers of a workload set, in an order that is always the same. */
function amountsIn({ podSpec }: Workload): readonly WrittenAmount[] {
  const containers = [...podSpec.itemsOf('containers'), ...podSpec.itemsOf('initContainers')];
  return containers.flatMap((container) => {
    const resources = container.get('resources');
    const limited = new Set(
      resources
        .get('limits')
        .entries()
        .map(({ key }) => key),
    );
    return (['limit', 'request'] as const).flatMap((field) =>
      resources
        .get(`${field}s`)
        .entries()
        .map(({ key: resource, field: at }) => {
          const isUnlimited = field === 'request' && !limited.has(resource);
          return { field, resource, at, isUnlimited };
        }),
    );
  });
}

function toAmount({ resource, at, isUnlimited }: WrittenAmount): Amount {
  return { resource, quantity: roundUpToMilli(parseQuantity(at.value ?? 0)), isUnlimited };
}

interface Bounds {
  readonly max: LimitAmount | undefined;
  readonly min: LimitAmount | undefined;
  readonly byDefault: LimitAmount | undefined;
}

/** The bound that refuses an amount. Undefined if none does. */
function violationOf({ quantity, isUnlimited }: Amount, { max, min, byDefault }: Bounds) {
  const compareTo = ({ amount }: LimitAmount) => compareQuantities(quantity, amount);
  if (max !== undefined && compareTo(max) > 0) return { message: 'above', bound: max } as const;
  if (min !== undefined && compareTo(min) < 0) return { message: 'below', bound: min } as const;
  return isUnlimited && byDefault !== undefined && compareTo(byDefault) > 0
    ? ({ message: 'aboveDefault', bound: byDefault } as const)
    : undefined;
}
