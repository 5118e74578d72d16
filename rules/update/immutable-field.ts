import { changeErrors } from '../../src/analysis/change-errors.ts';
import { placeBefore } from '../../src/analysis/updates/changes.ts';
import { refusedIfEstablished } from '../../src/analysis/updates/custom-resource-definition.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/immutable-field',
  on: 'object',
  kinds: ['CustomResourceDefinition', 'ResourceQuota'],
  severity: 'error',
  summary: 'An update changes no field that is immutable.',
  details: `
Some fields cannot change as long as the object exists: the group and the plural of a CustomResourceDefinition, its scope
and its kind once it is served, and the scopes of a ResourceQuota. To change them, the object must be deleted and created
again; with a CustomResourceDefinition all of its custom resources are deleted.

This rule needs the stored object: \`--base\` says where it is.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/',
  messages: {
    immutable: {
      text: '{field} is immutable: it cannot change from {before} to {after}',
      help: 'keep {before}, or create an object of another name',
      cause: 'FieldValueInvalid',
      rows: [
        'crd-update-group-immutable',
        'crd-update-plural-immutable',
        'crd-update-kind-immutable',
        'crd-update-scope-immutable',
        'rq-scopes-immutable',
      ],
      ofUpdates: true,
    },
    established: {
      text: '{field} changes from {before} to {after}, which the server refuses once the CRD is served',
      help: 'keep {before}, or define another kind and migrate to it',
      severity: 'warning',
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
          metadata: { name: compute, namespace: shop }
          spec:
            scopes: [NotTerminating]
            hard: { pods: "10" }
        `,
        changed: yaml`
          apiVersion: v1
          kind: ResourceQuota
          metadata: { name: compute, namespace: shop }
          spec:
            scopes: [BestEffort]
            #       ^^^^^^^^^^^^ expect: immutable
            hard: { pods: "10" }
        `,
      },
      {
        stored: yaml`
          apiVersion: apiextensions.k8s.io/v1
          kind: CustomResourceDefinition
          metadata: { name: crontabs.stable.example.com }
          spec:
            group: stable.example.com
            names: { plural: crontabs, kind: CronTab }
            scope: Namespaced
            versions:
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        `,
        changed: yaml`
          apiVersion: apiextensions.k8s.io/v1
          kind: CustomResourceDefinition
          metadata: { name: crontabs.stable.example.com }
          spec:
            group: stable.example.com
            names: { plural: crontabs, kind: CronTab }
            scope: Cluster
            #      ^^^^^^^ expect: established
            versions:
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute, namespace: shop }
        spec:
          scopes: [NotTerminating]
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    const { stored } = resource;
    if (stored === undefined) return;
    for (const error of changeErrors(resource)) {
      if (error.kind !== 'immutable') continue;
      const { at, before } = error;
      const values = { field: at.path, before: shown(before.value), after: shown(at.value) };
      report({ message: 'immutable', at, values, related: [placeBefore(stored, before)] });
    }
    if (!isOfKind(resource, 'CustomResourceDefinition')) return;
    if (!isOfKind(stored.resource, 'CustomResourceDefinition')) return;
    for (const [before, after] of refusedIfEstablished(stored.resource, resource)) {
      const values = { field: after.path, before: shown(before.value), after: shown(after.value) };
      report({ message: 'established', at: after, values, related: [placeBefore(stored, before)] });
    }
  },
});

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? `[${value.join(', ')}]` : `'${String(value)}'`;
}
