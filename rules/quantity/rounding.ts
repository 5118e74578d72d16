import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  compareQuantities,
  parseQuantity,
  roundUpToMilli,
} from '../../src/server/kubernetes/formats/quantity-value.ts';
import { writtenQuantities } from './rounding/written-quantities.ts';

export default defineRule({
  id: 'quantity/rounding',
  on: 'object',
  kinds: ['LimitRange', 'ResourceQuota'],
  severity: 'info',
  summary: 'Quantities have digits, and are multiples of a thousandth.',
  details: `
The server rounds the quantities of a LimitRange and a ResourceQuota up to thousandths before it compares them: \`1n\`,
\`100u\` and \`0.0001\` all become \`1m\`.

The server accepts a quantity without digits, such as \`.\` or \`+\`, and reads it as 0.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/',
  messages: {
    finer: {
      text: 'the server rounds {value} up to the next thousandth',
      help: 'use a multiple of a thousandth, such as 1m',
      rows: ['lint-quantity-precision'],
    },
    noDigits: {
      text: "'{value}' has no digits, so the server reads it as 0",
      help: 'write 0, or the quantity that is meant',
      severity: 'warning',
      rows: ['lint-quantity-dot'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          hard:
            limits.cpu: 100u
            #           ^^^^ expect: finer
            requests.cpu: "."
            #             ^^^ expect: noDigits
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          hard:
            limits.cpu: 1500m
            requests.memory: 1.5Gi
      `,
    ],
  },
  check(resource, { report }) {
    for (const field of writtenQuantities(resource)) {
      const { value } = field;
      if (value === undefined) continue;
      if (!/\d/.test(String(value).replace(/[eE][-+]?\d+$/, '')))
        report({ message: 'noDigits', at: field, values: { value } });
      const amount = parseQuantity(value);
      if (compareQuantities(amount, roundUpToMilli(amount)) !== 0) {
        report({ message: 'finer', at: field, values: { value } });
      }
    }
  },
});
