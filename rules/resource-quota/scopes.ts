import { CONFLICTING_SCOPES, knownScopes } from '../../src/analysis/quota/quota-scopes.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'resource-quota/scopes',
  on: 'object',
  kinds: ['ResourceQuota'],
  severity: 'error',
  summary: 'The scopes of a quota exist and do not exclude each other.',
  details: `
A quota with scopes counts only objects that are in all of them. The scopes are \`Terminating\` and \`NotTerminating\` (pods
with and without \`activeDeadlineSeconds\`), \`BestEffort\` and \`NotBestEffort\` (pods without and with requests or
limits), \`PriorityClass\`, \`CrossNamespacePodAffinity\`, and since 1.33 \`VolumeAttributesClass\` (claims).

The API server refuses other scopes, and both scopes of a pair. It validates \`scopes\` and \`scopeSelector\` separately,
so it accepts a pair of which one scope is in each. Such a quota counts nothing.
`,
  reference: 'https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-scopes',
  messages: {
    unsupported: {
      text: "unknown scope '{scope}'",
      help: 'use {known}',
      cause: 'FieldValueInvalid',
      rows: ['rq-scope-unsupported', 'rq-selector-scope-unsupported'],
    },
    conflict: {
      text: 'the scopes {one} and {other} exclude each other',
      help: 'keep one of them, or create a quota for each',
      cause: 'FieldValueInvalid',
      rows: ['rq-scope-conflict', 'rq-selector-conflict'],
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
          scopes: [Besteffort, Terminating, NotTerminating]
          #        ^^^^^^^^^^ expect: unsupported
          #                                 ^^^^^^^^^^^^^^ expect: conflict
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
          scopeSelector:
            matchExpressions:
              - scopeName: QualityOfService
                #          ^^^^^^^^^^^^^^^^ expect: unsupported
                operator: Exists
              - { scopeName: BestEffort, operator: Exists }
              - { scopeName: NotBestEffort, operator: Exists }
              #              ^^^^^^^^^^^^^ expect: conflict
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: quota, namespace: shop }
        spec:
          hard: { pods: 20 }
          scopes: [BestEffort, NotTerminating]
      `,
    ],
  },
  check(resource, { report, minor }) {
    const known = knownScopes(minor);
    for (const { scopes, unsupportedPath, conflictPath } of scopeLists(resource)) {
      for (const scope of scopes) {
        const { value: name = '' } = scope;
        if (scope.pruned || known.includes(name)) continue;
        const values = {
          scope: name,
          known: `${known.slice(0, -1).join(', ')} or ${known.at(-1)}`,
        };
        report({ message: 'unsupported', at: scope, values, path: unsupportedPath });
      }
      for (const [one, other] of CONFLICTING_SCOPES) {
        const first = scopes.find(({ value }) => value === one);
        const second = scopes.find(({ value }) => value === other);
        if (first === undefined || second === undefined) continue;
        const later = scopes.indexOf(first) > scopes.indexOf(second) ? first : second;
        report({ message: 'conflict', at: later, values: { one, other }, path: conflictPath });
      }
    }
  },
});

interface ScopeList {
  readonly scopes: readonly Field<string | undefined>[];
  readonly unsupportedPath: string;
  readonly conflictPath: string;
}

/** The two lists of scopes; the server reports the path of the list, without an index. */
function scopeLists(resource: Resource<'ResourceQuota'>): readonly ScopeList[] {
  const spec = resource.root.get('spec');
  const scopes = spec.get('scopes');
  const expressions = spec.get('scopeSelector').get('matchExpressions');
  return [
    { scopes: scopes.items(), unsupportedPath: scopes.path, conflictPath: scopes.path },
    {
      scopes: expressions.items().map((expression) => expression.get('scopeName')),
      unsupportedPath: `${expressions.path}.scopeName`,
      conflictPath: expressions.path,
    },
  ];
}
