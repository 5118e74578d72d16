import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/served-versions',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A CRD serves its storage version, and at least one version that is not deprecated.',
  details: `
Only versions with \`served: true\` can be used. Without one, the API server accepts the CRD and answers all requests for
its objects with 404.

The storage version need not be served, but outside a migration from one version to the next this is usually a mistake.

\`deprecated: true\` makes the server return a warning on each request. If all served versions are deprecated, users have
no version to migrate to. If the whole kind is deprecated, set \`deprecationWarning\` to name the replacement.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#specify-multiple-versions',
  messages: {
    none: {
      text: 'no version is served, so objects can be neither read nor written',
      help: 'set served: true in a version',
      rows: ['crd-lint-no-served-version'],
    },
    storage: {
      text: 'the storage version {version} is not served',
      help: 'set served: true, or store another version, unless a migration is in progress',
      severity: 'info',
      rows: ['crd-lint-storage-not-served'],
    },
    deprecated: {
      text: 'all served versions are deprecated, so users are warned but have no other version to use',
      help: 'serve a newer version, or set deprecationWarning to name the replacement',
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
      report({ message: 'none', at: list.location('key') });
      return;
    }
    // A custom warning can name the replacement, such as another kind.
    if (served.every(({ value }) => value?.deprecated === true && !value.deprecationWarning)) {
      report({ message: 'deprecated', at: first.get('deprecated') });
    }
    const stored = versions.find(({ value }) => value?.storage === true);
    if (stored !== undefined && stored.value?.served !== true) {
      report({
        message: 'storage',
        at: stored.get('served'),
        values: { version: stored.value?.name ?? '' },
      });
    }
  },
});
