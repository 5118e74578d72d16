import { addressProblem } from '../../src/analysis/fields/addresses.ts';
import {
  forbid,
  reportTooLong,
  requireFormat,
  requireValidText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod/host-names',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The names of a pod and of other hosts are DNS names.',
  details: `
\`hostname\` and \`subdomain\` are DNS labels: lowercase letters, digits and dashes, without dots. A StatefulSet sets both for its
pods, so that its template may have anything there. \`hostnameOverride\` is a DNS name of at most 64 characters, and is not allowed
with \`setHostnameAsFQDN\` or \`hostNetwork\`. \`hostAliases\` give names to IP addresses.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-hostname-and-subdomain-fields',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-host-names-invalid'] },
    tooLong: { ...VALUE_MESSAGES.tooLong, rows: ['pod-host-names-too-long'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['pod-host-names-forbidden'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostname: shop.example.com
          #         ^^^^^^^^^^^^^^^^ expect: invalid
          containers: [{ name: web, image: nginx }]
          hostAliases:
            - ip: localhost
              #   ^^^^^^^^^ expect: invalid
              hostnames: [db.example.com]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          setHostnameAsFQDN: true
          hostnameOverride: shop.example.com
          #                 ^^^^^^^^^^^^^^^^ expect: forbidden
          containers: [{ name: web, image: nginx }]
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostnameOverride: shop.with.a.name.that.is.much.longer.than.what.hosts.can.have.example.com
          #                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooLong
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          hostname: web-0
          subdomain: shop
          containers: [{ name: web, image: nginx }]
          hostAliases: [{ ip: 10.9.8.7, hostnames: [db.example.com] }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const { spec, kind } = podOf(resource);
    if (kind !== 'StatefulSet') {
      for (const name of [spec.get('hostname'), spec.get('subdomain')]) {
        if (name.value) requireFormat(report, name, labelProblem);
      }
    }
    const override = spec.get('hostnameOverride');
    if (override.value !== undefined && hasGate(server, 'HostnameOverride', true)) {
      for (const name of ['setHostnameAsFQDN', 'hostNetwork'] as const) {
        if (spec.get(name).value === true) forbid(report, override, `${name} is true`);
      }
      if (byteLength(override.value) > 64) {
        reportTooLong(report, override, 'at most 64 characters are allowed');
      }
      requireFormat(report, override, subdomainProblem);
    }
    for (const alias of spec.itemsOf('hostAliases')) {
      requireValidText(report, alias.get('ip'), (ip) => addressProblem(ip, server));
      for (const name of alias.itemsOf('hostnames')) {
        requireFormat(report, name, subdomainProblem);
      }
    }
  },
});
