import { defineRule, yaml } from '../../src/rule/rule.ts';
import { PRESERVE_ZERO_SHARES } from '../../src/server/decode/defaults.ts';

export default defineRule({
  id: 'flow-control/zero-shares-annotation',
  on: 'object',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary:
    'A priority level in v1 does not have the annotation by which v1beta3 preserved zero shares.',
  details: `
In \`flowcontrol.apiserver.k8s.io/v1beta3\`, the API server replaced \`nominalConcurrencyShares: 0\` with 30, unless the object had
the annotation \`flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares\`. In v1, 0 is a valid value, and the API server
refuses the annotation with any value.

Remove the annotation.
`,
  reference:
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/#flowcontrol-resources-v132',
  messages: {
    forbidden: {
      text: 'the annotation {annotation} is not allowed in v1',
      help: 'remove the annotation: v1 preserves nominalConcurrencyShares: 0',
      cause: 'FieldValueForbidden',
      rows: ['plc-v1-zero-annotation-forbidden'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata:
          name: backups
          annotations:
            flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares: ""
          # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: forbidden
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 0
            limitResponse: { type: Reject }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: PriorityLevelConfiguration
        metadata: { name: backups }
        spec:
          type: Limited
          limited:
            nominalConcurrencyShares: 0
            limitResponse: { type: Reject }
      `,
    ],
  },
  check(resource, { report }) {
    if (resource.apiVersion !== 'flowcontrol.apiserver.k8s.io/v1') return;
    const annotations = resource.root.get('metadata').get('annotations');
    const found = annotations.entry(PRESERVE_ZERO_SHARES);
    if (found === undefined) return;
    report({
      message: 'forbidden',
      at: found,
      values: { annotation: PRESERVE_ZERO_SHARES },
      side: 'key',
      path: annotations.path,
    });
  },
});
