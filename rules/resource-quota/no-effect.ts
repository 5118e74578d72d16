import { hasScopes } from '../../src/analysis/quota/quota-scopes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import {
  parseQuantity,
  signOfQuantity,
} from '../../src/server/kubernetes/formats/quantity-value.ts';

export default defineRule({
  id: 'resource-quota/no-effect',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'warning',
  summary: 'A quota limits something, and does not forbid all pods.',
  details: `
A quota without resources in \`spec.hard\` limits nothing. If it has scopes, then it still has one effect: the admission
plugin can be configured to require a quota for pods in certain scopes (\`limitedResources\` with \`matchScopes\`). Such
a pod is admitted only in a namespace with a quota that has the scope, even if that quota limits nothing.

With \`pods: 0\`, no pod can be created in the namespace. This is a way to close a namespace, but may also be the
default of a template that nobody changed.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/',
  messages: {
    nothing: {
      text: 'spec.hard has no resources, so the quota limits nothing',
      help: 'add the resources to limit, such as pods: 20',
      rows: ['lint-rq-empty'],
      dependsOn: ['spec.scopes', 'spec.scopeSelector'],
    },
    onlyScopes: {
      text: 'the quota limits nothing; it only permits its scopes in a cluster that requires a quota for them',
      help: 'add the resources to limit to spec.hard, such as pods: 20',
      severity: 'info',
      dependsOn: ['spec.scopes', 'spec.scopeSelector'],
    },
    zero: {
      text: '{name} is 0, so no pod can be created in the namespace',
      help: 'raise {name}, if the namespace is meant to be used',
      severity: 'info',
      rows: ['lint-rq-zero-pods'],
      dependsOn: ['spec.scopes', 'spec.scopeSelector'],
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
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: critical-pods, namespace: shop }
        spec: # expect: onlyScopes
          scopeSelector:
            matchExpressions:
              - scopeName: PriorityClass
                operator: In
                values: [system-cluster-critical]
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const hard = spec.get('hard');
    const entries = hard.entries();
    const isScoped = hasScopes(resource);
    if (entries.length === 0 && !hard.pruned && !spec.pruned) {
      const where = hard.absent ? spec : hard;
      report({ message: isScoped ? 'onlyScopes' : 'nothing', at: where, path: hard.path });
    }
    // A quota with scopes leaves the pods that are not in them.
    if (isScoped) return;
    for (const { key: name, field } of entries) {
      if (name !== 'pods' && name !== 'count/pods') continue;
      const { value } = field;
      if (value === undefined || signOfQuantity(parseQuantity(value)) !== 0) continue;
      report({ message: 'zero', at: field, values: { name } });
    }
  },
});
