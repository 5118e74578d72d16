import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/nested-keywords',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The keywords allOf, anyOf, oneOf and not contain value validations only.',
  details: `
The schema of a CRD must be *structural*: the keywords that define a value (\`type\`, \`title\`, \`description\`, \`default\`,
\`nullable\`, \`additionalProperties\` and the \`x-kubernetes-\` keywords) are outside \`allOf\`, \`anyOf\`, \`oneOf\` and
\`not\`. These may contain value validations only, such as \`required\`, \`minimum\`, \`pattern\`, \`enum\` and
\`properties\`, and none for a property called \`metadata\`.

The only exception are the types of an int-or-string, written exactly as
\`anyOf: [{ type: integer }, { type: string }]\`, either in the schema itself or in the first schema of its \`allOf\`.

Move the keyword out of \`allOf\`, \`anyOf\`, \`oneOf\` or \`not\`, to the schema of the same property.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    keyword: {
      text: "'{keyword}' is not allowed inside allOf, anyOf, oneOf or not",
      help: 'move it to the schema that declares the property',
      cause: 'FieldValueForbidden',
      rows: [
        'crd-nested-type',
        'crd-nested-additional-properties',
        'crd-nested-default',
        'crd-nested-title',
        'crd-nested-description',
        'crd-nested-nullable',
        'crd-nested-preserve',
        'crd-nested-embedded',
        'crd-nested-intorstring',
        'crd-nested-list-map-keys',
        'crd-nested-list-type',
        'crd-nested-map-type',
        'crd-nested-validations',
        'crd-intorstring-pattern',
      ],
    },
    metadata: {
      text: 'metadata cannot be validated inside allOf, anyOf, oneOf or not',
      help: 'remove it, or rename the property',
      cause: 'FieldValueForbidden',
      rows: ['crd-nested-metadata'],
      explains: ['crd/nested-properties#metadata'],
      explainsInField: ['crd/required-properties#property'],
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
                    spec:
                      type: object
                      properties: { size: { type: integer } }
                      anyOf:
                        - properties: { size: { type: integer, minimum: 1 } }
                          #                           ^^^^^^^ expect: keyword
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
                    spec:
                      type: object
                      properties: { size: { type: integer }, name: { type: string } }
                      oneOf:
                        - required: [size]
                          properties: { size: { minimum: 1 } }
                        - required: [name]
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      keyword: 'nested-keyword',
      metadata: 'nested-metadata',
    });
  },
});
