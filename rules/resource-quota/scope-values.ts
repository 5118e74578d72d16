import { isDns1123Subdomain } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The scopes that have values, by what the values name. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    PriorityClass: 'priority class',
    VolumeAttributesClass: 'volume attributes class',
  }),
);

export default defineRule({
  id: 'resource-quota/scope-values',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'Scopes say which class they mean, by a name that a class can have.',
  details: `
In \`scopes\`, \`PriorityClass\` and \`VolumeAttributesClass\` stand for whatever names any class at all. To limit the
pods of one class, select it:

    scopeSelector:
      matchExpressions:
        - { scopeName: PriorityClass, operator: In, values: [high] }

The API server does not check the values; one that cannot be the name of a class matches nothing.
A \`scopeSelector\` without expressions is as good as none: the quota counts everything.
`,
  reference:
    'https://kubernetes.io/docs/concepts/policy/resource-quotas/#resource-quota-per-priorityclass',
  messages: {
    anyClass: {
      text: '{scope} in scopes is for all that names any class',
      help: 'to mean one, write a scopeSelector with operator: In and its name',
      severity: 'info',
      rows: ['lint-rq-scope-plain-priorityclass'],
    },
    name: {
      text: "'{value}' cannot be the name of a {what}, so it matches nothing",
      help: 'write the name of the object, in lower case',
      rows: ['lint-rq-unknown-priority-class'],
    },
    empty: {
      text: 'a scopeSelector without expressions selects everything',
      help: 'leave it out, or add a scope',
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    for (const scope of spec.get('scopes').items()) {
      const { value = '' } = scope;
      if (CLASSES.has(value)) report('anyClass', scope, { scope: value });
    }
    const selector = spec.get('scopeSelector');
    const expressions = selector.get('matchExpressions');
    const isEmpty = !expressions.pruned && (expressions.value ?? []).length === 0;
    if (selector.value !== undefined && isEmpty) report('empty', selector);
    for (const expression of expressions.items()) {
      const scope = expression.get('scopeName').value ?? '';
      const what = CLASSES.get(scope);
      if (what === undefined) continue;
      for (const item of expression.get('values').items()) {
        const { value } = item;
        if (value === undefined || isDns1123Subdomain(value)) continue;
        report('name', item, { value, what });
      }
    }
  },
});
