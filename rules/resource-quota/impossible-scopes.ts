import { CONFLICTING_SCOPES } from '../../src/analysis/quota/quota-scopes.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { ScopedResourceSelectorRequirement } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'resource-quota/impossible-scopes',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'The scopes and the scopeSelector of a quota do not exclude each other.',
  details: `
A quota counts objects that are in all its scopes: those of \`scopes\` and those of \`scopeSelector\`. The API server
refuses scopes that exclude each other if they are in the same list, but does not compare the two lists. It also does
not compare the values of a selector: it accepts a class that must be both \`In\` and \`NotIn\` the same value, or in two
lists of values without a common one.

Such a quota counts nothing and limits nothing. To limit each of the scopes, create two quotas.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes',
  messages: {
    across: {
      text: '{scope} excludes {other} in spec.scopes, so the quota counts nothing',
      help: 'remove one of the two scopes, or create a quota for each',
      rows: ['lint-rq-scope-none-matching'],
      dependsOn: ['spec.scopes', 'spec.scopeSelector'],
    },
    values: {
      text: 'no {scope} satisfies this and the earlier expressions, so the quota counts nothing',
      help: 'remove one of the expressions for {scope}',
      rows: ['lint-rq-scope-none-matching'],
      dependsOn: ['spec.scopes', 'spec.scopeSelector'],
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
    const expressions = spec.get('scopeSelector').itemsOf('matchExpressions');
    for (const expression of expressions) {
      const scopeName = expression.get('scopeName');
      const scope = scopeName.value ?? '';
      const pair = CONFLICTING_SCOPES.find((scopes) => scopes.includes(scope));
      const other = pair?.find((candidate) => candidate !== scope);
      if (other !== undefined && plain.has(other))
        report({ message: 'across', at: scopeName, values: { scope, other } });
    }
    const byScope = new Map<string, ClassRequirements>();
    for (const expression of expressions) {
      const scope = expression.get('scopeName').value ?? '';
      const requirements = getOrCompute(byScope, scope, () => noRequirements(plain.has(scope)));
      addRequirement(requirements, expression);
      if (!isSatisfiable(requirements)) {
        report({ message: 'values', at: expression, values: { scope } });
        return;
      }
    }
  },
});

/** The requirements of a selector for the class of a pod or claim, which may have none. */
interface ClassRequirements {
  /** The classes that all operators In allow; undefined for any. */
  allowed: ReadonlySet<string> | undefined;
  readonly forbidden: Set<string>;
  hasClass: boolean;
  hasNone: boolean;
}

function noRequirements(hasClass: boolean): ClassRequirements {
  return { allowed: undefined, forbidden: new Set(), hasClass, hasNone: false };
}

function addRequirement(
  requirements: ClassRequirements,
  expression: Field<ScopedResourceSelectorRequirement>,
): void {
  const values = expression.get('values').value ?? [];
  const { allowed, forbidden } = requirements;
  const { value: operator } = expression.get('operator');
  if (operator === 'Exists') requirements.hasClass = true;
  else if (operator === 'DoesNotExist') requirements.hasNone = true;
  else if (operator === 'NotIn') for (const value of values) forbidden.add(value);
  // The server refuses In without values.
  else if (operator === 'In' && values.length > 0) {
    requirements.hasClass = true;
    requirements.allowed = new Set(values.filter((value) => allowed?.has(value) ?? true));
  }
}

function isSatisfiable({ allowed, forbidden, hasClass, hasNone }: ClassRequirements): boolean {
  if (hasClass && hasNone) return false;
  return allowed === undefined || [...allowed].some((value) => !forbidden.has(value));
}
