import { isEmptyList } from '../../src/analysis/emptiness.ts';
import {
  KINDS_WITH_LABEL_SELECTORS,
  labelSelectors,
  selectorExpressions,
} from '../../src/analysis/metadata/label-selector.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const WITH_VALUES: readonly string[] = ['In', 'NotIn'];
const WITHOUT_VALUES: readonly string[] = ['Exists', 'DoesNotExist'];

export default defineRule({
  id: 'selector/operators',
  on: 'object',
  kinds: KINDS_WITH_LABEL_SELECTORS,
  severity: 'error',
  summary:
    'Expressions of label selectors have an operator, and values only where it compares values.',
  details: `
An expression of a label selector tests one label. \`In\` and \`NotIn\` compare its value with \`values\`, which must
have at least one item. \`Exists\` and \`DoesNotExist\` test only whether the label is present, and do not allow
\`values\`. There are no other operators, and their names are case-sensitive.

\`NotIn\` and \`DoesNotExist\` also select objects without the label.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements',
  messages: {
    missing: {
      text: 'operator is required',
      help: 'add operator: In, NotIn, Exists or DoesNotExist',
      cause: 'FieldValueInvalid',
      rows: ['sel-operator', 'selector-operator-invalid', 'pdb-v1beta1-label-stripped'],
    },
    unknown: {
      text: "unknown operator '{operator}'",
      help: 'use {suggestion}',
      cause: 'FieldValueInvalid',
      rows: ['sel-operator', 'selector-operator-invalid', 'pdb-v1beta1-label-stripped'],
    },
    valuesRequired: {
      text: 'values must have at least one item with the operator {operator}',
      help: 'add values, or use {alternative} to test only whether the label is present',
      cause: 'FieldValueRequired',
      rows: ['sel-values-required', 'selector-values-required'],
    },
    valuesForbidden: {
      text: 'values are not allowed with the operator {operator}, which tests only whether the label is present',
      help: 'remove values, or use {alternative}',
      cause: 'FieldValueForbidden',
      rows: ['sel-values-forbidden', 'selector-values-forbidden'],
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
            matchExpressions:
              - { key: app, operator: in, values: [web] }
              #                       ^^ expect: unknown
              - key: app
              # ^^^ expect: missing
                values: [web]
              - { key: tier, operator: In, values: [] }
              #                                    ^^ expect: valuesRequired
              - { key: tier, operator: Exists, values: [front] }
              #                                        ^^^^^^^ expect: valuesForbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector:
            matchExpressions:
              - { key: app, operator: NotIn, values: [web, api] }
              - { key: tier, operator: Exists }
      `,
    ],
  },
  check(resource, { report }) {
    for (const selector of labelSelectors(resource)) {
      for (const { expression, path } of selectorExpressions(resource, selector)) {
        const field = expression.get('operator');
        const values = expression.get('values');
        const operator = field.value ?? '';
        if (WITH_VALUES.includes(operator)) {
          if (!isEmptyList(values)) continue;
          const alternative = operator === 'In' ? 'Exists' : 'DoesNotExist';
          report({
            message: 'valuesRequired',
            at: values,
            values: { operator, alternative },
            path: `${path}.values`,
          });
        } else if (WITHOUT_VALUES.includes(operator)) {
          if ((values.value ?? []).length === 0) continue;
          const alternative = operator === 'Exists' ? 'In' : 'NotIn';
          report({
            message: 'valuesForbidden',
            at: values,
            values: { operator, alternative },
            path: `${path}.values`,
          });
        } else if (operator !== '') {
          const suggestion = suggestOperator(operator);
          report({
            message: 'unknown',
            at: field,
            values: { operator, suggestion },
            path: `${path}.operator`,
          });
        } else if (!field.pruned) {
          report({ message: 'missing', at: field, path: `${path}.operator` });
        }
      }
    }
  },
});

/** Names of the operators elsewhere and common mistakes, in lowercase. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['=', 'In'],
  ['==', 'In'],
  ['equals', 'In'],
  ['equal', 'In'],
  ['!=', 'NotIn'],
  ['notequals', 'NotIn'],
  ['notequal', 'NotIn'],
  ['exist', 'Exists'],
  ['doesnotexists', 'DoesNotExist'],
  ['notexists', 'DoesNotExist'],
  ['notexist', 'DoesNotExist'],
]);

/** The most likely operator, or all of them. */
function suggestOperator(operator: string): string {
  const plain = operator.toLowerCase().replace(/[-_ ]/g, '');
  const known = [...WITH_VALUES, ...WITHOUT_VALUES].find((name) => name.toLowerCase() === plain);
  return known ?? ALIASES.get(plain) ?? 'In, NotIn, Exists or DoesNotExist';
}
