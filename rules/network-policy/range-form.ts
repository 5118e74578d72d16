import { networkPolicyIPBlocks } from '../../src/analysis/network-policy/rules.ts';
import {
  type Cidr,
  formatCidr,
  hasHostBits,
  isIPv4Mapped,
  networkOf,
  parseCidr,
  singleAddressOf,
} from '../../src/kubernetes/formats/cidr.ts';
import { minorsWith } from '../../src/kubernetes/server-changes.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The server warns of forms that it is going to refuse. */
const WARNS = minorsWith('address-range-warnings');
const REFUSES = minorsWith('strict-address-ranges');

export default defineRule({
  id: 'network-policy/range-form',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'Address ranges are written in the one form that every program reads alike.',
  details: `
Some ranges mean one thing to one program and another to the next: \`010.0.0.0/8\` (decimal here, octal
elsewhere), \`::ffff:10.0.0.0/104\` (IPv4 or IPv6?), \`10.0.0.1/8\` (the whole range, or one address?). API servers
until 1.32 take them silently, from 1.33 they warn, and from 1.36 they refuse them in what is new; an
update may keep a range that is stored already.

IPv6 that is merely not written in its canonical form (\`2001:DB8:0::/64\`) is accepted with a warning from
1.33 on.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    leadingZeros: {
      text: "'{range}' has a number with a zero in front, which some programs read as octal",
      help: 'write {network}',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-leading-zeros', 'np-except-leading-zeros'],
      range: REFUSES,
    },
    mapped: {
      text: "'{range}' is an IPv4 range wrapped in IPv6",
      help: 'write {network}',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-ipv4-mapped', 'np-except-ipv4-mapped'],
      range: REFUSES,
    },
    hostBits: {
      text: "'{range}' has bits set beyond its length, so it could mean the range or the one address",
      help: 'write {network} for the range, {address} for the address',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-host-bits', 'np-except-host-bits'],
      range: REFUSES,
    },
    nonStandard: {
      text: "'{range}' is not in a form that every program reads alike; Kubernetes 1.36 refuses it",
      help: 'write {network}',
      severity: 'warning',
      cause: 'Warning',
      rows: ['np-warn-cidr-non-standard'],
      range: WARNS,
      withoutExample: 'examples are judged for the newest minor, which refuses it',
    },
    ambiguous: {
      text: "'{range}' has bits set beyond its length; Kubernetes 1.36 refuses it",
      help: 'write {network} for the range, {address} for the address',
      severity: 'warning',
      cause: 'Warning',
      rows: ['np-warn-cidr-ambiguous'],
      range: WARNS,
      withoutExample: 'examples are judged for the newest minor, which refuses it',
    },
    ipv6Form: {
      text: "'{range}' is not the canonical form of this range",
      help: 'write {canonical}',
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
      if (range.hasLeadingZeros) report('leadingZeros', field, { range: text, network });
      else if (isIPv4Mapped(range)) report('mapped', field, { range: text, network });
      else if (hasHostBits(range)) report('hostBits', field, { range: text, network, address });

      if (hasHostBits(range)) report('ambiguous', field, { range: text, network, address });
      if (isNonStandard) report('nonStandard', field, { range: text, network });
      const canonical = formatCidr(range);
      const isIPv6 = range.address.bytes.length > 4;
      if (isIPv6 && !isNonStandard && !hasHostBits(range) && text !== canonical) {
        report('ipv6Form', field, { range: text, canonical });
      }
    }
  },
});

interface ReadableRange {
  readonly field: Field<string | undefined>;
  readonly range: Cidr;
}

/** The ranges that the server looks at: it passes over the exceptions of one that it cannot read. */
function readableRanges(resource: Resource<'NetworkPolicy'>): readonly ReadableRange[] {
  return networkPolicyIPBlocks(resource).flatMap((block) => {
    const cidr = readable(block.get('cidr'));
    return cidr.length === 0 ? [] : [...cidr, ...block.get('except').items().flatMap(readable)];
  });
}

function readable(field: Field<string | undefined>): readonly ReadableRange[] {
  const range = parseCidr(field.value ?? '');
  return range === undefined ? [] : [{ field, range }];
}
