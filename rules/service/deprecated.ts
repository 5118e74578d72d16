import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

const HINTS = 'service.kubernetes.io/topology-aware-hints';

export default defineRule({
  id: 'service/deprecated',
  on: 'object',
  kinds: ['Service'],
  severity: 'warning',
  summary: 'A Service uses no deprecated fields, values and annotations.',
  details: `
The server warns about some fields, values and annotations of Services that are deprecated: \`externalIPs\`, which some
clusters do not implement, \`trafficDistribution: PreferClose\`, whose new name is \`PreferSameZone\`, and the annotation
\`service.kubernetes.io/topology-aware-hints\`, which \`service.kubernetes.io/topology-mode\` has replaced.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/service-resources/service-v1/',
  messages: {
    externalIps: {
      text: 'externalIPs is deprecated; some clusters do not implement it',
      help: 'use type: LoadBalancer, or a Gateway',
      cause: 'Warning',
      rows: ['service-external-ips'],
      range: minorsWith('external-ips-warning'),
    },
    preferClose: {
      text: 'PreferClose is deprecated; its new name is PreferSameZone',
      help: 'use PreferSameZone if no server is older than 1.34',
      cause: 'Warning',
      rows: ['service-traffic-policy'],
      range: minorsWith('prefer-close-warning'),
    },
    hints: {
      text: 'the annotation {annotation} is deprecated',
      help: 'use service.kubernetes.io/topology-mode, or trafficDistribution',
      cause: 'Warning',
      rows: ['service-topology-hints'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata:
          name: web
          annotations:
            service.kubernetes.io/topology-aware-hints: Auto
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: hints
        spec:
          externalIPs: [192.0.2.7]
        # ^^^^^^^^^^^ expect: externalIps
          trafficDistribution: PreferClose
          #                    ^^^^^^^^^^^ expect: preferClose
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          trafficDistribution: PreferSameZone
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report }) {
    const { root } = resource;
    for (const { key, field } of root.get('metadata').get('annotations').entries()) {
      if (key !== HINTS) continue;
      report({ message: 'hints', at: field, side: 'key', values: { annotation: key } });
    }
    const spec = root.get('spec');
    const externalIPs = spec.get('externalIPs');
    const { type, clusterIP } = spec.value ?? {};
    const isHeadless = type === 'ClusterIP' && clusterIP === 'None';
    if ((externalIPs.value ?? []).length > 0 && !isHeadless && type !== 'ExternalName') {
      report({ message: 'externalIps', at: externalIPs, side: 'key' });
    }
    const distribution = spec.get('trafficDistribution');
    if (distribution.value === 'PreferClose') report({ message: 'preferClose', at: distribution });
  },
});
