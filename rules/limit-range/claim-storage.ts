import { limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/claim-storage',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'A limit of type PersistentVolumeClaim has a min or max of storage.',
  details: `
What a PersistentVolumeClaim asks for is \`storage\`, so a limit of that type without a \`min\` or \`max\` of it would
limit nothing, and the API server refuses it. (It reports this at \`limits\` inside of the limit, a field that
does not exist.)
`,
  reference:
    'https://kubernetes.io/docs/tasks/administer-cluster/limit-storage-consumption/#limitrange-to-limit-requests-for-storage',
  messages: {
    required: {
      text: 'the limit of PersistentVolumeClaims has neither a min nor a max of storage',
      help: 'add the resource storage to max or min, such as storage: 20Gi',
      cause: 'FieldValueRequired',
      rows: ['lr-pvc-storage-required'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: PersistentVolumeClaim
              #     ^^^^^^^^^^^^^^^^^^^^^ expect: required
              default: { storage: 1Gi }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: LimitRange
        metadata: { name: limits, namespace: shop }
        spec:
          limits:
            - type: PersistentVolumeClaim
              max: { storage: 20Gi }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { item, type, min, max } of limitsOf(resource)) {
      if (type !== 'PersistentVolumeClaim' || min.has('storage') || max.has('storage')) continue;
      report('required', item.get('type'), {}, { path: `${item.path}.limits` });
    }
  },
});
