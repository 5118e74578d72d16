import { reportSchemaProblems, schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { typeFix } from '../../src/analysis/crd/type-fix.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { SchemaNode } from '../../src/server/crd/schema-node.ts';
import { isIntOrString } from '../../src/server/crd/structural.ts';

export default defineRule({
  id: 'crd/schema-untyped',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Each property, map value and list item of a schema has a type.',
  details: `
The API server prunes fields that a schema does not declare, so it must know the type of every property, of the values
of a map and of the items of a list. Two kinds of schemas have no type: those of integers or strings
(\`x-kubernetes-int-or-string: true\`), and those of arbitrary values
(\`x-kubernetes-preserve-unknown-fields: true\`). Types inside \`allOf\`, \`anyOf\`, \`oneOf\` and \`not\` do not count.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    field: {
      text: "'{name}' has no type",
      help: 'add a type, or x-kubernetes-preserve-unknown-fields: true for arbitrary values',
      cause: 'FieldValueRequired',
      rows: ['crd-structural-field-type-required'],
      explainsInField: ['crd/map-type#untyped'],
    },
    nested: {
      text: "'{name}' has a type only inside allOf, anyOf, oneOf or not, which does not count",
      help: 'set the type outside, or x-kubernetes-int-or-string: true for integers and strings',
      cause: 'FieldValueRequired',
      rows: ['crd-structural-field-type-required'],
    },
    item: {
      text: 'the items of a list have no type',
      help: 'add a type to items',
      cause: 'FieldValueRequired',
      rows: ['crd-structural-item-type-required'],
    },
    items: {
      text: 'type: array requires items, the schema of the elements',
      help: 'add items with a type',
      cause: 'FieldValueRequired',
      rows: ['crd-structural-items-required', 'crd-decode-items-scalar-tolerated'],
      explainsInField: ['crd/list-map-keys#itemsMissing'],
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
                    replicas: { minimum: 1 }
                  # ^^^^^^^^ expect: field
                    names:
                      type: array
                      items: { maxLength: 10 }
                    # ^^^^^ expect: item
                    ports: { type: array }
                  # ^^^^^ expect: items
                    limit: { anyOf: [{ type: string }, { type: integer }] }
                  # ^^^^^ expect: nested
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
                    replicas: { type: integer, minimum: 1 }
                    names: { type: array, items: { type: string, maxLength: 10 } }
                    port: { x-kubernetes-int-or-string: true }
                    values: { x-kubernetes-preserve-unknown-fields: true }
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
                    type: object
                    properties:
                      spec:
                        description: The time of the runs.
                        properties:
                          schedule: { type: string }
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
                    type: object
                    properties:
                      spec:
                        description: The time of the runs.
                        type: object
                        properties:
                          schedule: { type: string }
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const problem of schemaProblems(resource, 'field-untyped')) {
      const { node, location, values, schemas } = problem;
      const fix = typeFix(resource, schemas, certainType(node));
      report({ message: hasNestedType(node) ? 'nested' : 'field', at: location, values, fix });
    }
    for (const { node, location, schemas } of schemaProblems(resource, 'item-untyped')) {
      report({ message: 'item', at: location, fix: typeFix(resource, schemas, certainType(node)) });
    }
    reportSchemaProblems(report, resource, { items: 'items-missing' });
  },
});

/** The type that a schema without a type must have, because it declares members. Undefined if it declares none. */
function certainType({ schema }: SchemaNode): 'object' | undefined {
  if (isIntOrString(schema)) return undefined;
  return schema.properties !== undefined || schema.additionalProperties !== undefined
    ? 'object'
    : undefined;
}

/** Reports whether a branch of a junctor has the type that the schema itself lacks. */
function hasNestedType({ schema }: SchemaNode): boolean {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [...allOf, ...anyOf, ...oneOf, not].some((branch) => (branch?.type ?? '') !== '');
}
