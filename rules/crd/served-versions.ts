import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/served-versions',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary:
    'Some version of a CRD is served, the stored one among them, and not all of them are deprecated.',
  details: `
Only versions with \`served: true\` can be used. Where there is none, the API server takes the CRD and answers each
request for its objects with 404.

The version with \`storage: true\` is the form in which objects are kept. Clients need not be able to ask for it, but
outside of a migration from one version to the next it is most often an oversight.

\`deprecated: true\` makes the server warn on each request. Where all served versions are deprecated, users are told to
move on and have nowhere to go. Where a whole kind is given up, \`deprecationWarning\` can say what to use instead.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#specify-multiple-versions',
  messages: {
    none: {
      text: 'no version is served: nobody can read or write these objects',
      help: 'set served: true in a version',
      rows: ['crd-lint-no-served-version'],
    },
    storage: {
      text: 'objects are stored as {version}, which is not served',
      help: 'outside of a migration, set served: true or store another version',
      severity: 'info',
      rows: ['crd-lint-storage-not-served'],
    },
    deprecated: {
      text: 'all served versions are deprecated; users are warned and have no other version to use',
      help: 'serve a newer version, or say in deprecationWarning what to use instead',
      rows: ['crd-lint-all-deprecated'],
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
          versions: # expect: none
            - { name: v1, served: false, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
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
              deprecated: true
              #           ^^^^ expect: deprecated
              storage: false
              schema: { openAPIV3Schema: { type: object } }
            - name: v1
              served: false
              #       ^^^^^ expect: storage
              storage: true
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
              deprecated: true
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
    const list = resource.root.get('spec').get('versions');
    const versions = list.items();
    if (versions.length === 0 || versions.some((version) => version.get('served').pruned)) return;
    const served = versions.filter(({ value }) => value?.served === true);
    const [first] = served;
    if (first === undefined) {
      report('none', list.location('key'));
      return;
    }
    // A text of its own tells users where to go, such as to another kind.
    if (served.every(({ value }) => value?.deprecated === true && !value.deprecationWarning)) {
      report('deprecated', first.get('deprecated'));
    }
    const stored = versions.find(({ value }) => value?.storage === true);
    if (stored !== undefined && stored.value?.served !== true) {
      report('storage', stored.get('served'), { version: stored.value?.name ?? '' });
    }
  },
});
