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
  kinds: KINDS_WITH_LABEL_SELECTORS,
  severity: 'error',
  summary: 'Selectors name labels that an object can have.',
  details: `
A selector compares labels, so its keys and values have the form of a label's. A key is up to 63 letters, digits, dashes,
underscores and dots that begin and end with a letter or digit, optionally after a DNS name (lower case) and a slash:
\`app.kubernetes.io/name\`. A value has the same form without the prefix, or is empty.

There are no patterns: \`app: web-*\` is refused. To select any value of a key, use \`operator: Exists\`; to select several, \`In\`.

The server gives paths of \`matchLabels\` without the key.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set',
  messages: {
    key: {
      text: "'{text}' is no key of a label: {problem}",
      help: 'write a key such as app or app.kubernetes.io/name',
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
      text: "'{text}' is no value of a label: {problem}",
      help: 'there are no patterns; see operator: Exists and In in matchExpressions',
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
        report(side, field, { text, problem }, { side, path: labels.path });
      }
      for (const { expression, path } of selectorExpressions(resource, selector)) {
        const key = expression.get('key');
        const text = key.value ?? '';
        const problem = key.pruned ? undefined : labelKeyProblem(text);
        if (problem !== undefined) report('key', key, { text, problem }, { path: `${path}.key` });
        for (const [index, field] of expression.get('values').items().entries()) {
          const value = field.value ?? '';
          const fault = labelValueProblem(value);
          if (fault !== undefined) {
            const values = { text: value, problem: fault };
            report('value', field, values, { path: `${path}.values[${index}]` });
          }
        }
      }
    }
  },
});
