import { isExistsOnly } from '../../src/analysis/quota/quota-scopes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Each operator, and whether it compares with values. */
const OPERATORS: ReadonlyMap<string, boolean> = new Map(
  Object.entries({
    In: true,
    NotIn: true,
    Exists: false,
    DoesNotExist: false,
  }),
);

export default defineRule({
  id: 'resource-quota/scope-selector',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary:
    'An expression of a scopeSelector has an operator that its scope allows, and values where that needs them.',
  details: `
The scopes \`PriorityClass\` and \`VolumeAttributesClass\` have values, the names of classes: with \`In\` and \`NotIn\`
there must be some, with \`Exists\` and \`DoesNotExist\` none. The other scopes are either there or not, and the
only operator for them is \`Exists\`; for those \`scopes\` is the shorter way.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/resource-quotas/#resource-quota-per-priorityclass',
  messages: {
    unknown: {
      text: "there is no operator '{operator}'; there are In, NotIn, Exists and DoesNotExist",
      cause: 'FieldValueInvalid',
      rows: ['rq-selector-operator-invalid'],
    },
    missing: {
      text: 'the expression has no operator; it is In, NotIn, Exists or DoesNotExist',
      cause: 'FieldValueInvalid',
      rows: ['rq-selector-operator-invalid'],
    },
    existsOnly: {
      text: 'the scope {scope} has no values, so its operator must be Exists',
      help: 'write operator: Exists without values, or put {scope} into scopes',
      cause: 'FieldValueInvalid',
      rows: ['rq-selector-operator-exists'],
    },
    valuesRequired: {
      text: 'the operator {operator} needs values to compare with, and there are none',
      help: 'add values, or write operator: Exists',
      cause: 'FieldValueRequired',
      rows: ['rq-selector-values-required'],
    },
    valuesForbidden: {
      text: 'the operator {operator} takes no values',
      help: 'leave values out, or write operator: In',
      cause: 'FieldValueInvalid',
      rows: ['rq-selector-values-forbidden'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
          scopeSelector:
            matchExpressions:
              - { scopeName: PriorityClass, operator: Equals, values: [low] }
              #                                       ^^^^^^ expect: unknown
              - scopeName: PriorityClass # expect: missing
              - { scopeName: BestEffort, operator: DoesNotExist }
              #                                    ^^^^^^^^^^^^ expect: existsOnly
              - scopeName: PriorityClass # expect: valuesRequired
                operator: In
              - { scopeName: PriorityClass, operator: Exists, values: [low] }
              #                                                       ^^^^^ expect: valuesForbidden
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
          scopeSelector:
            matchExpressions:
              - { scopeName: PriorityClass, operator: In, values: [low] }
              - { scopeName: NotTerminating, operator: Exists }
      `,
    ],
  },
  check(resource, { report, minor }) {
    const expressions = resource.root.get('spec').get('scopeSelector').get('matchExpressions');
    for (const expression of expressions.items()) {
      const operator = expression.get('operator');
      const scope = expression.get('scopeName').value ?? '';
      const values = expression.get('values');
      if (expression.pruned || operator.pruned || values.pruned) continue;

      const { value: text = '' } = operator;
      const operatorAt = { path: `${expressions.path}.operator` };
      const valuesAt = { path: `${expressions.path}.values` };
      const takesValues = OPERATORS.get(text);
      const hasValues = values.items().length > 0;
      if (isExistsOnly(scope, minor) && text !== 'Exists' && text !== '') {
        report('existsOnly', operator, { scope }, operatorAt);
      }
      if (text === '') report('missing', operator, {}, operatorAt);
      else if (takesValues === undefined)
        report('unknown', operator, { operator: text }, operatorAt);
      else if (takesValues && !hasValues)
        report('valuesRequired', values, { operator: text }, valuesAt);
      else if (!takesValues && hasValues)
        report('valuesForbidden', values, { operator: text }, valuesAt);
    }
  },
});
