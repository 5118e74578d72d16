import { parseQuantity, signOfQuantity } from '../../src/kubernetes/formats/quantity-value.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/no-effect',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'A quota limits something, and leaves some of it.',
  details: `
A quota without \`spec.hard\` limits nothing.

With \`pods: 0\` no pod can be created in the namespace. That is a way to close one, and otherwise the default of
a template that nobody has set.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    nothing: {
      text: 'there is nothing in spec.hard, so the quota limits nothing',
      help: 'add the resources to limit, such as pods: 20',
      rows: ['lint-rq-empty'],
    },
    zero: {
      text: '{name} is 0, so no pod can be created in the namespace',
      help: 'raise it if the namespace should be used',
      severity: 'info',
      rows: ['lint-rq-zero-pods'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec: {}
        #     ^^ expect: nothing
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 0 }
          #             ^ expect: zero
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const hard = spec.get('hard');
    const entries = hard.entries();
    if (entries.length === 0 && !hard.pruned && !spec.pruned) {
      report('nothing', hard.absent ? spec : hard, {}, { path: hard.path });
    }
    // Of a scope there is something else left.
    const isScoped =
      (spec.get('scopes').value ?? []).length > 0 || spec.get('scopeSelector').value !== undefined;
    for (const { key: name, field } of entries) {
      if (isScoped || (name !== 'pods' && name !== 'count/pods')) continue;
      const { value } = field;
      if (value === undefined || signOfQuantity(parseQuantity(value)) !== 0) continue;
      report('zero', field, { name });
    }
  },
});
