import { canonicalRangeProblem, isIPv6 } from '../../src/analysis/fields/addresses.ts';
import {
  reportInvalid,
  requireFormat,
  requireItems,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { parseCidr } from '../../src/server/kubernetes/formats/cidr.ts';

export default defineRule({
  id: 'service-cidr/ranges',
  on: 'object',
  kinds: ['ServiceCIDR'],
  severity: 'error',
  summary: 'A ServiceCIDR has one range of addresses, or one of each IP family.',
  details: `
\`spec.cidrs\` are the ranges from which Services get their addresses: one, or one of IPv4 and one of IPv6. They are written in
canonical form, without bits set after the prefix.
`,
  reference: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['service-cidr-none'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['service-cidr-format', 'service-cidr-families'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: ServiceCIDR
        metadata: { name: more }
        spec:
          cidrs: []
          #      ^^ expect: required
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: ServiceCIDR
        metadata: { name: more }
        spec:
          cidrs: [10.1.2.3/16]
          #       ^^^^^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: ServiceCIDR
        metadata: { name: more }
        spec:
          cidrs: [10.1.0.0/16, 10.2.0.0/16]
          #      ^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: ServiceCIDR
        metadata: { name: more }
        spec:
          cidrs: [10.1.0.0/16, "2001:db8::/112"]
      `,
    ],
  },
  check(resource, { report }) {
    const list = resource.root.get('spec').get('cidrs');
    requireItems(report, list, 'a range such as 10.1.0.0/16');
    const ranges = list.items();
    if (ranges.length > 2) {
      reportInvalid(report, list, 'it can have two ranges at most');
      return;
    }
    for (const range of ranges) {
      requireFormat(report, range, canonicalRangeProblem);
    }
    const [first = '', second = ''] = list.value ?? [];
    if (parseCidr(first) === undefined || parseCidr(second) === undefined) return;
    if (isIPv6(first) === isIPv6(second)) {
      reportInvalid(report, list, 'two ranges must be one IPv4 range and one IPv6 range');
    }
  },
});
