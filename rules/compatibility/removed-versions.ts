import { placeBefore } from '../../src/analysis/updates/changes.ts';
import { crdChanges, versionField } from '../../src/analysis/updates/crd-changes.ts';
import { isOfKind } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'compatibility/removed-versions',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A change of a CRD keeps all versions that are served.',
  details: `
Manifests and clients name a version. When it is no longer served, the server answers all their requests with "not found".
Mark the version as deprecated first, so that the server warns, and remove it when nothing uses it any more.

This rule needs the stored CRD: \`--base\` says where it is. The verdict does not depend on it. If objects may be stored in a
version that is removed, the server refuses the change; \`update/stored-versions\` reports that.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
  messages: {
    removed: {
      text: 'version {version} is removed; requests for it fail',
      help: 'keep it with served: true and deprecated: true until nothing uses it',
      ofUpdates: true,
    },
    unserved: {
      text: 'version {version} is no longer served; requests for it fail',
      help: 'keep served: true and set deprecated: true until nothing uses it',
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
              - { name: v1alpha1, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
              - { name: v1beta1, served: true, storage: false, schema: { openAPIV3Schema: { type: object } } }
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
              - { name: v1beta1, served: false, storage: false, schema: { openAPIV3Schema: { type: object } } } # expect: unserved
              - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
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
    if (stored === undefined || !isOfKind(stored.resource, 'CustomResourceDefinition')) return;
    for (const change of crdChanges(resource)) {
      if (change.kind !== 'version' || change.before !== 'served') continue;
      const { version, subject } = change;
      const before = versionField(stored.resource, version);
      const related = before === undefined ? [] : [placeBefore(stored, before, 'it was served')];
      const now = versionField(resource, version)?.get('served');
      const place = now ?? resource.root.get('spec').get('versions');
      report({ message: subject, at: place, values: { version }, related });
    }
  },
});
