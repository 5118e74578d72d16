import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { networkPolicyIPBlocks } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  isStrictSubset,
  parseCidr,
  parseIpSloppily,
} from '../../src/server/kubernetes/formats/cidr.ts';

export default defineRule({
  id: 'network-policy/ip-blocks',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary:
    'An ipBlock has a cidr in CIDR notation, and its exceptions are smaller ranges within the cidr.',
  details: `
\`cidr\` is an IP range in CIDR notation: an address, a slash and the length of the prefix, such as \`10.9.8.0/24\` or
\`2001:db8::/64\`. A single address has the prefix length 32 or 128: \`10.9.8.7/32\`, \`2001:db8::7/128\`. Host names, ranges from
one address to another (\`10.0.0.1-10.0.0.9\`) and netmasks (\`10.0.0.0/255.0.0.0\`) are refused.

Each item of \`except\` is such a range within \`cidr\`, and smaller than \`cidr\`. If \`cidr\` is invalid, the API server does not
validate \`except\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    required: {
      text: 'ipBlock.cidr is required',
      help: 'add a range such as cidr: 10.9.8.0/24',
      cause: 'FieldValueRequired',
      rows: ['np-cidr-required'],
    },
    length: {
      text: "'{range}' is not a valid CIDR range: the prefix length is missing",
      help: 'append /32 to a single IPv4 address, /128 to an IPv6 address',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-invalid', 'np-except-invalid', 'np-cidr-egress'],
    },
    unreadable: {
      text: "'{range}' is not a valid CIDR range",
      help: 'use an address, a slash and a prefix length, such as 10.9.8.0/24 or 2001:db8::/64',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-invalid', 'np-except-invalid', 'np-cidr-egress'],
    },
    outside: {
      text: "the exception '{range}' is not a smaller range within {cidr}",
      help: 'use a part of {cidr}, or remove the exception',
      cause: 'FieldValueInvalid',
      rows: ['np-except-not-subset'],
      dependsOn: ['spec.ingress', 'spec.egress'],
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
                - ipBlock: { cidr: "" }
                  #                ^^ expect: required
                - ipBlock: { cidr: 10.9.8.7 }
                  #                ^^^^^^^^ expect: length
                - ipBlock: { cidr: intranet/24 }
                  #                ^^^^^^^^^^^ expect: unreadable
                - ipBlock:
                    cidr: 10.0.0.0/8
                    except:
                      - 192.168.0.0/16
                      # ^^^^^^^^^^^^^^ expect: outside
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          egress:
            - to:
                - ipBlock: { cidr: 10.0.0.0/8, except: [10.9.8.0/24] }
                - ipBlock: { cidr: 2001:db8::7/128 }
      `,
    ],
  },
  check(resource, { report }) {
    for (const block of networkPolicyIPBlocks(resource)) {
      const cidr = block.get('cidr');
      if (isEmptyText(cidr)) report({ message: 'required', at: cidr });
      const { value: text = '' } = cidr;
      if (text === '') continue;
      const range = parseCidr(text);
      if (range === undefined) {
        report({ message: problemOf(text), at: cidr, values: { range: text } });
        continue;
      }
      for (const except of block.itemsOf('except')) {
        const { value: exception = '' } = except;
        const inner = parseCidr(exception);
        if (inner === undefined)
          report({ message: problemOf(exception), at: except, values: { range: exception } });
        else if (!isStrictSubset(inner, range)) {
          report({ message: 'outside', at: except, values: { range: exception, cidr: text } });
        }
      }
    }
  },
});

function problemOf(text: string): 'length' | 'unreadable' {
  return parseIpSloppily(text) === undefined ? 'unreadable' : 'length';
}
