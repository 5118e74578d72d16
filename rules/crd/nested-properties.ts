import { reportSchemaProblems, schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/nested-properties',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Properties in allOf, anyOf, oneOf and not of the root are declared outside them too.',
  details: `
Value validations inside \`allOf\`, \`anyOf\`, \`oneOf\` and \`not\` declare no fields. A property that occurs only there is
unknown and is pruned before it is validated. The API server refuses such properties at the root of a schema; it does
not check those of nested schemas (the rule crd/required-properties does).

Declare the property in \`properties\` of the root as well, with its type.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    property: {
      text: "'{name}' is validated here, but the schema does not declare it",
      help: 'declare it, with its type, in properties outside allOf, anyOf, oneOf and not',
      cause: 'FieldValueRequired',
      rows: ['crd-complete-property', 'crd-complete-not'],
    },
    metadata: {
      text: 'metadata is validated here, but the schema does not declare it',
      help: 'remove it; metadata cannot be validated inside allOf, anyOf, oneOf or not',
      cause: 'FieldValueRequired',
      rows: ['crd-complete-property'],
    },
    items: {
      text: 'items are validated here, but the schema does not declare them',
      help: 'declare items, with their type, outside allOf, anyOf, oneOf and not',
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
                    - properties: { metadata: { maxProperties: 1 } }
                      #                       ^^^^^^^^^^^^^^^^^^^^ expect: metadata
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
      if (values.name === 'metadata') report({ message: 'metadata', at: location });
      else report({ message: 'property', at: location, values });
    }
    reportSchemaProblems(report, resource, { items: 'nested-items' });
  },
});
