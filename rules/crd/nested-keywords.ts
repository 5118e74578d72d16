import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/nested-keywords',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Inside of allOf, anyOf, oneOf and not there is nothing but restrictions.',
  details: `
A schema of a CRD is *structural*: what a value is (its type, title, description, default, whether it may be null, all
\`x-kubernetes-\` keywords) stands outside of \`allOf\`, \`anyOf\`, \`oneOf\` and \`not\`. Inside of them there are only restrictions:
\`required\`, \`minimum\`, \`pattern\`, \`enum\`, \`properties\` and the like. Nor may they say anything about a property called \`metadata\`.

The one exception are the types of an int-or-string, written exactly as
\`anyOf: [{ type: integer }, { type: string }]\`, or so in the first schema of \`allOf\`.

Move the keyword to the schema that has the junctor, at the same property.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    keyword: {
      text: "'{keyword}' must not stand inside of allOf, anyOf, oneOf or not",
      help: 'move it out, to where the property is declared',
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
      text: 'nothing can be said about metadata inside of allOf, anyOf, oneOf or not',
      help: 'leave it out, or call the property otherwise',
      cause: 'FieldValueForbidden',
      rows: ['crd-nested-metadata'],
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
    for (const { location, values } of schemaProblems(resource, 'nested-keyword')) {
      report('keyword', location, values);
    }
    for (const { location } of schemaProblems(resource, 'nested-metadata')) {
      report('metadata', location);
    }
  },
});
