import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isDns1123Subdomain } from '../../src/server/kubernetes/formats/dns.ts';

/** The scopes that have values, which are the names of objects of the same kind. */
const CLASS_SCOPES: readonly string[] = ['PriorityClass', 'VolumeAttributesClass'];

export default defineRule({
  id: 'resource-quota/scope-values',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'The scopes of a quota select classes by valid names.',
  details: `
In \`scopes\`, \`PriorityClass\` and \`VolumeAttributesClass\` select all pods or claims with any class. To limit the pods
of a certain class, select it by its name:

    scopeSelector:
      matchExpressions:
        - { scopeName: PriorityClass, operator: In, values: [high] }

The API server does not check the values. A value that is not a valid name of a class selects nothing. A
\`scopeSelector\` without expressions has no effect: the quota counts everything.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/resource-quotas/#resource-quota-per-priorityclass',
  messages: {
    anyClass: {
      text: '{scope} in scopes selects everything with any {scope}',
      help: 'use a scopeSelector with operator: In to select certain classes',
      severity: 'info',
      rows: ['lint-rq-scope-plain-priorityclass'],
    },
    name: {
      text: "'{value}' is not a valid name of a {scope}, so it selects nothing",
      help: 'use the name of the {scope}, in lowercase',
      rows: ['lint-rq-unknown-priority-class'],
    },
    empty: {
      text: 'scopeSelector has no expressions, so the quota counts everything',
      help: 'add a scope to matchExpressions, or remove scopeSelector',
      severity: 'info',
      rows: ['lint-rq-empty-scope-selector'],
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
          scopes: [PriorityClass]
          #        ^^^^^^^^^^^^^ expect: anyClass
          scopeSelector:
            matchExpressions:
              - scopeName: PriorityClass
                operator: In
                values: [High Prio]
                #        ^^^^^^^^^ expect: name
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
          scopeSelector: {}
          #              ^^ expect: empty
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
              - { scopeName: PriorityClass, operator: In, values: [high] }
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    for (const scope of spec.itemsOf('scopes')) {
      const { value = '' } = scope;
      if (CLASS_SCOPES.includes(value))
        report({ message: 'anyClass', at: scope, values: { scope: value } });
    }
    const selector = spec.get('scopeSelector');
    const expressions = selector.get('matchExpressions');
    const isEmpty = !expressions.pruned && (expressions.value ?? []).length === 0;
    if (selector.value !== undefined && isEmpty) report({ message: 'empty', at: selector });
    for (const expression of expressions.items()) {
      const scope = expression.get('scopeName').value ?? '';
      if (!CLASS_SCOPES.includes(scope)) continue;
      for (const item of expression.itemsOf('values')) {
        const { value } = item;
        if (value === undefined || isDns1123Subdomain(value)) continue;
        report({ message: 'name', at: item, values: { value, scope } });
      }
    }
  },
});
