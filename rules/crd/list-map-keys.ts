import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/list-map-keys',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The keys of a list of type map are scalar fields that every item has.',
  details: `
A list of type \`map\` is a map whose keys lie in its items, so that server-side apply can tell them
apart: \`x-kubernetes-list-map-keys\` names the fields. Each must be a property of the items, a scalar, never null, and
always there: \`required\`, or with a default. The list type and its keys belong together; one without the other is refused.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    withoutType: {
      text: 'there are x-kubernetes-list-map-keys, but no list type',
      help: 'add x-kubernetes-list-type: map',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-keys-need-type'],
    },
    otherType: {
      text: "there are x-kubernetes-list-map-keys, but the list type is '{value}'; it must be map",
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-keys-need-type'],
    },
    missing: {
      text: 'the list type is map, but there are no keys',
      help: 'add x-kubernetes-list-map-keys with the fields that tell the items apart',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-keys-required'],
    },
    itemsMissing: {
      text: 'the list type is map, but there are no items',
      help: 'add items with their properties',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-items-required'],
    },
    itemsList: {
      text: 'the list type is map, so items must be one schema',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-items-single'],
    },
    itemsType: {
      text: "the list type is map, so the items must be objects; their type is '{type}'",
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-items-object'],
    },
    compound: {
      text: "the key '{key}' is of type {type}; keys must be scalars",
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-key-scalar'],
    },
    undeclared: {
      text: "the key '{key}' is no property of the items",
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-key-property'],
    },
    twice: {
      text: "the key '{key}' is listed twice",
      cause: 'FieldValueInvalid',
      rows: ['crd-list-map-key-duplicate'],
    },
    optional: {
      text: "items may lack the key '{key}'",
      help: 'add it to required of the items, or give it a default',
      cause: 'FieldValueRequired',
      rows: ['crd-list-map-key-required-or-default'],
    },
    nullable: {
      text: "the key '{key}' may be null",
      help: 'leave nullable out',
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
    for (const { location } of schemaProblems(resource, 'keys-without-list-type')) {
      report('withoutType', location);
    }
    for (const { location, values } of schemaProblems(resource, 'keys-of-other-list-type')) {
      report('otherType', location, values);
    }
    for (const { location } of schemaProblems(resource, 'keys-missing')) {
      report('missing', location);
    }
    for (const { location } of schemaProblems(resource, 'map-items-missing')) {
      report('itemsMissing', location);
    }
    for (const { location } of schemaProblems(resource, 'map-items-list')) {
      report('itemsList', location);
    }
    for (const { location, values } of schemaProblems(resource, 'map-items-type')) {
      report('itemsType', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'key-compound')) {
      report('compound', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'key-undeclared')) {
      report('undeclared', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'key-twice')) {
      report('twice', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'key-optional')) {
      report('optional', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'key-nullable')) {
      report('nullable', location, values);
    }
  },
});
