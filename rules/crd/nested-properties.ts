import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/nested-properties',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'What allOf, anyOf, oneOf and not at the root speak of is declared outside of them.',
  details: `
Restrictions inside of \`allOf\`, \`anyOf\`, \`oneOf\` and \`not\` declare nothing: a property that is named only there is
unknown, and would be dropped before it is validated. At the root of a schema the API server refuses such a
property (further down it does not look).

Declare the property in \`properties\` of the root as well, with its type.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    property: {
      text: "the property '{name}' is restricted here, but not declared",
      help: 'add it, with its type, to the properties outside of the junctor',
      cause: 'FieldValueRequired',
      rows: ['crd-complete-property', 'crd-complete-not'],
    },
    items: {
      text: 'items are restricted here, but not declared',
      help: 'add items, with their type, outside of the junctor',
      cause: 'FieldValueRequired',
      rows: ['crd-complete-items'],
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
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { size: { type: integer } } }
                  oneOf:
                    - properties: { spec: { required: [size] } }
                    - properties: { status: { required: [size] } }
                      #                     ^^^^^^^^^^^^^^^^^^^^ expect: property
                    - items: { minimum: 1 }
                      #      ^^^^^^^^^^^^^^ expect: items
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
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec: { type: object, properties: { size: { type: integer } } }
                  oneOf:
                    - properties: { spec: { required: [size] } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { location, values } of schemaProblems(resource, 'nested-undeclared')) {
      report('property', location, values);
    }
    for (const { location } of schemaProblems(resource, 'nested-items')) {
      report('items', location);
    }
  },
});
