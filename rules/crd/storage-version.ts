import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/storage-version',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Exactly one version of a CustomResourceDefinition is stored.',
  details: `
Custom resources are written to etcd in one version, whichever version a client uses: the one with
\`storage: true\`. The API server refuses a CRD that marks none of its versions, or several.

To change the stored version, move \`storage: true\` from one version to the other in the same edit.
Keep the old version in the list (it may have \`served: false\`) until no object is stored in it any
more.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
  messages: {
    none: {
      text: 'no version has storage: true; exactly one version must be the stored one',
      help: 'set storage: true on the version in which objects are to be kept',
      cause: 'FieldValueInvalid',
      rows: ['crd-versions-exactly-one-storage'],
    },
    noneStored: {
      text: 'without a storage version the list of stored versions is empty',
      cause: 'FieldValueInvalid',
      rows: ['crd-status-storedversions-empty'],
    },
    otherStored: {
      text: "the server would record only '{first}' as a stored version, and then misses {names} in its list",
      cause: 'FieldValueInvalid',
      rows: ['crd-status-storedversions-several'],
    },
    several: {
      text: '{count} versions have storage: true ({names}); exactly one version must be the stored one',
      help: 'keep storage: true on one of them, set it to false on the others',
      cause: 'FieldValueInvalid',
      rows: ['crd-versions-exactly-one-storage'],
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
      report('none', versions);
      report('noneStored', versions, {}, { path: 'status.storedVersions' });
    } else if (second !== undefined) {
      const names = stored.map((version) => version.get('name').value ?? '');
      report(
        'several',
        second.get('storage'),
        { count: stored.length, names: names.join(', ') },
        {
          path: versions.path,
          related: stored
            .filter((version) => version !== second)
            .map((version) => ({
              span: version.get('storage').location().span,
              message: 'this version is stored as well',
            })),
        },
      );
      // The server records the first one, and then misses each of the others in its list.
      const [recorded = '', ...others] = names;
      const values = { first: recorded, names: others.join(', ') };
      report('otherStored', versions, values, { path: 'status.storedVersions' });
    }
  },
});
