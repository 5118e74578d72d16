import { isCountedResource } from '../../src/analysis/quota/resource-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  parseQuantity,
  roundUpToMilli,
  signOfQuantity,
  toInt64,
} from '../../src/server/kubernetes/formats/quantity-value.ts';

export default defineRule({
  id: 'resource-quota/amounts',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary:
    'The amounts of a quota are not negative, and integers where objects or devices are counted.',
  details: `
The amounts of a quota must not be negative; 0 forbids the resource. For \`pods\`, \`services\`, \`secrets\` and other
counted objects, and for extended resources such as \`example.com/gpu\`, the amount must be an integer.

\`1k\` is 1000. \`500m\` is 0.5: the suffix \`m\` means thousandths, not millions.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    negative: {
      text: '{resource} is {amount}; it must not be negative',
      help: 'use 0 to forbid {resource}, or remove it for no limit',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-negative'],
      explainsInField: ['effect/quota'],
    },
    integer: {
      text: '{resource} is {amount}; it must be an integer',
      help: 'use an integer; the suffix m means thousandths, and M means millions',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-integer'],
      explainsInField: ['quantity/rounding'],
    },
    tooLarge: {
      text: '{resource} is {amount}, which is too large: the server counts in thousandths with 64 bits',
      help: 'use a smaller amount, or remove {resource} for no limit',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-integer'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            requests.cpu: -1
            #             ^^ expect: negative
            pods: 500m
            #     ^^^^ expect: integer
            services: 1Ei
            #         ^^^ expect: tooLarge
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            requests.cpu: 500m
            pods: 1k
            services.loadbalancers: 0
      `,
    ],
  },
  check(resource, { report }) {
    for (const { key, field } of resource.root.get('spec').get('hard').entries()) {
      if (field.value === undefined) continue;
      const amount = roundUpToMilli(parseQuantity(field.value));
      const values = { resource: key, amount: String(field.value) };
      if (signOfQuantity(amount) < 0) report({ message: 'negative', at: field, values });
      if (!isCountedResource(key) || toInt64(amount, 'thousandths') % 1000n === 0n) continue;
      const isWhole =
        amount.exponent >= 0 || amount.unscaled % 10n ** BigInt(-amount.exponent) === 0n;
      report({ message: isWhole ? 'tooLarge' : 'integer', at: field, values });
    }
  },
});
