import { type Block, readableBlocks } from '../../src/analysis/network-policy/blocks.ts';
import { directedRules } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { AddressIndex } from '../../src/server/kubernetes/formats/address-range.ts';

export default defineRule({
  id: 'network-policy/redundant-ranges',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'info',
  summary: 'No IP range of a rule matches all addresses, or is a part of another one.',
  details: `
\`0.0.0.0/0\` matches all IPv4 addresses, and \`::/0\` all IPv6 addresses, including those of pods, nodes and the metadata
server of a cloud. Neither matches the addresses of the other family. If only the internet is meant, list the internal
ranges in \`except\`.

A range within another range of the same rule has no effect.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    all: {
      text: '{range} matches all IPv{family} addresses, inside and outside of the cluster',
      help: 'list internal ranges in except, if they are not meant',
      rows: ['lint-np-cidr-all'],
    },
    within: {
      text: '{range} is part of {other} in the same rule, so it has no effect',
      help: 'remove this range',
      rows: ['lint-np-cidr-redundant'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Egress]
          egress:
            - to:
                - ipBlock: { cidr: 0.0.0.0/0 }
                  #                ^^^^^^^^^ expect: all
            - to:
                - ipBlock: { cidr: 10.0.0.0/8 }
                - ipBlock: { cidr: 10.1.0.0/16 }
                  #                ^^^^^^^^^^^ expect: within
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Egress]
          egress:
            - to:
                - ipBlock: { cidr: 0.0.0.0/0, except: [10.0.0.0/8] }
                - ipBlock: { cidr: 10.1.0.0/16 }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { peers } of directedRules(resource)) {
      const blocks = readableBlocks(peers);
      const index = new AddressIndex(blocks);
      const seen = new Set<Block>();
      for (const block of blocks) {
        const { text, range, excepts, cidr } = block;
        seen.add(block);
        if (excepts.length > 0) continue;
        if (range.bits === 0)
          report({ message: 'all', at: cidr, values: { range: text, family: range.family } });
        for (const other of index.containing(range)) {
          // If two ranges are equal, the later one is redundant.
          const isEqual = other.range.bits === range.bits;
          if (other === block || (isEqual && !seen.has(other))) continue;
          if (other.excluded.overlaps(range)) continue;
          report({ message: 'within', at: cidr, values: { range: text, other: other.text } });
          break;
        }
      }
    }
  },
});
