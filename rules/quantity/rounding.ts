import {
  compareQuantities,
  parseQuantity,
  roundUpToMilli,
} from '../../src/kubernetes/formats/quantity-value.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { writtenQuantities } from './rounding/written-quantities.ts';

export default defineRule({
  id: 'quantity/rounding',
  kinds: ['LimitRange', 'ResourceQuota'],
  severity: 'info',
  summary: 'Amounts have digits, and none below a thousandth.',
  details: `
In a LimitRange and a ResourceQuota the server rounds amounts up to thousandths before it looks at them: \`1n\`, \`100u\` and
\`0.0001\` all become \`1m\`.

An amount without any digit, such as \`.\` or \`+\`, is not refused. It is zero.
`,
  reference: 'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/',
  messages: {
    finer: {
      text: '{value} is finer than a thousandth; the server rounds it up',
      help: 'write a whole number of thousandths, such as 1m',
      rows: ['lint-quantity-precision'],
    },
    noDigits: {
      text: "'{value}' has no digit; the server reads it as 0",
      help: 'write 0 if that is meant',
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
        report('noDigits', field, { value });
      const amount = parseQuantity(value);
      if (compareQuantities(amount, roundUpToMilli(amount)) !== 0) {
        report('finer', field, { value });
      }
    }
  },
});
