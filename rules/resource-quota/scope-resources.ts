import { resourcesAgainstScope, resourcesOfScope } from '../../src/analysis/quota/quota-scopes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/scope-resources',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary: 'A quota with scopes limits only resources that its scopes support.',
  details: `
All scopes except \`VolumeAttributesClass\` select pods. A quota with them can limit \`pods\`, and \`cpu\` and \`memory\` with or
without the prefix \`requests.\` or \`limits.\`. With \`BestEffort\`, whose pods have no requests and limits, it can limit
only \`pods\`. \`VolumeAttributesClass\` selects claims: such a quota can limit \`persistentvolumeclaims\` and
\`requests.storage\`. The API server refuses other combinations. It does not check names with a domain.

Move the resource to another quota.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes',
  messages: {
    mismatch: {
      text: 'a quota with the scope {scope} cannot limit {resource}',
      help: 'move {resource} to another quota; a quota with this scope can limit {allowed}',
      cause: 'FieldValueInvalid',
      rows: ['rq-scope-resource', 'rq-selector-scope-resource'],
      dependsOn: ['spec.hard'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            pods: 20
            services: 5
          # ^^^^^^^^ expect: mismatch
          scopes: [NotTerminating]
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard:
            requests.storage: 100Gi
          # ^^^^^^^^^^^^^^^^ expect: mismatch
          scopeSelector:
            matchExpressions:
              - { scopeName: PriorityClass, operator: In, values: [low] }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20, requests.cpu: 4, limits.memory: 16Gi }
          scopes: [NotTerminating]
      `,
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    const hard = spec.get('hard');
    const names = Object.keys(hard.value ?? {});
    const scopes = spec.get('scopes');
    const expressions = spec.get('scopeSelector').get('matchExpressions');
    const scoped = [
      ...scopes.items().map((scope) => ({ scope, path: scopes.path })),
      ...expressions.items().map((expression) => ({
        scope: expression.get('scopeName'),
        path: expressions.path,
      })),
    ];
    for (const { scope, path } of scoped) {
      const { value: text = '' } = scope;
      for (const name of resourcesAgainstScope(text, names, minor)) {
        const field = hard.entry(name) ?? scope;
        const allowed = (resourcesOfScope(text, minor) ?? []).join(', ');
        const related = [{ span: scope.location().span, message: 'the scope' }];
        report({
          message: 'mismatch',
          at: field,
          values: { scope: text, resource: name, allowed },
          side: 'key',
          path,
          related,
        });
      }
    }
  },
});
