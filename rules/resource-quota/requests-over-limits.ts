import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  compareQuantities,
  parseQuantity,
  roundUpToMilli,
} from '../../src/server/kubernetes/formats/quantity-value.ts';
import { minorsBefore, minorsWith } from '../../src/server/kubernetes/server-changes.ts';

/** The resources that the server compares. It also reads limits.storage, which a quota cannot have. */
const COMPARED: readonly { readonly name: string; readonly isShort: boolean }[] = [
  { name: 'cpu', isShort: true },
  { name: 'memory', isShort: true },
  { name: 'ephemeral-storage', isShort: false },
];

export default defineRule({
  id: 'resource-quota/requests-over-limits',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'The requests that a quota allows do not exceed its limits.',
  details: `
The request of a container never exceeds its limit. So when \`limits.cpu\` is used up, the rest of a larger
\`requests.cpu\` cannot be used. Since 1.35, the API server warns of it when the quota is created. It compares \`cpu\` and
\`memory\`, with and without the prefix \`requests.\`, and \`ephemeral-storage\`.

Usually the two amounts were swapped.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    larger: {
      text: '{request} {requested} is more than {limit} {limited}, so it can never be used completely',
      help: 'raise {limit}, or swap the two amounts',
      cause: 'Warning',
      rows: ['rq-warn-requests-over-limits'],
      range: minorsWith('requests-over-limits-warnings'),
    },
    // Older servers do not warn.
    withoutServerWarning: {
      text: '{request} {requested} is more than {limit} {limited}, so it can never be used completely',
      help: 'raise {limit}, or swap the two amounts',
      rows: ['lint-rq-requests-over-limits'],
      range: minorsBefore('requests-over-limits-warnings'),
      withoutExample: 'examples are checked for the newest minor',
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
            requests.cpu: 8
            #             ^ expect: larger
            limits.cpu: 4
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            requests.cpu: 4
            limits.cpu: 8
      `,
    ],
  },
  check(resource, { report }) {
    const hard = resource.root.get('spec').get('hard');
    for (const { name, isShort } of COMPARED) {
      const long = `requests.${name}`;
      const request = hard.entry(long) !== undefined || !isShort ? long : name;
      const limit = `limits.${name}`;
      const requested = hard.entry(request);
      const limited = hard.entry(limit);
      if (requested?.value === undefined || limited?.value === undefined) continue;
      const order = compareQuantities(
        roundUpToMilli(parseQuantity(requested.value)),
        roundUpToMilli(parseQuantity(limited.value)),
      );
      if (order <= 0) continue;
      const values = {
        request,
        requested: String(requested.value),
        limit,
        limited: String(limited.value),
      };
      for (const id of ['larger', 'withoutServerWarning'] as const) {
        report({ message: id, at: requested, values, path: 'spec.hard' });
      }
    }
  },
});
