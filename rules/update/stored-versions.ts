import { changeErrors } from '../../src/analysis/change-errors.ts';
import { placeBefore } from '../../src/analysis/updates/changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'update/stored-versions',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A CRD keeps the versions in which objects are stored.',
  details: `
\`status.storedVersions\` of a CustomResourceDefinition lists all versions that objects may be stored in: every version that
has ever been the storage version. None of them can be removed from \`spec.versions\` before all objects have been written
again in another version, and the version has been removed from the status.

This rule needs the stored object: \`--base\` says where it is. A manifest without a status counts as stored in its storage
version.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#upgrade-existing-objects-to-a-new-stored-version',
  messages: {
    removed: {
      text: "version '{name}' is removed, but objects may be stored in it",
      help: "keep it with served: false until all objects are migrated and status.storedVersions is without '{name}'",
      cause: 'FieldValueInvalid',
      rows: ['crd-update-stored-version-removed'],
      ofUpdates: true,
    },
    storage: {
      text: 'objects would be stored in a version that status.storedVersions does not list',
      help: 'set storage: true in exactly one version',
      cause: 'FieldValueInvalid',
      rows: ['crd-update-storage-none', 'crd-update-storage-twice'],
      ofUpdates: true,
    },
  },
  examples: {
    bad: [],
    updates: [
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
            scope: Namespaced
            versions: # expect: removed
              - { name: v2, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
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
            scope: Namespaced
            versions: # expect: storage
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
              - { name: v2, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
        `,
      },
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions:
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
  },
  check(resource, { report }) {
    const { stored } = resource;
    if (stored === undefined) return;
    for (const error of changeErrors(resource)) {
      if (error.kind !== 'stored-version' && error.kind !== 'storage-version') continue;
      const { at, before, field } = error;
      const related = [placeBefore(stored, before, 'the stored versions are here')];
      const options = { side: 'key', path: field, related } as const;
      if (error.kind === 'stored-version') {
        report({ message: 'removed', at, values: { name: error.name }, ...options });
      } else report({ message: 'storage', at, ...options });
    }
  },
});
