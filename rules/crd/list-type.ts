import { setsOfCompositeItems } from '../../src/analysis/crd/list-sets.ts';
import { reportSchemaProblems, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

const LIST_TYPE = 'x-kubernetes-list-type';

export default defineRule({
  id: 'crd/list-type',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A list type is atomic, set or map, and fits the items of the array.',
  details: `
\`x-kubernetes-list-type\` determines how server-side apply merges a list: \`atomic\` (the default) as a single value,
\`set\` as a set of unique values, \`map\` as objects that are identified by the fields in \`x-kubernetes-list-map-keys\`. The
items of a set must be scalars, or lists and objects that are atomic. The items of a set or map must not be nullable.

Use sets for scalars only: the API server cannot compare the lists and objects in a set when it merges a list or evaluates
validation rules, so such a request or rule fails. It warns about such a set since Kubernetes 1.37.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    untyped: {
      text: 'x-kubernetes-list-type: {value} requires type: array',
      help: 'add type: array',
      cause: 'FieldValueRequired',
      rows: ['crd-list-type-needs-array'],
    },
    type: {
      text: "the type is '{type}'; it must be array with x-kubernetes-list-type: {value}",
      help: 'set type: array, or remove x-kubernetes-list-type',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-type-needs-array'],
    },
    unknown: {
      text: "x-kubernetes-list-type is '{value}'; it must be atomic, set or map",
      cause: 'FieldValueNotSupported',
      rows: ['crd-list-type-not-supported'],
    },
    setOfLists: {
      text: "the items of a set are lists of type '{value}'; they must be atomic",
      help: 'remove x-kubernetes-list-type from the items, or from the list itself',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-set-items-list-atomic'],
    },
    setOfObjects: {
      text: 'the items of a set are objects that are not atomic',
      help: 'add x-kubernetes-map-type: atomic to the items, or use x-kubernetes-list-type: map',
      cause: 'FieldValueInvalid',
      rows: ['crd-list-set-items-map-atomic'],
    },
    compositeItems: {
      text: 'server-side apply and validation rules do not support a set of items of type {type}',
      help: 'remove x-kubernetes-list-type, or use x-kubernetes-list-type: map for objects',
      severity: 'warning',
      cause: 'Warning',
      range: minorsWith('set-item-warnings'),
      rows: ['crd-warn-set-items'],
    },
    nullable: {
      text: 'the items of a list of type {value} must not be nullable',
      help: 'remove nullable',
      cause: 'FieldValueForbidden',
      rows: ['crd-list-items-nullable'],
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
                    any:
                  # ^^^ expect: untyped
                      x-kubernetes-preserve-unknown-fields: true
                      x-kubernetes-list-type: atomic
                    text:
                      type: string
                      #     ^^^^^^ expect: type
                      x-kubernetes-list-type: atomic
                    names:
                      type: array
                      x-kubernetes-list-type: unique
                      #                       ^^^^^^ expect: unknown
                      items: { type: string }
                    pairs:
                      type: array
                      x-kubernetes-list-type: set
                      #                       ^^^ expect: compositeItems
                      items:
                        type: array
                        x-kubernetes-list-type: set
                        #                       ^^^ expect: setOfLists
                        items: { type: string }
                    ports:
                      type: array
                      x-kubernetes-list-type: set
                      #                       ^^^ expect: compositeItems
                      items:
                    # ^^^^^ expect: setOfObjects
                        type: object
                        nullable: true
                        #         ^^^^ expect: nullable
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
                    names:
                      type: array
                      x-kubernetes-list-type: set
                      items: { type: string }
                    ports:
                      type: array
                      x-kubernetes-list-type: map
                      x-kubernetes-list-map-keys: [port]
                      items: { type: object, required: [port], properties: { port: { type: integer } } }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      untyped: 'list-type-untyped',
      type: 'list-type-of-other',
      unknown: 'unknown-list-type',
      setOfLists: 'set-of-lists',
      setOfObjects: 'set-of-objects',
      nullable: 'items-nullable',
    });
    for (const { judgement, node, type } of setsOfCompositeItems(resource)) {
      const location = schemaLocation(resource, judgement, node, keyword(LIST_TYPE));
      report({ message: 'compositeItems', at: location, values: { type } });
    }
  },
});
