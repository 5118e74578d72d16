import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/schema-type',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The types in a schema are those that CRDs have.',
  details: `
A schema of a CRD may have the types array, boolean, integer, number, object and string; one each, not a list of
them. There is no type null: a value that may be null has \`nullable: true\` beside its type. Quantities and other
values that are numbers or texts have \`x-kubernetes-int-or-string: true\` and no type.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    unknown: {
      text: "there is no type '{type}'; it must be array, boolean, integer, number, object or string",
      cause: 'FieldValueNotSupported',
      rows: ['crd-type-not-supported'],
    },
    null: {
      text: 'the type cannot be null',
      help: 'write nullable: true beside the type of the values that are not null',
      cause: 'FieldValueForbidden',
      rows: ['crd-type-null'],
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
                    #                ^^^^^^ expect: unknown, null
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
      report('unknown', location, values);
    }
    for (const { location } of schemaProblems(resource, 'null-type')) {
      report('null', location);
    }
  },
});
