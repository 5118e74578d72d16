import { defineRule, yaml } from '../../src/rule/rule.ts';

const ANNOTATION = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

export default defineRule({
  id: 'flow-control/zero-shares-annotation',
  kinds: ['PriorityLevelConfiguration'],
  severity: 'error',
  summary: 'A priority level of v1 does not have the annotation by which v1beta3 kept zero shares.',
  details: `
In \`flowcontrol.apiserver.k8s.io/v1beta3\` a \`nominalConcurrencyShares\` of 0 counted as not written and became
30, unless the annotation \`flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares\` was there. In v1 a 0
is a 0, and the API server refuses the annotation whatever its value.

Leave the annotation out.
`,
  reference:
    'https://kubernetes.io/docs/reference/using-api/deprecation-guide/#flowcontrol-resources-v132',
  messages: {
    forbidden: {
      text: 'the annotation {annotation} belongs to v1beta3 and is refused in v1',
      help: 'leave it out: in v1 a nominalConcurrencyShares of 0 stays 0',
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
    const found = annotations.entries().find(({ key }) => key === ANNOTATION);
    if (found === undefined) return;
    report(
      'forbidden',
      found.field,
      { annotation: ANNOTATION },
      { side: 'key', path: annotations.path },
    );
  },
});
