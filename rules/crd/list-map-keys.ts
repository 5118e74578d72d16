import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/list-map-keys',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The keys of a list of type map are required scalar fields of its items.',
  details: `
The items of a list of type \`map\` are identified by keys, so that server-side apply can merge them one by one:
\`x-kubernetes-list-map-keys\` lists the fields. Each must be a property of the items, a scalar, not nullable, and always
set: \`required\`, or with a default. The list type \`map\` and the keys require each other.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    withoutType: {
      text: 'x-kubernetes-list-map-keys requires x-kubernetes-list-type: map',
      help: 'add x-kubernetes-list-type: map',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-keys-need-type'],
    },
    otherType: {
      text: "x-kubernetes-list-map-keys requires the list type map, but x-kubernetes-list-type is '{value}'",
      help: 'set x-kubernetes-list-type: map, or remove x-kubernetes-list-map-keys',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-keys-need-type'],
    },
    missing: {
      text: 'x-kubernetes-list-map-keys is required with x-kubernetes-list-type: map',
      help: 'add x-kubernetes-list-map-keys with the fields that identify an item',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-keys-required'],
    },
    itemsMissing: {
      text: 'items is required with x-kubernetes-list-type: map',
      help: 'add items with type: object and properties',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-items-required'],
    },
    itemsList: {
      text: 'items must be a single schema with x-kubernetes-list-type: map',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-items-single'],
    },
    itemsType: {
      text: "the type of the items is '{type}'; it must be object with x-kubernetes-list-type: map",
      help: 'set x-kubernetes-list-type: set or atomic, or use objects as items',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-items-object'],
    },
    compound: {
      text: "the key '{key}' is of type {type}; a key must be a scalar",
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-key-scalar'],
      explainsInField: ['crd/pruned-values'],
    },
    undeclared: {
      text: "the key '{key}' is not a property of the items",
      help: 'declare it in properties of the items, or remove it from x-kubernetes-list-map-keys',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-key-property'],
    },
    twice: {
      text: "the key '{key}' is listed more than once",
      help: 'remove one of them',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-key-duplicate'],
    },
    optional: {
      text: "the key '{key}' must be required or have a default",
      help: 'add it to required of the items, or give it a default',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-key-required-or-default'],
    },
    nullable: {
      text: "the key '{key}' must not be nullable",
      help: 'remove nullable',
      cause: 'FieldValueForbidden',
      rows: ['crd-list-map-key-nullable'],
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
                    a:
                  # ^ expect: withoutType
                      type: array
                      x-kubernetes-list-map-keys: [name]
                      items: { type: object, required: [name], properties: { name: { type: string } } }
                    b:
                      type: array
                      x-kubernetes-list-type: set
                      #                       ^^^ expect: otherType
                      x-kubernetes-list-map-keys: [name]
                      items: { type: string }
                    c:
                  # ^ expect: missing
                      type: array
                      x-kubernetes-list-type: map
                      items: { type: object, properties: { name: { type: string } } }
                    d:
                  # ^ expect: itemsMissing
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [name]
                    e:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [name]
                      items: [{ type: object }]
                      #      ^^^^^^^^^^^^^^^^^^ expect: itemsList
                    f:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [name]
                      items: { type: string }
                      #              ^^^^^^ expect: itemsType
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
                  type: object
                  properties:
                    ports:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [range, number, protocol, protocol, name]
                      #                                   ^^^^^^ expect: undeclared
                      #                                                     ^^^^^^^^ expect: twice
                      items:
                        type: object
                        required: [range, name]
                        properties:
                          range: { type: array, items: { type: integer } }
                          #              ^^^^^ expect: compound
                          protocol: { type: string }
                        # ^^^^^^^^ expect: optional
                          name: { type: string, nullable: true }
                          #                               ^^^^ expect: nullable
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
                    ports:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [number, protocol]
                      items:
                        type: object
                        required: [number]
                        properties:
                          number: { type: integer }
                          protocol: { type: string, default: TCP }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      withoutType: 'keys-without-list-type',
      otherType: 'keys-of-other-list-type',
      missing: 'keys-missing',
      itemsMissing: 'map-items-missing',
      itemsList: 'map-items-list',
      itemsType: 'map-items-type',
      compound: 'key-compound',
      undeclared: 'key-undeclared',
      twice: 'key-twice',
      optional: 'key-optional',
      nullable: 'key-nullable',
    });
  },
});
