import { reportSchemaProblems, schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The types that users mean by the names that other languages have for them. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['double', 'number'],
  ['float', 'number'],
  ['int', 'integer'],
  ['int32', 'integer, with format: int32'],
  ['int64', 'integer, with format: int64'],
  ['list', 'array'],
  ['map', 'object, with additionalProperties'],
  ['str', 'string'],
]);

const ALL_TYPES = 'array, boolean, integer, number, object or string';

export default defineRule({
  id: 'crd/schema-type',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Each type in a schema is one that CRDs support.',
  details: `
The types of a CRD schema are array, boolean, integer, number, object and string. A list of types is not supported, nor
is the type null: set \`nullable: true\` in addition to the type of a value that may be null. Quantities and other values that
are integers or strings have \`x-kubernetes-int-or-string: true\` and no type.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    unknown: {
      text: "type '{type}' is not supported",
      help: 'use {types}',
      cause: 'FieldValueNotSupported',
      rows: ['crd-type-not-supported'],
    },
    null: {
      text: 'the type cannot be null',
      help: 'use the type of the other values, with nullable: true',
      cause: 'FieldValueForbidden',
      rows: ['crd-type-null'],
      explains: ['crd/schema-type#unknownNull'],
    },
    unknownNull: {
      text: "type 'null' is not supported",
      help: 'use the type of the other values, with nullable: true',
      cause: 'FieldValueNotSupported',
      rows: ['crd-type-not-supported'],
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
                    replicas: { type: int }
                    #                 ^^^ expect: unknown
                    comment: { type: "null" }
                    #                ^^^^^^ expect: null, unknownNull
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
                    replicas: { type: integer }
                    comment: { type: string, nullable: true }
                    port: { x-kubernetes-int-or-string: true }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { location, values } of schemaProblems(resource, 'unknown-type')) {
      if (values.type === 'null') report({ message: 'unknownNull', at: location });
      else {
        const types = TYPES.get(values.type.toLowerCase()) ?? ALL_TYPES;
        report({ message: 'unknown', at: location, values: { ...values, types } });
      }
    }
    reportSchemaProblems(report, resource, { null: 'null-type' });
  },
});
