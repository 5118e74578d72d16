import { placeBefore } from '../../src/analysis/updates/changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/deletion-metadata',
  on: 'metadata',
  severity: 'error',
  summary: 'An update leaves it to the server to say when an object is deleted.',
  details: `
\`metadata.deletionTimestamp\` and \`metadata.deletionGracePeriodSeconds\` are set by the server when an object is deleted. An
update cannot set or change them. While an object is being deleted, finalizers can be removed, but none can be added.

Manifests that are exported from a cluster can contain these fields. This rule needs the stored object: \`--base\` says
where it is.
`,
  reference: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  messages: {
    immutable: {
      text: '{field} cannot be set in an update',
      help: 'remove {field}',
      cause: 'FieldValueInvalid',
      ofUpdates: true,
    },
    finalizer: {
      text: "the finalizer '{name}' cannot be added while the object is being deleted",
      help: 'remove it',
      cause: 'FieldValueForbidden',
      ofUpdates: true,
    },
  },
  examples: {
    bad: [],
    updates: [
      {
        stored: yaml`
          apiVersion: v1
          kind: ResourceQuota
          metadata:
            name: compute
            namespace: shop
          spec: { hard: { pods: "10" } }
        `,
        changed: yaml`
          apiVersion: v1
          kind: ResourceQuota
          metadata:
            name: compute
            namespace: shop
            deletionGracePeriodSeconds: 30 # expect: immutable
          spec: { hard: { pods: "10" } }
        `,
      },
      {
        stored: yaml`
          apiVersion: v1
          kind: ResourceQuota
          metadata:
            name: compute
            namespace: shop
            deletionTimestamp: "2026-01-01T00:00:00Z"
            finalizers: [example.com/one]
          spec: { hard: { pods: "10" } }
        `,
        changed: yaml`
          apiVersion: v1
          kind: ResourceQuota
          metadata:
            name: compute
            namespace: shop
            deletionTimestamp: "2026-01-01T00:00:00Z"
            finalizers: [example.com/one, example.com/two]
            #                             ^^^^^^^^^^^^^^^ expect: finalizer
          spec: { hard: { pods: "10" } }
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute, namespace: shop }
        spec: { hard: { pods: "10" } }
      `,
    ],
  },
  check({ root, stored }, { report }) {
    if (stored === undefined) return;
    const after = root.get('metadata');
    const before = stored.root.get('metadata');
    const [timestamp, old] = [after, before].map((metadata) => metadata.get('deletionTimestamp'));
    const isDeleted = old?.value !== undefined;
    if (timestamp?.value !== undefined && !isDeleted) {
      report({
        message: 'immutable',
        at: timestamp,
        values: { field: 'deletionTimestamp' },
        side: 'key',
      });
    }
    const field = 'deletionGracePeriodSeconds';
    const [period, oldPeriod] = [after.get(field), before.get(field)];
    if (period.value !== undefined && period.value !== oldPeriod.value) {
      const related = oldPeriod.value === undefined ? [] : [placeBefore(stored, oldPeriod)];
      report({ message: 'immutable', at: period, values: { field }, side: 'key', related });
    }
    const list = after.get('finalizers');
    const known = before.get('finalizers').value ?? [];
    for (const finalizer of isDeleted ? list.items() : []) {
      const name = finalizer.value ?? '';
      if (known.includes(name)) continue;
      const related =
        old === undefined ? [] : [placeBefore(stored, old, 'it is deleted since then')];
      report({ message: 'finalizer', at: finalizer, values: { name }, path: list.path, related });
    }
  },
});
