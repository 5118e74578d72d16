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
  kinds: KINDS_WITH_LABEL_SELECTORS,
  severity: 'error',
  summary: 'Expressions of selectors have an operator, and values where it compares values.',
  details: `
An expression of a selector is about one label. \`In\` and \`NotIn\` compare it with \`values\` and need at least one;
\`Exists\` and \`DoesNotExist\` only ask whether it is there and take none. There are no other operators, and they are
spelt exactly so.

\`NotIn\` and \`DoesNotExist\` also select objects that do not have the label.
`,
  reference:
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements',
  messages: {
    missing: {
      text: 'the expression has no operator',
      help: 'add In, NotIn, Exists or DoesNotExist',
      cause: 'FieldValueInvalid',
      rows: ['sel-operator', 'selector-operator-invalid', 'pdb-v1beta1-label-stripped'],
    },
    unknown: {
      text: "there is no operator '{operator}'",
      help: 'write {suggestion}',
      cause: 'FieldValueInvalid',
      rows: ['sel-operator', 'selector-operator-invalid', 'pdb-v1beta1-label-stripped'],
    },
    valuesRequired: {
      text: 'the operator {operator} has no values to compare with',
      help: 'add values, or use {alternative} to ask for the label alone',
      cause: 'FieldValueRequired',
      rows: ['sel-values-required', 'selector-values-required'],
    },
    valuesForbidden: {
      text: 'the operator {operator} takes no values; it asks for the label alone',
      help: 'leave values out, or use {alternative}',
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
          report('valuesRequired', values, { operator, alternative }, { path: `${path}.values` });
        } else if (WITHOUT_VALUES.includes(operator)) {
          if ((values.value ?? []).length === 0) continue;
          const alternative = operator === 'Exists' ? 'In' : 'NotIn';
          report('valuesForbidden', values, { operator, alternative }, { path: `${path}.values` });
        } else if (operator !== '') {
          const suggestion = spelling(operator);
          report('unknown', field, { operator, suggestion }, { path: `${path}.operator` });
        } else if (!field.pruned) {
          report('missing', field, {}, { path: `${path}.operator` });
        }
      }
    }
  },
});

/** What people write for operators elsewhere, in lower case. */
const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '=': 'In',
    '==': 'In',
    equals: 'In',
    equal: 'In',
    '!=': 'NotIn',
    notequals: 'NotIn',
    notequal: 'NotIn',
    exist: 'Exists',
    doesnotexists: 'DoesNotExist',
    notexists: 'DoesNotExist',
    notexist: 'DoesNotExist',
  }),
);

function spelling(operator: string): string {
  const plain = operator.toLowerCase().replace(/[-_ ]/g, '');
  const known = [...WITH_VALUES, ...WITHOUT_VALUES].find((name) => name.toLowerCase() === plain);
  if (known !== undefined) return known;
  return MEANT.get(plain) ?? 'In, NotIn, Exists or DoesNotExist';
}
