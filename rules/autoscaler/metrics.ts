import { metricsOf } from '../../src/analysis/autoscalers/annotated-fields.ts';
import { requireScaledObject } from '../../src/analysis/autoscalers/scaled-object.ts';
import { requirePositive } from '../../src/analysis/fields/quantities.ts';
import {
  forbid,
  reportInvalid,
  requireFormat,
  requireOneOf,
  requireRange,
  requireText,
  requireValue,
  VALUE_MESSAGES,
  type ValueReport,
} from '../../src/analysis/fields/value-checks.ts';
import { labelProblem, segmentProblem } from '../../src/analysis/metadata/names.ts';
import { containerResourceProblem } from '../../src/analysis/quota/resource-names.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import type {
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from '../../src/server/kubernetes/types.generated.ts';

/** The field of each type of metric, in the order in which the server looks at them. */
const SOURCES = new Map([
  ['Object', 'object'],
  ['External', 'external'],
  ['Pods', 'pods'],
  ['Resource', 'resource'],
  ['ContainerResource', 'containerResource'],
] as const);

const TARGET_TYPES: readonly string[] = ['Utilization', 'Value', 'AverageValue'];

export default defineRule({
  id: 'autoscaler/metrics',
  on: 'object',
  kinds: ['HorizontalPodAutoscaler'],
  severity: 'error',
  summary: 'Each metric of an autoscaler has the one source of its type, and a positive target.',
  details: `
A metric has a \`type\` and the field of that type: \`resource\` for \`Resource\`, and \`containerResource\`, \`pods\`, \`object\` or
\`external\`. It has no other of these fields.

The \`target\` has a \`type\`: \`Utilization\`, \`Value\` or \`AverageValue\`. The target of a resource is either
\`averageUtilization\`, in percent of the requests, or \`averageValue\`, that of pods \`averageValue\`, and that of an object or an
external metric \`value\` or \`averageValue\`. All of them are above 0.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#support-for-resource-metrics',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['autoscaler-metric-source', 'autoscaler-metric-target'],
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['autoscaler-metric-target-type', 'autoscaler-metric-container'],
    },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['autoscaler-metric-type'] },
    forbidden: {
      ...VALUE_MESSAGES.forbidden,
      rows: ['autoscaler-metric-two-sources', 'autoscaler-metric-two-targets'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          maxReplicas: 2
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
          metrics:
            - type: Resource # expect: required
            - type: CPU
              #     ^^^ expect: unsupported
              resource:
                name: cpu
                target: { type: Percent, averageUtilization: 80 }
                #               ^^^^^^^ expect: invalid
            - type: ContainerResource
              containerResource:
                name: cpus
                #     ^^^^ expect: invalid
                container: web
                target: { type: Utilization, averageUtilization: 80 }
      `,
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          maxReplicas: 2
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
          metrics:
            - type: Pods
              pods:
                metric: { name: requests }
                target: { type: AverageValue } # expect: required
              resource: # expect: forbidden
                name: cpu
                target: { type: Utilization, averageUtilization: 80 }
      `,
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          maxReplicas: 2
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
          metrics:
            - type: Resource
              resource:
                name: cpu
                target:
                  type: Utilization
                  averageUtilization: 0
                  #                   ^ expect: invalid
                  averageValue: 500m
                  #             ^^^^ expect: forbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          maxReplicas: 2
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
          metrics:
            - type: Resource
              resource:
                name: cpu
                target: { type: Utilization, averageUtilization: 80 }
            - type: Pods
              pods:
                metric: { name: requests }
                target: { type: AverageValue, averageValue: 100 }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata: { name: web }
          spec:
            maxReplicas: 5
            scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
            metrics:
              - type: resource # of the nodes
                resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
        `,
        after: yaml`
          apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata: { name: web }
          spec:
            maxReplicas: 5
            scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
            metrics:
              - type: Resource # of the nodes
                resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
        `,
      },
    ],
  },
  check(resource, { report, minor }) {
    const metrics = metricsOf(resource);
    const cpu = resource.root.get('spec').get('targetCPUUtilizationPercentage');
    if (cpu.value !== undefined && cpu.value < 1) {
      // The server converts this field of version 1 to the last metric.
      const path = `spec.metrics[${metrics.length}].resource.target.averageUtilization`;
      reportInvalid(report, cpu, 'it must be at least 1', { path });
    }
    for (const metric of metrics) {
      const type = metric.get('type');
      requireText(report, type, 'the type of the metric');
      requireOneOf(report, type, [...SOURCES.keys()]);
      const given = [...SOURCES.values()].filter((name) => metric.get(name).value !== undefined);
      checkSource(report, metric, given[0], minor);
      const own = [...SOURCES].find(([name]) => name === type.value)?.[1];
      if (own !== undefined) {
        requireValue(report, metric.get(own), `the source of a metric of type ${type.value}`);
      }
      if (given.length === 1) continue;
      for (const name of given) {
        if (name !== own) forbid(report, metric.get(name), `the type is ${type.value}`);
      }
    }
  },
});

type MetricReport = ValueReport<'required' | 'invalid' | 'forbidden'>;

/** Checks the first source of a metric; the server does not look at others. */
function checkSource(
  report: MetricReport,
  metric: Field<MetricSpec>,
  name: 'object' | 'external' | 'pods' | 'resource' | 'containerResource' | undefined,
  minor: Minor,
): void {
  switch (name) {
    case undefined:
      return;
    case 'object': {
      const source = metric.get(name);
      requireScaledObject(report, source.get('describedObject'), minor, { allowsCoreGroup: true });
      checkMetricName(report, source.get('metric'));
      const target = checkTarget(report, source.get('target'));
      requireTarget(report, target, ['averageValue', 'value']);
      return;
    }
    case 'external': {
      const source = metric.get(name);
      checkMetricName(report, source.get('metric'));
      const target = checkTarget(report, source.get('target'));
      requireTarget(report, target, ['averageValue', 'value']);
      if (target.value?.averageValue !== undefined) {
        forbid(report, target.get('value'), 'the target has an averageValue');
      }
      return;
    }
    case 'pods': {
      const source = metric.get(name);
      checkMetricName(report, source.get('metric'));
      requireTarget(report, checkTarget(report, source.get('target')), ['averageValue']);
      return;
    }
    case 'resource':
    case 'containerResource': {
      const source = metric.get(name);
      const hasName = requireText(report, source.get('name'), 'the resource, such as cpu');
      if (name === 'containerResource') {
        if (hasName) requireFormat(report, source.get('name'), containerResourceProblem);
        const container = metric.get(name).get('container');
        if (requireText(report, container, 'the name of the container')) {
          requireFormat(report, container, labelProblem);
        }
      }
      const target = checkTarget(report, source.get('target'));
      requireTarget(report, target, ['averageUtilization', 'averageValue']);
      if (target.value?.averageUtilization !== undefined) {
        forbid(report, target.get('averageValue'), 'the target has an averageUtilization');
      }
    }
  }
}

function checkMetricName(report: MetricReport, metric: Field<MetricIdentifier | undefined>): void {
  const name = metric.get('name');
  if (requireText(report, name, 'the name of the metric')) {
    requireFormat(report, name, segmentProblem);
  }
}

type Target = Field<MetricTarget | undefined>;

/** Checks the type and the numbers of a target, and returns it. */
function checkTarget(report: MetricReport, target: Target): Target {
  const type = target.get('type');
  requireText(report, type, 'Utilization, Value or AverageValue');
  if (!type.pruned && !TARGET_TYPES.includes(type.value ?? '')) {
    reportInvalid(report, type, 'use Utilization, Value or AverageValue');
  }
  requirePositive(report, target.get('value'));
  requirePositive(report, target.get('averageValue'));
  requireRange(report, target.get('averageUtilization'), { least: 1 });
  return target;
}

/** Reports a target that has none of some fields, at the first of them. */
function requireTarget(
  report: MetricReport,
  target: Target,
  [first, ...others]: readonly [
    'averageValue' | 'averageUtilization',
    ...('value' | 'averageValue')[],
  ],
): void {
  if (others.some((name) => !target.get(name).absent)) return;
  requireValue(report, target.get(first), 'the target value, such as 100m or 80');
}
