import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/storage-version',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Exactly one version of a CustomResourceDefinition is the storage version.',
  details: `
Custom resources are stored in etcd in one version, whichever version a client uses: the one with \`storage: true\`. The
API server refuses a CRD in which no version or several versions have \`storage: true\`.

To change the storage version, set \`storage: true\` on the new version and \`storage: false\` on the old one in the same
update. Keep the old version in the list, possibly with \`served: false\`, until no object is stored in it any more.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
  messages: {
    none: {
      text: 'no version has storage: true; exactly one version must be the storage version',
      help: 'set storage: true on the version in which objects are stored',
      cause: 'FieldValueInvalid',
      rows: ['crd-versions-exactly-one-storage'],
      explains: ['crd/storage-version#noneStored'],
      explainsInField: ['compatibility/changed-meaning'],
    },
    noneStored: {
      text: 'status.storedVersions would be empty, because no version has storage: true',
      help: 'set storage: true on the version in which objects are stored',
      cause: 'FieldValueInvalid',
      rows: ['crd-status-storedversions-empty'],
    },
    otherStored: {
      text: "status.storedVersions would contain only '{first}', not {names}",
      help: 'set storage: true on one version only',
      cause: 'FieldValueInvalid',
      rows: ['crd-status-storedversions-several'],
    },
    several: {
      text: '{count} versions have storage: true ({names}); exactly one version must be the storage version',
      help: 'keep storage: true on one version, and set storage: false on the others',
      cause: 'FieldValueInvalid',
      rows: ['crd-versions-exactly-one-storage'],
      explains: ['crd/storage-version#otherStored'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions: # expect: otherStored
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
            - name: v2
              served: true
              storage: true
              #        ^^^^ expect: several
              schema: { openAPIV3Schema: { type: object } }
      `,
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: crontabs.stable.example.com }
        spec:
          group: stable.example.com
          names: { plural: crontabs, kind: CronTab }
          scope: Namespaced
          versions: # expect: none, noneStored
            - name: v1
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
      `,
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
            - name: v1beta1
              served: true
              storage: false
              schema: { openAPIV3Schema: { type: object } }
            - name: v1
              served: true
              storage: true
              schema: { openAPIV3Schema: { type: object } }
      `,
    ],
  },
  check(resource, { report }) {
    const versions = resource.root.get('spec').get('versions');
    if (versions.pruned) return;
    const stored = versions.items().filter((version) => version.get('storage').value === true);
    const [first, second] = stored;
    if (first === undefined) {
      report({ message: 'none', at: versions });
      report({ message: 'noneStored', at: versions, path: 'status.storedVersions' });
    } else if (second !== undefined) {
      const names = stored.map((version) => version.get('name').value ?? '');
      report({
        message: 'several',
        at: second.get('storage'),
        values: { count: stored.length, names: names.join(', ') },
        path: versions.path,
        related: stored
          .filter((version) => version !== second)
          .map((version) => ({
            span: version.get('storage').location().span,
            message: 'this version has storage: true too',
          })),
      });
      // The server records the first one in status.storedVersions, which must contain all of them.
      const [recorded = '', ...others] = names;
      const values = { first: recorded, names: others.join(', ') };
      report({ message: 'otherStored', at: versions, values, path: 'status.storedVersions' });
    }
  },
});
