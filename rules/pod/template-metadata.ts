import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { checkLabelsAndAnnotations } from '../../src/analysis/metadata/template-metadata.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/template-metadata',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The labels and annotations of a pod template are valid.',
  details: `
The pods of a workload get the labels and annotations of its template, so they have the form of those of a Pod: keys such as
\`app\` or \`example.com/app\`, and values of labels with at most 63 letters, digits, dashes, underscores and dots. Annotations have
any values, of at most 256 KiB together.

The server reports paths without \`metadata\` and without the key.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['pod-template-metadata-invalid'] },
    tooLong: {
      ...VALUE_MESSAGES.tooLong,
      withoutExample: 'the annotations of the example would be larger than 256 KiB',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: PodTemplate
        metadata: { name: shop }
        template:
          metadata:
            labels:
              app: the shop
              #    ^^^^^^^^ expect: invalid
            annotations:
              cost center: "4711"
              #            ^^^^^^ expect: invalid
          spec:
            containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: PodTemplate
        metadata: { name: shop }
        template:
          metadata:
            labels: { app.kubernetes.io/name: shop }
            annotations: { example.com/cost-center: "4711" }
          spec:
            containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report }) {
    const { metadata, isTemplate, pod } = podOf(resource);
    if (isTemplate) checkLabelsAndAnnotations(report, metadata, pod.path);
  },
});
