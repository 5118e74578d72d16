import { behaviorOf } from '../../src/analysis/autoscalers/annotated-fields.ts';
import { requireNonNegative } from '../../src/analysis/fields/quantities.ts';
import {
  requireItems,
  requireOneOf,
  requireRange,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

const LONGEST_WINDOW = 3600;
const LONGEST_PERIOD = 1800;

export default defineRule({
  id: 'autoscaler/behavior',
  on: 'object',
  kinds: ['HorizontalPodAutoscaler'],
  severity: 'error',
  summary: 'The behavior of an autoscaler has policies with positive numbers.',
  details: `
\`behavior.scaleUp\` and \`behavior.scaleDown\` say how fast the number of replicas changes. A policy is of type \`Pods\` or
\`Percent\`, with a \`value\` of at least 1 and \`periodSeconds\` from 1 to 1800. The \`stabilizationWindowSeconds\` are 0 to 3600,
and \`selectPolicy\` is \`Max\`, \`Min\` or \`Disabled\`. A list of policies cannot be empty; without it, the server sets defaults.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#configurable-scaling-behavior',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['autoscaler-no-policies'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['autoscaler-policy-value', 'autoscaler-window'] },
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['autoscaler-policy-type', 'autoscaler-select-policy'],
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
          behavior:
            scaleUp:
              policies: []
              #         ^^ expect: required
            scaleDown:
              stabilizationWindowSeconds: 7200
              #                           ^^^^ expect: invalid
              selectPolicy: max
              #             ^^^ expect: unsupported
              policies:
                - type: Replicas
                  #     ^^^^^^^^ expect: unsupported
                  value: 0
                  #      ^ expect: invalid
                  periodSeconds: 60
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
          behavior:
            scaleDown:
              stabilizationWindowSeconds: 300
              policies: [{ type: Pods, value: 1, periodSeconds: 60 }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata: { name: web }
          spec:
            maxReplicas: 2
            scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
            behavior:
              scaleDown:
                selectPolicy: max # as fast as possible
                policies: [{ type: Pods, value: 1, periodSeconds: 60 }]
        `,
        after: yaml`
          apiVersion: autoscaling/v2
          kind: HorizontalPodAutoscaler
          metadata: { name: web }
          spec:
            maxReplicas: 2
            scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
            behavior:
              scaleDown:
                selectPolicy: Max # as fast as possible
                policies: [{ type: Pods, value: 1, periodSeconds: 60 }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const behavior = behaviorOf(resource);
    for (const rules of [behavior.get('scaleUp'), behavior.get('scaleDown')]) {
      if (rules.value === undefined) continue;
      requireRange(report, rules.get('stabilizationWindowSeconds'), {
        least: 0,
        most: LONGEST_WINDOW,
      });
      const select = rules.get('selectPolicy');
      if (select.value !== undefined) requireOneOf(report, select, ['Max', 'Min', 'Disabled']);
      const policies = rules.get('policies');
      requireItems(report, policies, 'at least one policy');
      for (const policy of policies.items()) {
        requireOneOf(report, policy.get('type'), ['Pods', 'Percent']);
        requirePositive(policy.get('value'), Number.POSITIVE_INFINITY);
        requirePositive(policy.get('periodSeconds'), LONGEST_PERIOD);
      }
      // Without the gate, the server drops the field.
      if (hasGate(server, 'HPAConfigurableTolerance', true)) {
        requireNonNegative(report, rules.get('tolerance'));
      }
    }

    /** An absent number is 0. */
    function requirePositive(field: Field<number | undefined>, most: number): void {
      if (field.absent) {
        const values = { ...valueTexts(field, 'it must be at least 1'), value: '0' };
        report({ message: 'invalid', at: field, values });
      } else requireRange(report, field, { least: 1, most });
    }
  },
});
