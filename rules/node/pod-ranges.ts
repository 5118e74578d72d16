import { addressRangeProblem, preferredRange } from '../../src/analysis/fields/addresses.ts';
import {
  requireFormat,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { podRanges } from '../../src/analysis/nodes/pod-ranges.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { networkOf, parseCidr } from '../../src/server/kubernetes/formats/cidr.ts';
import { minorsBefore, minorsWith, serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'node/pod-ranges',
  on: 'object',
  kinds: ['Node'],
  severity: 'error',
  summary: 'The addresses of the pods of a Node are one range, or one of IPv4 and one of IPv6.',
  details: `
\`spec.podCIDRs\` has the ranges of the addresses of the pods on the Node, which a controller assigns: one range, or two of
different IP families. The older \`spec.podCIDR\` is the first of them; if both differ, the server takes only \`podCIDR\`.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/node-v1/#NodeSpec',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['node-pod-range'] },
    duplicate: {
      ...VALUE_MESSAGES.duplicate,
      rows: ['node-pod-ranges'],
      range: minorsBefore('repeated-pod-ranges-of-one-family'),
      withoutExample: 'examples are checked for the newest minor',
    },
    form: {
      text: "'{range}' is not in canonical form",
      help: 'use {preferred}',
      severity: 'warning',
      cause: 'Warning',
      rows: ['node-pod-range-form'],
      range: minorsWith('ipv6-form-warnings'),
    },
    families: {
      text: 'a Node has at most one range of IPv4 and one of IPv6',
      help: 'keep one range of each IP family',
      cause: 'FieldValueInvalid',
      rows: ['node-pod-ranges'],
    },
    unreadable: {
      text: 'the server cannot compare the IP families of the ranges, because one is not valid',
      help: 'correct the ranges',
      cause: 'InternalError',
      rows: ['node-pod-ranges-unreadable'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          podCIDRs:
            - 10.244.1.0
            # ^^^^^^^^^^ expect: invalid
      `,
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          podCIDRs: ["FD00::/64"]
          #          ^^^^^^^^^^^ expect: form
      `,
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          podCIDRs: [10.244.1.0/24, 10.244.2.0/24] # expect: families
      `,
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          podCIDRs: # expect: unreadable, families
            - 10.244.1.0/24
            - fd00::1::/64 # expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          podCIDR: 10.244.1.0/24
          podCIDRs: [10.244.1.0/24, "fd00:10:244:1::/64"]
      `,
    ],
  },
  check({ root, server }, { report }) {
    const list = root.get('spec').get('podCIDRs');
    const ranges = podRanges(root.get('spec'));
    ranges.forEach((range, index) => {
      const path = `${list.path}[${index}]`;
      requireFormat(report, range, (text) => addressRangeProblem(text, server), { path });
      const preferred = preferredRange(range.value ?? '');
      if (preferred === undefined) return;
      report({ message: 'form', at: range, values: { range: range.value ?? '', preferred }, path });
    });
    if (!serverHas('repeated-pod-ranges-of-one-family', server.minor)) {
      requireUnique(report, ranges, ({ value }) => value, 'a range is given once');
    }
    if (ranges.length < 2) return;
    const parsed = ranges.map(({ value = '' }) => parseCidr(value));
    if (parsed.includes(undefined)) report({ message: 'unreadable', at: list });
    const families = new Set(parsed.map((range) => range && networkOf(range).address.bytes.length));
    if (parsed.includes(undefined) || families.size < 2 || ranges.length > 2) {
      report({ message: 'families', at: list });
    }
  },
});
