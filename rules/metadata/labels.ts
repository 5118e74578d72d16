import { labelFaults } from '../../src/analysis/metadata/labels.ts';
import { NAMESPACE_NAME_LABEL } from '../../src/analysis/requests/namespace-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/labels',
  on: 'metadata',
  severity: 'error',
  summary: 'Labels have valid keys and values.',
  details: `
A label key consists of up to 63 letters, digits, dashes, underscores and dots, and starts and ends with a
letter or digit. It can have a prefix: a lowercase DNS name and a slash, as in \`app.kubernetes.io/name\`. A label
value has the same form without the prefix, or is empty.

Strings with spaces, slashes, colons or at signs, such as URLs, email addresses and image names, belong in
annotations, whose values can be any string.

The server reports the path \`metadata.labels\` without the key.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set',
  messages: {
    key: {
      text: "'{text}' is not a valid label key: {problem}",
      help: 'use a key such as team or example.com/team',
      cause: 'FieldValueInvalid',
      rows: [
        'meta-label-key',
        'meta-label-key-prefix',
        'crd-meta-label-key',
        'qn-name-empty',
        'qn-name-length',
        'qn-name-format',
        'qn-prefix-empty',
        'qn-prefix-format',
        'qn-prefix-length',
        'qn-two-slashes',
      ],
      step: 'metadata',
    },
    value: {
      text: "'{text}' is not a valid label value: {problem}",
      help: 'change the value, or move it to an annotation, which can have any value',
      cause: 'FieldValueInvalid',
      rows: [
        'meta-label-value',
        'meta-label-value-length',
        'crd-meta-label-value',
        'kind-bad-label',
        'order-metadata-and-spec',
        'value-rendering-quotes',
        'value-rendering-plain',
        'yaml-escape-control',
      ],
      step: 'metadata',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          labels:
            team: payments & billing
            #     ^^^^^^^^^^^^^^^^^^ expect: value
            Example.com/tier: gold
          # ^^^^^^^^^^^^^^^^ expect: key
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          labels:
            team: payments_and_billing
            example.com/tier: ""
          annotations:
            contact: payments & billing <pay@example.com>
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    const metadata = resource.root.get('metadata');
    const labels = metadata.get('labels');
    for (const { field, side, text, problem } of labelFaults(labels)) {
      report({
        message: side,
        at: field,
        values: { text, problem },
        side,
        path: labels.path,
        // The server labels a Namespace with its name.
        dependsOn: field.segment === NAMESPACE_NAME_LABEL ? ['metadata.name'] : [],
      });
    }
  },
});
