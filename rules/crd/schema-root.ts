import { reportSchemaProblems, schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { typeFix } from '../../src/analysis/crd/type-fix.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/schema-root',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The root of a schema has type object and is not nullable.',
  details: `
The root of a schema describes whole objects, so it must have \`type: object\` and cannot be \`nullable\`.

With the status subresource, the API server validates \`status\` separately with its part of the schema. So it refuses
keywords at the root that would not be applied then, such as \`anyOf\` and \`maxProperties\`. Move them to the schema of
\`spec\`, or use \`x-kubernetes-validations\`, which are allowed.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    untyped: {
      text: 'the root of the schema has no type',
      help: 'add type: object',
      cause: 'FieldValueRequired',
      rows: ['crd-structural-root-type-required'],
    },
    type: {
      text: "the type of the root is '{type}'; it must be object",
      help: 'set type: object',
      cause: 'FieldValueInvalid',
      rows: ['crd-structural-root-type-object'],
      explains: ['crd/schema-root#statusType'],
    },
    statusType: {
      text: "the type of the root is '{type}'; with the status subresource it must be object",
      help: 'set type: object',
      cause: 'FieldValueInvalid',
      rows: ['crd-status-root-type'],
    },
    statusKeyword: {
      text: "'{keyword}' is not allowed at the root of a schema with the status subresource",
      help: 'move it to the schema of spec',
      cause: 'FieldValueInvalid',
      rows: ['crd-status-root-keywords'],
    },
    nullable: {
      text: 'the root of a schema cannot be nullable',
      help: 'remove nullable',
      cause: 'FieldValueForbidden',
      rows: ['crd-root-nullable'],
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
                openAPIV3Schema: # expect: untyped
                  properties:
                    spec: { type: object }
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
              subresources: { status: {} }
              schema:
                openAPIV3Schema:
                  type: array
                  #     ^^^^^ expect: type, statusType
                  nullable: true
                  #         ^^^^ expect: nullable
                  items: { type: string }
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
              subresources: { status: {} }
              schema:
                openAPIV3Schema:
                  type: object
                  maxProperties: 5
                  #              ^ expect: statusKeyword
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
              subresources: { status: {} }
              schema:
                openAPIV3Schema:
                  type: object
                  required: [spec]
                  properties:
                    spec: { type: object, maxProperties: 5, properties: { replicas: { type: integer } } }
                    status: { type: object, properties: { phase: { type: string } } }
      `,
    ],
    fixed: [
      {
        before: yaml`
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
                    # The spec has the time.
                    properties:
                      spec: { type: object }
        `,
        after: yaml`
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
                    # The spec has the time.
                    type: object
                    properties:
                      spec: { type: object }
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const { location, schemas } of schemaProblems(resource, 'root-untyped')) {
      report({ message: 'untyped', at: location, fix: typeFix(resource, schemas, 'object') });
    }
    reportSchemaProblems(report, resource, {
      type: 'root-type',
      statusType: 'status-root-type',
      statusKeyword: 'status-root-keyword',
      nullable: 'root-nullable',
    });
  },
});
