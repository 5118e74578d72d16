import { findSimilar, namedPlace } from '../../src/analysis/installations/expected-objects.ts';
import { mayHaveLimitRange } from '../../src/analysis/installations/limit-ranges.ts';
import {
  containersOf,
  podSpecPath,
  type Workload,
  workloadsNamed,
} from '../../src/analysis/installations/workloads.ts';
import { lazy } from '../../src/base/lazy.ts';
import type { Field } from '../../src/rule/field.ts';
import type { TypedObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { groupAndVersion } from '../../src/server/kubernetes/api-version.ts';
import type { Container } from '../../src/server/kubernetes/types.generated.ts';

/** The built-in kinds with replicas, and their groups. */
const SCALED_KINDS: ReadonlyMap<string, string> = new Map([
  ['Deployment', 'apps'],
  ['StatefulSet', 'apps'],
  ['ReplicaSet', 'apps'],
  ['ReplicationController', ''],
]);

export default defineRule({
  id: 'reference/scale-target',
  on: 'installation',
  severity: 'warning',
  summary: 'The workload that an autoscaler scales exists, and requests what is measured.',
  details: `
A HorizontalPodAutoscaler for a workload that does not exist has no effect; only its status shows it. A utilization is the part of the
requests that is used. If one container has no request for the resource, the autoscaler cannot compute it, and does not scale by
this metric. A limit is also a request; a LimitRange of the namespace may set one too.

A workload is reported as missing only if the input has one with nearly the same name, or one of another kind with its name. The
cluster may still have it: pass \`--partial\` if the input is only a part of what is applied.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
  messages: {
    similar: {
      text: "the input has no {kind} '{name}', but it has '{similar}'; without it, the autoscaler has no effect",
      help: 'use the name {similar} if that is meant',
    },
    otherKind: {
      text: "the input has no {kind} '{name}', but a {other} of this name; the autoscaler has no effect",
      help: 'use kind: {other}, with its apiVersion',
    },
    requests: {
      text: "this container requests no {resource}, so the autoscaler '{name}' cannot compute the utilization of the pods",
      help: 'set resources.requests.{resource}, or use a target of type AverageValue',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: storefront, namespace: shop }
        spec:
          selector: { matchLabels: { app: storefront } }
          template:
            metadata: { labels: { app: storefront } }
            spec:
              containers:
                - name: web # expect: requests
                  image: nginx
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: storefront, namespace: shop }
        spec:
          maxReplicas: 5
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: storefront }
          metrics:
            - type: Resource
              resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: search, namespace: shop }
        spec:
          maxReplicas: 5
          scaleTargetRef:
            apiVersion: apps/v1
            kind: Deployment
            name: store-front
            #     ^^^^^^^^^^^ expect: similar
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: stateful, namespace: shop }
        spec:
          maxReplicas: 5
          scaleTargetRef:
            apiVersion: apps/v1
            kind: StatefulSet
            #     ^^^^^^^^^^^ expect: otherKind
            name: storefront
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: storefront, namespace: shop }
        spec:
          selector: { matchLabels: { app: storefront } }
          template:
            metadata: { labels: { app: storefront } }
            spec:
              containers:
                - name: web
                  image: nginx
                  resources: { requests: { cpu: 100m } }
        ---
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: storefront, namespace: shop }
        spec:
          maxReplicas: 5
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: storefront }
          metrics:
            - type: Resource
              resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
      `,
    ],
  },
  check(installation, { report }) {
    for (const autoscaler of installation.ofKind('HorizontalPodAutoscaler')) {
      const { object, root } = autoscaler;
      const ref = root.get('spec').get('scaleTargetRef');
      const { apiVersion = '', kind = '', name = '' } = ref.value ?? {};
      const { group } = groupAndVersion(apiVersion);
      if (SCALED_KINDS.get(kind) !== group || name === '') continue;
      const named = workloadsNamed(name, object, installation);
      const [workload, ...others] = named.filter((target) => target.object.kind === kind);
      if (workload !== undefined) {
        if (others.length === 0) checkRequests(autoscaler, workload);
      } else if (!object.mayChange('spec')) {
        checkReference(named.find((candidate) => SCALED_KINDS.has(candidate.object.kind)));
      }

      function checkReference(other: Workload | undefined): void {
        const { namespace } = object;
        const reference = { from: object, group, kind, namespace, name };
        if (other !== undefined) {
          if (!installation.isComplete || installation.isInInput(group, kind, name)) return;
          report({
            message: 'otherKind',
            at: { object, at: ref.get('kind') },
            values: { kind, name, other: other.object.kind },
            related: [{ object: other.object, message: `the ${other.object.kind}` }],
          });
          return;
        }
        const similar = findSimilar(installation, reference);
        if (similar === undefined) return;
        report({
          message: 'similar',
          at: { object, at: ref.get('name') },
          values: { kind, name, similar: similar.name },
          related: [namedPlace(kind, similar)],
        });
      }
    }

    function checkRequests(
      autoscaler: TypedObject<'HorizontalPodAutoscaler'>,
      workload: Workload,
    ): void {
      const { object, podSpec } = workload;
      if (!podSpec.get('resources').absent) return;
      const isUncertain = lazy(
        () =>
          autoscaler.object.mayChange('spec') ||
          object.mayChange(podSpecPath(workload)) ||
          mayHaveLimitRange(object, installation),
      );
      for (const { resource, container: measured, at } of utilizationsIn(autoscaler)) {
        for (const container of containersOf(workload)) {
          const isMeasured = measured === undefined || container.value?.name === measured;
          if (!isMeasured || requests(container, resource) || isUncertain()) continue;
          report({
            message: 'requests',
            at: { object, at: container },
            values: { resource, name: autoscaler.object.name },
            related: [{ object: autoscaler.object, at, message: 'the metric' }],
          });
        }
      }
    }
  },
});

/** A target of an autoscaler that is a part of the requests. */
interface Utilization {
  readonly resource: string;
  /** The name of the container whose utilization is measured; undefined for all of the pod. */
  readonly container: string | undefined;
  readonly at: Field;
}

function utilizationsIn({ root }: TypedObject<'HorizontalPodAutoscaler'>): readonly Utilization[] {
  const spec = root.get('spec');
  const percentage = spec.get('targetCPUUtilizationPercentage');
  const ofMetrics = spec.itemsOf('metrics').flatMap((metric) => {
    const { containerResource, resource } = metric.value ?? {};
    const source = containerResource ?? resource;
    if (source?.name === undefined || source.target?.averageUtilization === undefined) return [];
    return [{ resource: source.name, container: containerResource?.container, at: metric }];
  });
  return percentage.absent
    ? ofMetrics
    : [{ resource: 'cpu', container: undefined, at: percentage }, ...ofMetrics];
}

/** Reports whether a container requests a resource. A limit is also the request of a container without one. */
function requests(container: Field<Container>, resource: string): boolean {
  const { requests: wanted, limits } = container.value?.resources ?? {};
  const names = [...Object.keys(wanted ?? {}), ...Object.keys(limits ?? {})];
  return names.includes(resource);
}
