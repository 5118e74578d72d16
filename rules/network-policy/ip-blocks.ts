import { isEmptyText } from '../../src/analysis/emptiness.ts';
import { networkPolicyIPBlocks } from '../../src/analysis/network-policy/rules.ts';
import { isStrictSubset, parseCidr, parseIpSloppily } from '../../src/kubernetes/formats/cidr.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/ip-blocks',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'An ipBlock has an address range, and its exceptions are smaller ranges inside of that.',
  details: `
\`cidr\` is an address and the number of its leading bits that count: \`10.9.8.0/24\`, \`2001:db8::/64\`. A single
address is a range too: \`10.9.8.7/32\`, \`2001:db8::7/128\`. Host names, address pairs (\`10.0.0.1-10.0.0.9\`) and
masks (\`10.0.0.0/255.0.0.0\`) are refused.

Each entry of \`except\` is such a range, within \`cidr\` and smaller than it. Where \`cidr\` cannot be read, the
API server does not look at \`except\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    required: {
      text: 'the ipBlock has no cidr',
      help: 'add a range such as cidr: 10.9.8.0/24',
      cause: 'FieldValueRequired',
      rows: ['np-cidr-required'],
    },
    length: {
      text: "'{range}' is no address range: the number of leading bits is missing",
      help: 'write /32 behind a single IPv4 address, /128 behind one of IPv6',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-invalid', 'np-except-invalid', 'np-cidr-egress'],
    },
    unreadable: {
      text: "'{range}' is no address range",
      help: 'write an address, a slash and a number of bits: 10.9.8.0/24 or 2001:db8::/64',
      cause: 'FieldValueInvalid',
      rows: ['np-cidr-invalid', 'np-except-invalid', 'np-cidr-egress'],
    },
    outside: {
      text: "the exception '{range}' is not a smaller range inside of {cidr}",
      help: 'leave it out, or write a part of {cidr}',
      cause: 'FieldValueInvalid',
      rows: ['np-except-not-subset'],
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
      if (isEmptyText(cidr)) report('required', cidr);
      const { value: text = '' } = cidr;
      if (text === '') continue;
      const range = parseCidr(text);
      if (range === undefined) {
        report(problemOf(text), cidr, { range: text });
        continue;
      }
      for (const except of block.get('except').items()) {
        const { value: exception = '' } = except;
        const inner = parseCidr(exception);
        if (inner === undefined) report(problemOf(exception), except, { range: exception });
        else if (!isStrictSubset(inner, range)) {
          report('outside', except, { range: exception, cidr: text });
        }
      }
    }
  },
});

function problemOf(text: string): 'length' | 'unreadable' {
  return parseIpSloppily(text) === undefined ? 'unreadable' : 'length';
}
