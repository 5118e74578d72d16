import { resourcesAgainstScope, resourcesOfScope } from '../../src/analysis/quota/quota-scopes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/scope-resources',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary: 'A quota with scopes limits only what can be in its scopes.',
  details: `
All scopes but one are about pods: with them \`hard\` may have \`pods\`, \`cpu\` and \`memory\`, the last two also with
\`requests.\` or \`limits.\` in front, and with \`BestEffort\`, whose pods have no requests and limits, only \`pods\`.
With \`VolumeAttributesClass\`, which is about claims, it may have \`persistentvolumeclaims\` and
\`requests.storage\`. The API server refuses a quota where a scope and a resource do not go together; names
with a domain it does not look at.

Move the resource to a quota of its own.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes',
  messages: {
    mismatch: {
      text: 'a quota with the scope {scope} cannot limit {resource}',
      help: 'with this scope there can be {allowed}; move {resource} to another quota',
      cause: 'FieldValueInvalid',
      rows: ['rq-scope-resource', 'rq-selector-scope-resource'],
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
    const hard = spec.get('hard').entries();
    const names = hard.map(({ key }) => key);
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
        const field = hard.find(({ key }) => key === name)?.field ?? scope;
        const allowed = (resourcesOfScope(text, minor) ?? []).join(', ');
        const related = [{ span: scope.location().span, message: 'the scope' }];
        report(
          'mismatch',
          field,
          { scope: text, resource: name, allowed },
          { side: 'key', path, related },
        );
      }
    }
  },
});
