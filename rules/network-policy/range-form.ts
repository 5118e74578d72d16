import { networkPolicyIPBlocks } from '../../src/analysis/network-policy/directed-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  type Cidr,
  formatCidr,
  hasHostBits,
  isIPv4Mapped,
  networkOf,
  parseCidr,
  singleAddressOf,
} from '../../src/server/kubernetes/formats/cidr.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

/** The server returns warnings for forms that a later minor refuses. */
const WARNS = minorsWith('address-range-warnings');
const REFUSES = minorsWith('strict-address-ranges');

export default defineRule({
  id: 'network-policy/range-form',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'IP ranges are written in the standard form.',
  details: `
Some forms of IP ranges are ambiguous: \`010.0.0.0/8\` (the number can be decimal or octal), \`::ffff:10.0.0.0/104\` (IPv4 or
IPv6), and \`10.0.0.1/8\` (a range or an address). API servers up to 1.32 accept them, 1.33 to 1.35 return a warning, and
from 1.36 they refuse them in new objects. An update can keep a range that is already stored.

From 1.33, the API server returns a warning for IPv6 ranges that are not in canonical form, such as \`2001:DB8:0::/64\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    leadingZeros: {
      text: "'{range}' has a number with a leading zero, which is ambiguous: it can be decimal or octal",
      help: 'use {network}',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-leading-zeros', 'np-except-leading-zeros'],
      range: REFUSES,
    },
    mapped: {
      text: "'{range}' is an IPv4-mapped IPv6 range",
      help: 'use {network}',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-ipv4-mapped', 'np-except-ipv4-mapped'],
      range: REFUSES,
    },
    hostBits: {
      text: "'{range}' has bits set after the prefix, which is ambiguous: it can be a range or an address",
      help: 'use {network} for the range, {address} for the address',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-host-bits', 'np-except-host-bits'],
      range: REFUSES,
    },
    nonStandard: {
      text: "'{range}' is not in standard form, so Kubernetes 1.36 and later refuse it",
      help: 'use {network}',
      severity: 'warning',
      cause: 'Warning',
      rows: ['np-warn-cidr-non-standard'],
      range: WARNS,
      withoutExample: 'examples are judged for the newest minor, which refuses it',
    },
    ambiguous: {
      text: "'{range}' has bits set after the prefix, so Kubernetes 1.36 and later refuse it",
      help: 'use {network} for the range, {address} for the address',
      severity: 'warning',
      cause: 'Warning',
      rows: ['np-warn-cidr-ambiguous'],
      range: WARNS,
      withoutExample: 'examples are judged for the newest minor, which refuses it',
    },
    ipv6Form: {
      text: "'{range}' is not in canonical form",
      help: 'use {canonical}',
      severity: 'warning',
      cause: 'Warning',
      rows: ['np-warn-cidr-ipv6-form'],
      range: minorsWith('ipv6-form-warnings'),
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          ingress:
            - from:
                - ipBlock: { cidr: 010.0.0.0/8 }
                  #                ^^^^^^^^^^^ expect: leadingZeros
                - ipBlock: { cidr: "::ffff:10.0.0.0/104" }
                  #                ^^^^^^^^^^^^^^^^^^^^^ expect: mapped
                - ipBlock: { cidr: 10.0.0.1/8 }
                  #                ^^^^^^^^^^ expect: hostBits
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          ingress:
            - from:
                - ipBlock: { cidr: "2001:DB8:0::/64" }
                  #                ^^^^^^^^^^^^^^^^^ expect: ipv6Form
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          ingress:
            - from:
                - ipBlock: { cidr: 10.0.0.0/8, except: [10.9.8.7/32] }
                - ipBlock: { cidr: "2001:db8::/64" }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { field, range } of readableRanges(resource)) {
      const text = field.value ?? '';
      const network = formatCidr(networkOf(range));
      const address = formatCidr(singleAddressOf(range));
      const isNonStandard = range.hasLeadingZeros || isIPv4Mapped(range);
      if (range.hasLeadingZeros)
        report({ message: 'leadingZeros', at: field, values: { range: text, network } });
      else if (isIPv4Mapped(range))
        report({ message: 'mapped', at: field, values: { range: text, network } });
      else if (hasHostBits(range))
        report({ message: 'hostBits', at: field, values: { range: text, network, address } });

      if (hasHostBits(range))
        report({ message: 'ambiguous', at: field, values: { range: text, network, address } });
      if (isNonStandard)
        report({ message: 'nonStandard', at: field, values: { range: text, network } });
      const canonical = formatCidr(range);
      const isIPv6 = range.address.bytes.length > 4;
      if (isIPv6 && !isNonStandard && !hasHostBits(range) && text !== canonical) {
        report({ message: 'ipv6Form', at: field, values: { range: text, canonical } });
      }
    }
  },
});

interface ReadableRange {
  readonly field: Field<string | undefined>;
  readonly range: Cidr;
}

/** The ranges that the server validates: it ignores the exceptions of an invalid one. */
function readableRanges(resource: Resource<'NetworkPolicy'>): readonly ReadableRange[] {
  return networkPolicyIPBlocks(resource).flatMap((block) => {
    const cidr = readable(block.get('cidr'));
    return cidr.length === 0 ? [] : [...cidr, ...block.itemsOf('except').flatMap(readable)];
  });
}

function readable(field: Field<string | undefined>): readonly ReadableRange[] {
  const range = parseCidr(field.value ?? '');
  return range === undefined ? [] : [{ field, range }];
}
