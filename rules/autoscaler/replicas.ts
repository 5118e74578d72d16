import { metricsOf } from '../../src/analysis/autoscalers/annotated-fields.ts';
import {
  reportInvalid,
  requireRange,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type { MetricSpec } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'autoscaler/replicas',
  on: 'object',
  kinds: ['HorizontalPodAutoscaler'],
  severity: 'error',
  summary: 'An autoscaler has a largest number of replicas, and a smallest one that is not larger.',
  details: `
\`maxReplicas\` is required. \`minReplicas\` is 1 by default, and not more than \`maxReplicas\`. It can be 0 if the server has
the feature gate \`HPAScaleToZero\` (by default from 1.37), and then a metric of type \`Object\` or \`External\` is needed, because
without pods there is nothing else to measure.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
  messages: {
    required: {
      ...VALUE_MESSAGES.required,
      rows: ['autoscaler-max-replicas'],
      explainsInField: ['autoscaler/replicas#invalid', 'autoscaler/replicas#range'],
    },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['autoscaler-min-replicas'] },
    range: {
      text: 'maxReplicas ({most}) is less than minReplicas ({least})',
      help: 'raise maxReplicas to {least} or more, or lower minReplicas',
      cause: 'FieldValueInvalid',
      rows: ['autoscaler-max-below-min'],
    },
    noMetric: {
      text: 'minReplicas is 0, but no metric can be measured without pods',
      help: 'add a metric of type Object or External, or use minReplicas: 1',
      cause: 'FieldValueForbidden',
      rows: ['autoscaler-zero'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec: # expect: required
          minReplicas: -1
          #            ^^ expect: invalid
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
      `,
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          minReplicas: 3
          maxReplicas: 2
          #            ^ expect: range
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
      `,
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec: # expect: noMetric
          minReplicas: 0
          maxReplicas: 2
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
      `,
    ],
    good: [
      yaml`
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: { name: web }
        spec:
          minReplicas: 2
          maxReplicas: 10
          scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
      `,
    ],
  },
  check(resource, { report, server }) {
    const spec = resource.root.get('spec');
    const least = spec.get('minReplicas');
    const most = spec.get('maxReplicas');
    const storedLeast = resource.stored?.root.get('spec').get('minReplicas').value;
    const allowsZero = storedLeast === 0 || hasGate(server, 'HPAScaleToZero', true);
    requireRange(report, least, { least: allowsZero ? 0 : 1 });
    const { value: number = 0 } = most;
    if (number === 0 && !most.pruned) {
      const isRequired = serverHas('max-replicas-required', server.minor);
      if (!isRequired) reportInvalid(report, most, 'it must be at least 1');
      else {
        const values = valueTexts(most, 'the largest number of replicas');
        report({ message: 'required', at: most, values });
      }
    } else requireRange(report, most, { least: 1 });
    if (least.value !== undefined && number < least.value && !most.pruned) {
      report({ message: 'range', at: most, values: { most: number, least: least.value } });
    }
    if (least.value === 0 && !metricsOf(resource).some(isMeasuredWithoutPods)) {
      report({ message: 'noMetric', at: spec.get('metrics') });
    }
  },
});

/** Reports whether a metric can be measured without pods. */
function isMeasuredWithoutPods({ value }: Field<MetricSpec>): boolean {
  return value?.type === 'Object' || value?.type === 'External';
}
