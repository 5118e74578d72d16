import { CONFLICTING_SCOPES } from '../../src/analysis/quota/quota-scopes.ts';
import type { ScopedResourceSelectorRequirement } from '../../src/kubernetes/types.generated.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/impossible-scopes',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'Something can be in all scopes of a quota, those of both lists.',
  details: `
A quota counts what is in all of its scopes, those of \`scopes\` and those of \`scopeSelector\`. The API server refuses
scopes that exclude each other within one of the two lists and does not compare them across. It does not
look at the values of a selector at all: a class that is asked for \`In\` and \`NotIn\`, or in two lists of values with
none in common, is accepted.

Such a quota counts nothing and limits nothing. For limits on each, write two quotas.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes',
  messages: {
    across: {
      text: 'nothing is {scope} and {other}, which spec.scopes asks for, so the quota counts nothing',
      help: 'leave one of the two out',
      rows: ['lint-rq-scope-none-matching'],
    },
    values: {
      text: 'no {scope} meets this and the expressions before it, so the quota counts nothing',
      help: 'leave one of them out',
      rows: ['lint-rq-scope-none-matching'],
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
          scopes: [Terminating]
          scopeSelector:
            matchExpressions:
              - scopeName: NotTerminating
                #          ^^^^^^^^^^^^^^ expect: across
                operator: Exists
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
          scopeSelector:
            matchExpressions:
              - { scopeName: PriorityClass, operator: In, values: [low] }
              - { scopeName: PriorityClass, operator: NotIn, values: [low] }
              # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: values
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
          scopes: [Terminating]
          scopeSelector:
            matchExpressions:
              - { scopeName: PriorityClass, operator: In, values: [low, high] }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const plain = new Set(spec.get('scopes').value ?? []);
    const expressions = spec.get('scopeSelector').get('matchExpressions').items();
    for (const expression of expressions) {
      const scopeName = expression.get('scopeName');
      const scope = scopeName.value ?? '';
      const pair = CONFLICTING_SCOPES.find((scopes) => scopes.includes(scope));
      const other = pair?.find((one) => one !== scope);
      if (other !== undefined && plain.has(other)) report('across', scopeName, { scope, other });
    }
    const states = new Map<string, ClassDemands>();
    for (const expression of expressions) {
      const scope = expression.get('scopeName').value ?? '';
      const demands = states.get(scope) ?? noDemands(plain.has(scope));
      states.set(scope, demands);
      addDemand(demands, expression);
      if (!isPossible(demands)) {
        report('values', expression, { scope });
        return;
      }
    }
  },
});

/** What is asked of the class of a pod or claim, which may have none. */
interface ClassDemands {
  /** The classes that are left; undefined for any. */
  allowed: ReadonlySet<string> | undefined;
  readonly forbidden: Set<string>;
  hasClass: boolean;
  hasNone: boolean;
}

function noDemands(hasClass: boolean): ClassDemands {
  return { allowed: undefined, forbidden: new Set(), hasClass, hasNone: false };
}

function addDemand(
  demands: ClassDemands,
  expression: Field<ScopedResourceSelectorRequirement>,
): void {
  const values = expression.get('values').value ?? [];
  const { allowed, forbidden } = demands;
  const { value: operator } = expression.get('operator');
  if (operator === 'Exists') demands.hasClass = true;
  else if (operator === 'DoesNotExist') demands.hasNone = true;
  else if (operator === 'NotIn') for (const value of values) forbidden.add(value);
  // Without values it is refused.
  else if (operator === 'In' && values.length > 0) {
    demands.hasClass = true;
    demands.allowed = new Set(values.filter((value) => allowed?.has(value) ?? true));
  }
}

function isPossible({ allowed, forbidden, hasClass, hasNone }: ClassDemands): boolean {
  if (hasClass && hasNone) return false;
  return allowed === undefined || [...allowed].some((value) => !forbidden.has(value));
}
