import {
  podSpecPath,
  type Workload,
  workloadsBeside,
} from '../../src/analysis/installations/workloads.ts';
import { type LimitAmount, limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import {
  compareQuantities,
  parseQuantity,
  roundUpToMilli,
} from '../../src/kubernetes/formats/quantity-value.ts';
import type { Quantity } from '../../src/kubernetes/types.generated.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Container } from '../../src/workspace/related-kinds.ts';

export default defineRule({
  id: 'effect/limit-range',
  kinds: 'installation',
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
  checkInstallation(installation, { report }) {
    for (const limitRange of installation.resources('LimitRange')) {
      const { object: range } = limitRange;
      const workloads = workloadsBeside(range, installation).filter(
        (workload) => !workload.object.mayChange(podSpecPath(workload)),
      );
      if (workloads.length === 0) continue;
      const { resource } = limitRange;
      if (resource.undecodable || range.mayChange('spec')) continue;
      const limits = limitsOf(resource).filter(({ type }) => type === 'Container');
      for (const workload of limits.length === 0 ? [] : workloads) {
        const { object } = workload;
        for (const { max, min, default: defaults } of limits) {
          for (const container of allContainers(workload)) {
            for (const { field, resource: name, at } of amountsIn(container)) {
              const upper = max.get(name);
              const lower = min.get(name);
              const byDefault = defaults.get(name);
              const isUnlimited =
                field === 'request' &&
                !container
                  .get('resources')
                  .get('limits')
                  .entries()
                  .some(({ key }) => key === name);
              const values = { field, amount: String(at.value), resource: name, name: range.name };
              const place = (bound: LimitAmount) => [
                { object: range, at: bound.field, message: `the LimitRange '${range.name}'` },
              ];
              if (upper !== undefined && compareTo(at, upper) > 0) {
                report('above', { object, at }, { ...values, bound: upper.text }, place(upper));
              } else if (lower !== undefined && compareTo(at, lower) < 0) {
                report('below', { object, at }, { ...values, bound: lower.text }, place(lower));
              } else if (isUnlimited && byDefault !== undefined && compareTo(at, byDefault) > 0) {
                const value = { ...values, bound: byDefault.text };
                report('aboveDefault', { object, at }, value, place(byDefault));
              }
            }
          }
        }
      }
    }
  },
});

function allContainers({ podSpec }: Workload): readonly Field<Container>[] {
  return [...podSpec.get('containers').items(), ...podSpec.get('initContainers').items()];
}

interface ContainerAmount {
  readonly field: 'limit' | 'request';
  /** The name of the resource. */
  readonly resource: string;
  readonly at: Field<Quantity>;
}

function amountsIn(container: Field<Container>): readonly ContainerAmount[] {
  const resources = container.get('resources');
  return (['limit', 'request'] as const).flatMap((field) =>
    resources
      .get(`${field}s`)
      .entries()
      .map(({ key, field: at }) => ({ field, resource: key, at })),
  );
}

function compareTo({ value = 0 }: Field<Quantity>, { amount }: LimitAmount): number {
  return compareQuantities(roundUpToMilli(parseQuantity(value)), amount);
}
