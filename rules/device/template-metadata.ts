import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { checkTemplateMetadata } from '../../src/analysis/metadata/template-metadata.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'device/template-metadata',
  on: 'object',
  kinds: ['ResourceClaimTemplate'],
  severity: 'error',
  summary: 'The metadata of a template of claims has only labels and annotations, which are valid.',
  details: `
A claim that is made of a ResourceClaimTemplate gets the labels and annotations in \`spec.metadata\`. It gets its name from the pod
that it is for, so the metadata have nothing else.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/resource/resource-claim-template-v1/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['device-template-label'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['device-template-name'] },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      withoutExample: 'the annotations of the example would be larger than 256 KiB',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: { name: gpu }
        spec:
          metadata:
            name: gpu # expect: forbidden
            labels:
              app: the shop
              #    ^^^^^^^^ expect: invalid
          spec:
            devices:
              requests:
                - name: gpu
                  exactly: { deviceClassName: gpu.example.com }
      `,
    ],
    good: [
      yaml`
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: { name: gpu }
        spec:
          metadata:
            labels: { app: shop }
          spec:
            devices:
              requests:
                - name: gpu
                  exactly: { deviceClassName: gpu.example.com }
      `,
    ],
  },
  check({ root }, { report }) {
    checkTemplateMetadata(report, root.get('spec').get('metadata'));
  },
});
