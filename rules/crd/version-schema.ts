import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/version-schema',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Each version of a CRD has a schema.',
  details: `
The API server prunes all fields that a schema does not declare. So it refuses a version without a schema, whether the
version is served or not. The shortest valid schema is \`openAPIV3Schema: { type: object }\`, which prunes everything but
\`apiVersion\`, \`kind\` and \`metadata\`. With \`x-kubernetes-preserve-unknown-fields: true\` in addition to the type, all fields are
kept without validation.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    required: {
      text: "version '{name}' has no schema",
      help: 'add schema.openAPIV3Schema with type: object and the properties of the kind',
      cause: 'FieldValueRequired',
      rows: ['crd-version-schema-required'],
      explains: ['crd/selectable-fields#schema', 'crd/selectable-fields#schemaCrash'],
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
    for (const version of resource.root.get('spec').itemsOf('versions')) {
      const schema = version.get('schema').get('openAPIV3Schema');
      if (schema.absent)
        report({
          message: 'required',
          at: schema,
          values: { name: version.get('name').value ?? '' },
        });
    }
  },
});
