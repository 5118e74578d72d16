import {
  reportInvalid,
  requireRange,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { canBeProbed, PROBES } from '../../src/analysis/pods/handlers.ts';
import { POD_KINDS, validatedPodOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/probes',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The numbers of a probe are not negative, and fit the kind of the probe.',
  details: `
Delays, periods and thresholds of probes are not negative. A liveness or startup probe succeeds with its first success, so
\`successThreshold\` must be 1. A readiness probe never ends a container, so it has no \`terminationGracePeriodSeconds\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#configure-probes',
  messages: {
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: [
        'pod-probe-negative',
        'pod-probe-success-threshold',
        'pod-probe-grace-period',
        'pod-probe-readiness-grace-period',
      ],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              livenessProbe:
                tcpSocket: { port: 8080 }
                successThreshold: 3
                #                 ^ expect: invalid
                terminationGracePeriodSeconds: 0
                #                              ^ expect: invalid
              readinessProbe:
                tcpSocket: { port: 8080 }
                initialDelaySeconds: -1
                #                    ^^ expect: invalid
                terminationGracePeriodSeconds: 10
                #                              ^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              livenessProbe:
                tcpSocket: { port: 8080 }
                failureThreshold: 5
                terminationGracePeriodSeconds: 10
              readinessProbe:
                tcpSocket: { port: 8080 }
                successThreshold: 3
      `,
    ],
  },
  check(resource, { report }) {
    const pod = validatedPodOf(resource);
    if (pod === undefined) return;
    for (const { field: container } of pod.containers.filter(canBeProbed)) {
      for (const name of PROBES) {
        const probe = container.get(name);
        if (probe.value === undefined) continue;
        for (const number of NUMBERS) requireRange(report, probe.get(number), { least: 0 });
        const threshold = probe.get('successThreshold');
        if (name !== 'readinessProbe' && (threshold.value ?? 1) > 1) {
          reportInvalid(report, threshold, `it must be 1 for a ${name}`);
        }
        const period = probe.get('terminationGracePeriodSeconds');
        requireRange(report, period, { least: 1 });
        if (name === 'readinessProbe' && (period.value ?? 0) > 0) {
          reportInvalid(
            report,
            period,
            'remove it, because a readinessProbe never ends the container',
          );
        }
      }
    }
  },
});

const NUMBERS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;
