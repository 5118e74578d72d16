import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/unsupported-keywords',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A schema has no keywords that CRDs do not support, such as $ref and definitions.',
  details: `
The schema of a CRD is self-contained: references (\`$ref\`, \`definitions\`, \`id\`, \`$schema\`), \`patternProperties\` and
\`dependencies\` are not supported, and \`items\` is one schema for all items. The API server refuses these keywords, and
does not check the structure of a schema that contains one of them.

Replace each \`$ref\` with the schema that it references; tools that generate CRDs can do that.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    keyword: {
      text: "the keyword '{keyword}' is not supported in a CRD",
      help: 'remove it; replace a reference with the schema that it references',
      cause: 'FieldValueForbidden',
      rows: [
        'crd-id-forbidden',
        'crd-additional-items-forbidden',
        'crd-pattern-properties-forbidden',
        'crd-definitions-forbidden',
        'crd-dependencies-forbidden',
        'crd-ref-forbidden',
        'crd-conversion-stops-structural',
      ],
      explains: ['crd/selectable-fields#unformed', 'crd/selectable-fields#schemaCrash'],
    },
    dialect: {
      text: 'the keyword $schema is not supported in a CRD',
      help: 'remove it',
      cause: 'FieldValueInvalid',
      rows: ['crd-schema-keyword'],
      explains: ['crd/selectable-fields#unformed', 'crd/selectable-fields#schemaCrash'],
    },
    itemsList: {
      text: 'items is a list of schemas; in a CRD it must be one schema for all items',
      help: 'use one schema for all items',
      cause: 'FieldValueForbidden',
      rows: ['crd-items-array'],
      explains: ['crd/selectable-fields#unformed', 'crd/selectable-fields#schemaCrash'],
      explainsInField: ['crd/list-map-keys#itemsList'],
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
                    spec: { $ref: "#/definitions/spec" }
                    #             ^^^^^^^^^^^^^^^^^^^^ expect: keyword
                    pair:
                      type: array
                      items: # expect: itemsList
                        - { type: string }
                        - { type: integer }
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
            - name: v1
              served: true
              storage: true
              schema:
                openAPIV3Schema:
                  $schema: http://json-schema.org/draft-07/schema#
                  #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: dialect
                  type: object
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
                    spec: { type: object, properties: { replicas: { type: integer } } }
                    names: { type: array, items: { type: string } }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      keyword: 'unsupported-keyword',
      dialect: 'schema-keyword',
      itemsList: 'items-list',
    });
  },
});
