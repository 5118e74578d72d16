import { limitsOf } from '../../src/analysis/quota/limit-range-items.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'limit-range/claim-storage',
  on: 'object',
  kinds: ['LimitRange'],
  severity: 'error',
  summary: 'A limit of type PersistentVolumeClaim has a min or max of storage.',
  details: `
A PersistentVolumeClaim requests \`storage\`. A limit of that type without a \`min\` or \`max\` of \`storage\` would limit
nothing, so the API server refuses it. (It reports the error at the field \`limits\` of the limit, which does not exist.)
`,
  reference:
    'https://kubernetes.io/docs/tasks/administer-cluster/limit-storage-consumption/#limitrange-to-limit-requests-for-storage',
  messages: {
    required: {
      text: 'a limit of type PersistentVolumeClaim must have a min or max of storage',
      help: 'add storage to min or max, such as storage: 20Gi',
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
      report({ message: 'required', at: item.get('type'), path: `${item.path}.limits` });
    }
  },
});
