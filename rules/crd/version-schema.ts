import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/version-schema',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Each version of a CRD has a schema.',
  details: `
Without a schema the API server would know no field of the objects and would have to drop them all, so
it refuses a version that has none, be it served or not. The least that it takes is
\`openAPIV3Schema: { type: object }\`, which keeps nothing; with
\`x-kubernetes-preserve-unknown-fields: true\` beside the type it keeps everything, unchecked.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    required: {
      text: "the version '{name}' has no schema",
      help: 'add schema.openAPIV3Schema with type: object and the properties of the kind',
      cause: 'FieldValueRequired',
      rows: ['crd-version-schema-required'],
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
          versions:
            - name: v1 # expect: required
              served: true
              storage: true
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
            - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const version of resource.root.get('spec').get('versions').items()) {
      const schema = version.get('schema').get('openAPIV3Schema');
      if (schema.absent) report('required', schema, { name: version.get('name').value ?? '' });
    }
  },
});
