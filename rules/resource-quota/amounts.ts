import { isCountedResource } from '../../src/analysis/quota/resource-names.ts';
import {
  parseQuantity,
  roundUpToMilli,
  signOfQuantity,
  toInt64,
} from '../../src/kubernetes/formats/quantity-value.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/amounts',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary:
    'Amounts in hard are not negative, and whole numbers where objects or devices are counted.',
  details: `
A quota of 0 forbids something; less than that means nothing, so the API server refuses it. \`pods\`,
\`services\`, \`secrets\` and the like are counted, and so are extended resources such as \`example.com/gpu\`: their
amounts must be whole numbers.

\`1k\` is 1000 and fine. \`500m\` is a half: suffix \`m\` means thousandths, not millions.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    negative: {
      text: 'the amount of {resource} is {amount}; it must not be negative',
      help: 'write 0 to forbid it altogether, or leave it out for no limit',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-negative'],
    },
    integer: {
      text: 'the amount of {resource} is {amount}; it must be a whole number',
      help: 'm means thousandths; M is a million',
      cause: 'FieldValueInvalid',
      rows: ['rq-hard-integer'],
    },
    tooLarge: {
      text: 'the amount of {resource} is {amount}, more than the server can count with',
      help: 'leave it out for no limit',
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
      if (signOfQuantity(amount) < 0) report('negative', field, values);
      if (!isCountedResource(key) || toInt64(amount, 'thousandths') % 1000n === 0n) continue;
      const isWhole =
        amount.exponent >= 0 || amount.unscaled % 10n ** BigInt(-amount.exponent) === 0n;
      report(isWhole ? 'tooLarge' : 'integer', field, values);
    }
  },
});
