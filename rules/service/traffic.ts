import { requirePortNumber } from '../../src/analysis/fields/ports.ts';
import {
  reportInvalid,
  requireOneOf,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';
import {
  isReachedFromOutside,
  needsHealthCheck,
} from '../../src/server/kubernetes/service-traits.ts';

export default defineRule({
  id: 'service/traffic',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'The traffic policies of a Service have known values, and fit its type.',
  details: `
\`externalTrafficPolicy\` and \`internalTrafficPolicy\` are \`Cluster\`, which is the default, or \`Local\`. Only a Service that is
reached from outside has the former: one of type \`NodePort\` or \`LoadBalancer\`, or with \`externalIPs\`. \`healthCheckNodePort\` is
for Services of type \`LoadBalancer\` with \`externalTrafficPolicy: Local\`.

\`trafficDistribution\` is \`PreferSameZone\`, \`PreferSameNode\` or \`PreferClose\`, the old name of the first.
`,
  reference: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#traffic-policies',
  messages: {
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['service-traffic-policy', 'service-traffic-distribution'],
    },
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['service-traffic-policy-type', 'service-health-check-type'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: NodePort
          externalTrafficPolicy: Node
          #                      ^^^^ expect: unsupported
          internalTrafficPolicy: Node
          #                      ^^^^ expect: unsupported
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          externalTrafficPolicy: Local
          #                      ^^^^^ expect: invalid
          trafficDistribution: SameZone
          #                    ^^^^^^^^ expect: unsupported
          ports: [{ port: 80 }]
      `,
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: NodePort
          healthCheckNodePort: 30080
          #                    ^^^^^ expect: invalid
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          type: LoadBalancer
          externalTrafficPolicy: Local
          internalTrafficPolicy: Cluster
          trafficDistribution: PreferClose
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
            type: LoadBalancer
            externalTrafficPolicy: local # keeps the address of the client
            selector: { app: web }
            ports: [{ port: 80 }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Service
          metadata: { name: web }
          spec:
            type: LoadBalancer
            externalTrafficPolicy: Local # keeps the address of the client
            selector: { app: web }
            ports: [{ port: 80 }]
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const spec = resource.root.get('spec');
    const external = spec.get('externalTrafficPolicy');
    if (isReachedFromOutside(spec.value)) requireOneOf(report, external, ['Cluster', 'Local']);
    else if (external.value) {
      reportInvalid(
        report,
        external,
        'only Services of type NodePort or LoadBalancer, or with externalIPs, can have it',
      );
    }
    const check = spec.get('healthCheckNodePort');
    if (needsHealthCheck(spec.value)) {
      if (check.value) requirePortNumber(report, check);
    } else if (check.value) {
      reportInvalid(
        report,
        check,
        'it is for type: LoadBalancer with externalTrafficPolicy: Local',
      );
    }
    const internal = spec.get('internalTrafficPolicy');
    if (internal.value !== undefined) requireOneOf(report, internal, ['Cluster', 'Local']);
    const distribution = spec.get('trafficDistribution');
    if (distribution.value !== undefined && !hasGate(server, 'ServiceTrafficDistribution', false)) {
      const knowsZones = hasGate(server, 'PreferSameTrafficDistribution', true);
      const preferred = knowsZones ? ['PreferSameZone', 'PreferSameNode'] : [];
      requireOneOf(report, distribution, [...preferred, 'PreferClose']);
    }
  },
});
