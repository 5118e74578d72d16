import { isExistsOnly } from '../../src/analysis/quota/quota-scopes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Each operator, and whether it requires values; the others do not allow any. */
const OPERATORS: ReadonlyMap<string, boolean> = new Map([
  ['In', true],
  ['NotIn', true],
  ['Exists', false],
  ['DoesNotExist', false],
]);

export default defineRule({
  id: 'resource-quota/scope-selector',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary:
    'The expressions of a scopeSelector have an operator for their scope, and the values that it requires.',
  details: `
The scopes \`PriorityClass\` and \`VolumeAttributesClass\` have values: the names of classes. \`In\` and \`NotIn\` require at
least one value, \`Exists\` and \`DoesNotExist\` do not allow any. All other scopes have no values, and their only
operator is \`Exists\`. For these scopes, \`scopes\` is shorter.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/resource-quotas/#resource-quota-per-priorityclass',
  messages: {
    unknown: {
      text: "unknown operator '{operator}'",
      help: 'use In, NotIn, Exists or DoesNotExist',
      cause: 'FieldValueInvalid',
      rows: ['rq-selector-operator-invalid'],
    },
    missing: {
      text: 'operator is required',
      help: 'add operator: In, NotIn, Exists or DoesNotExist',
      cause: 'FieldValueInvalid',
      rows: ['rq-selector-operator-invalid'],
    },
    existsOnly: {
      text: 'the scope {scope} has no values, so its operator must be Exists',
      help: 'use operator: Exists without values, or move {scope} to spec.scopes',
      cause: 'FieldValueInvalid',
      rows: ['rq-selector-operator-exists'],
    },
    valuesRequired: {
      text: 'values must have at least one item with the operator {operator}',
      help: 'add values, or use operator: Exists',
      cause: 'FieldValueRequired',
      rows: ['rq-selector-values-required'],
    },
    valuesForbidden: {
      text: 'values are not allowed with the operator {operator}',
      help: 'remove values, or use operator: In',
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

      const { value: name = '' } = operator;
      const operatorAt = { path: `${expressions.path}.operator` };
      const valuesAt = { path: `${expressions.path}.values` };
      const requiresValues = OPERATORS.get(name);
      const hasValues = values.items().length > 0;
      if (isExistsOnly(scope, minor) && name !== 'Exists' && name !== '') {
        report({ message: 'existsOnly', at: operator, values: { scope }, ...operatorAt });
      }
      if (name === '') report({ message: 'missing', at: operator, ...operatorAt });
      else if (requiresValues === undefined) {
        report({ message: 'unknown', at: operator, values: { operator: name }, ...operatorAt });
      } else if (requiresValues && !hasValues) {
        report({ message: 'valuesRequired', at: values, values: { operator: name }, ...valuesAt });
      } else if (!requiresValues && hasValues) {
        report({ message: 'valuesForbidden', at: values, values: { operator: name }, ...valuesAt });
      }
    }
  },
});
