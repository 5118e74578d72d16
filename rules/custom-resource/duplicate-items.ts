import { declaredSchema, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import { keywordInCrd, valueLocation } from '../../src/analysis/custom-resources/locations.ts';
import { shownValue, valueAt } from '../../src/analysis/custom-resources/values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'custom-resource/duplicate-items',
  on: 'custom-resource',
  severity: 'error',
  summary: 'The items of a list with a list type are unique.',
  details: `
In a list with \`x-kubernetes-list-type: set\` no item occurs twice; with \`map\`, no two items have the same values for all of
\`x-kubernetes-list-map-keys\`, and each item is an object. Server-side apply merges such lists by these values. A missing
key counts as a value.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    item: {
      text: 'the list {name} contains {value} more than once',
      help: 'remove the repetition',
      cause: 'FieldValueDuplicate',
      rows: ['cr-list-set-duplicate', 'cr-list-update-ratchet'],
    },
    keys: {
      text: 'an earlier item of {name} has the same keys: {keys}',
      help: 'change the keys, or merge both items',
      cause: 'FieldValueDuplicate',
      rows: ['cr-list-map-duplicate'],
    },
    scalar: {
      text: 'an item of {name} must be an object',
      help: 'write the keys of the list: {keys}',
      cause: 'FieldValueInvalid',
      rows: ['cr-list-map-not-object'],
      withoutExample: 'the type of the items is wrong too, which is another error',
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
                      properties:
                        names: { type: array, x-kubernetes-list-type: set, items: { type: string } }
                        ports:
                          type: array
                          x-kubernetes-list-type: map
                          x-kubernetes-list-map-keys: [name]
                          items:
                            type: object
                            required: [name]
                            properties: { name: { type: string }, number: { type: integer } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          names: [a, b, a]
          #             ^ expect: item
          ports:
            - { name: http, number: 80 }
            - { name: http, number: 8080 } # expect: keys
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
                      properties:
                        names: { type: array, x-kubernetes-list-type: set, items: { type: string } }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          names: [a, b]
      `,
    ],
  },
  check(resource, { report }) {
    for (const { kind, listType, segments, path } of resource.errors.lists) {
      const list = segments.slice(0, -1);
      const schema = declaredSchema(resource, list) ?? {};
      const location = valueLocation(resource, segments, path);
      const related = keywordInCrd(resource, schema, ['x-kubernetes-list-type']);
      const name = fieldName(list);
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      const value = valueAt(resource, segments);
      if (kind === 'no-object')
        report({
          message: 'scalar',
          at: location,
          values: { name, keys: keys.join(', ') },
          related,
        });
      else if (listType === 'set')
        report({
          message: 'item',
          at: location,
          values: { name, value: shownValue(value) },
          related,
        });
      else {
        const item = isMapping(value) ? value : {};
        const shown = keys.map((key) => `${key} ${shownValue(item[key])}`).join(', ');
        report({ message: 'keys', at: location, values: { name, keys: shown }, related });
      }
    }
  },
});
