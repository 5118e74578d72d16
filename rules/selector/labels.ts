import {
  KINDS_WITH_LABEL_SELECTORS,
  labelSelectors,
  selectorExpressions,
} from '../../src/analysis/metadata/label-selector.ts';
import {
  labelFaults,
  labelKeyProblem,
  labelValueProblem,
} from '../../src/analysis/metadata/labels.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'selector/labels',
  on: 'object',
  kinds: KINDS_WITH_LABEL_SELECTORS,
  severity: 'error',
  summary: 'Label selectors have valid label keys and values.',
  details: `
A selector compares labels, so its keys and values must be valid label keys and values. A key consists of up to 63
letters, digits, dashes, underscores and dots, and starts and ends with a letter or digit. It can have a prefix: a
lowercase DNS name and a slash, as in \`app.kubernetes.io/name\`. A value has the same form without the prefix, or is empty.

Patterns are not supported: \`app: web-*\` is refused. To select any value of a key, use \`operator: Exists\`; to select
several values, use \`operator: In\`.

The server reports paths in \`matchLabels\` without the key.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set',
  messages: {
    key: {
      text: "'{text}' is not a valid label key: {problem}",
      help: 'use a key such as app or app.kubernetes.io/name',
      cause: 'FieldValueInvalid',
      rows: [
        'sel-match-labels-key',
        'sel-key',
        'selector-match-labels-key',
        'selector-key-invalid',
        'np-selector-pod',
        'pdb-selector',
      ],
    },
    value: {
      text: "'{text}' is not a valid label value: {problem}",
      help: 'use a value that a label can have; for any of several values use matchExpressions with operator: In or Exists',
      cause: 'FieldValueInvalid',
      rows: [
        'sel-match-labels-value',
        'sel-values-label',
        'selector-match-labels-value',
        'selector-value-invalid',
      ],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector:
            matchLabels:
              app: web-*
              #    ^^^^^ expect: value
              App Name: web
            # ^^^^^^^^ expect: key
            matchExpressions:
              - key: tier/
                #    ^^^^^ expect: key
                operator: In
                values: [front, "back end"]
                #               ^^^^^^^^^^ expect: value
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector:
            matchLabels:
              app.kubernetes.io/name: web
            matchExpressions:
              - { key: tier, operator: In, values: [front, "", back_end] }
      `,
    ],
  },
  check(resource, { report }) {
    for (const selector of labelSelectors(resource)) {
      const labels = selector.get('matchLabels');
      for (const { field, side, text, problem } of labelFaults(labels)) {
        report({ message: side, at: field, values: { text, problem }, side, path: labels.path });
      }
      for (const { expression, path } of selectorExpressions(resource, selector)) {
        const key = expression.get('key');
        const text = key.value ?? '';
        const problem = key.pruned ? undefined : labelKeyProblem(text);
        if (problem !== undefined)
          report({ message: 'key', at: key, values: { text, problem }, path: `${path}.key` });
        for (const [index, field] of expression.itemsOf('values').entries()) {
          const value = field.value ?? '';
          const fault = labelValueProblem(value);
          if (fault !== undefined) {
            const values = { text: value, problem: fault };
            report({ message: 'value', at: field, values, path: `${path}.values[${index}]` });
          }
        }
      }
    }
  },
});
