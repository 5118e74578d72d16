import {
  requireOneOf,
  requireRange,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The largest number of seconds for which a client is sent to the same pod: one day. */
const MOST_SECONDS = 86_400;

export default defineRule({
  id: 'service/session-affinity',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'The sessionAffinity of a Service is None, or ClientIP for at most one day.',
  details: `
With \`sessionAffinity: ClientIP\` a client is sent to the same pod for \`sessionAffinityConfig.clientIP.timeoutSeconds\`: 10800
by default, at least 1, and at most 86400. With \`None\`, which is the default, the server removes \`sessionAffinityConfig\`.
`,
  reference: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#session-affinity',
  messages: {
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['service-session-affinity'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['service-session-timeout'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          sessionAffinity: Cookie
          #                ^^^^^^ expect: unsupported
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          sessionAffinity: ClientIP
          sessionAffinityConfig:
            clientIP: { timeoutSeconds: 0 } # expect: invalid
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          sessionAffinity: ClientIP
          ports: [{ port: 80 }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            sessionAffinity: clientIP # for the carts
            selector: { app: web }
            ports: [{ port: 80 }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            sessionAffinity: ClientIP # for the carts
            selector: { app: web }
            ports: [{ port: 80 }]
        `,
      },
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const affinity = spec.get('sessionAffinity');
    requireOneOf(report, affinity, ['ClientIP', 'None']);
    if (affinity.value !== 'ClientIP') return;
    const timeout = spec.get('sessionAffinityConfig').get('clientIP').get('timeoutSeconds');
    requireRange(report, timeout, { least: 1, most: MOST_SECONDS });
  },
});
