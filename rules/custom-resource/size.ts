import { aboutField, fieldName } from '../../src/analysis/custom-resources/descriptions.ts';
import {
  keywordInCrd,
  problemLocation,
  valueLocation,
} from '../../src/analysis/custom-resources/locations.ts';
import { valueAt } from '../../src/analysis/custom-resources/values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

export default defineRule({
  id: 'custom-resource/size',
  on: 'custom-resource',
  severity: 'error',
  summary:
    'Lists and objects of a custom resource have as many entries as the CRD allows, and no others.',
  details: `
\`minItems\` and \`maxItems\` limit lists, \`minProperties\` and \`maxProperties\` objects and maps. \`additionalProperties: false\`
allows only the properties that the schema declares; the server does not remove the others, it refuses them.

As long as there are too many entries, the server evaluates no validation rules (CEL) of the object.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    many: {
      text: '{name} has {actual} {entries}; at most {limit} are allowed',
      help: 'remove some of them{about}',
      cause: 'FieldValueTooMany',
      rows: ['cr-max-items', 'cr-max-properties'],
      explains: ['custom-resource/validation-rule#blocked'],
    },
    few: {
      text: '{name} has {actual} {entries}; at least {limit} are required',
      help: 'add more of them{about}',
      cause: 'FieldValueInvalid',
      rows: ['cr-min-items', 'cr-min-properties'],
    },
    forbidden: {
      text: "{name} cannot have the property '{property}'",
      help: 'remove it: additionalProperties is false in the CRD',
      cause: 'FieldValueInvalid',
      rows: ['cr-forbidden-property'],
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
                        names: { type: array, maxItems: 1, items: { type: string } }
                        hosts: { type: array, minItems: 1, items: { type: string } }
                        labels: { type: object, maxProperties: 1, additionalProperties: { type: string } }
                        none: { type: object, additionalProperties: false }
        ---
        apiVersion: stable.example.com/v1
        kind: CronTab
        metadata: { name: nightly }
        spec:
          names: [a, b]
          #      ^^^^^^ expect: many
          hosts: []
          #      ^^ expect: few
          labels: { a: x, b: y }
          #       ^^^^^^^^^^^^^^ expect: many
          none: { a: x }
          #       ^ expect: forbidden
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
                        names: { type: array, maxItems: 2, items: { type: string } }
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
    for (const problem of resource.errors.values) {
      const { fault, keyword, segments, schema } = problem;
      const name = fieldName(segments);
      if (fault.kind === 'forbidden') {
        const { property } = fault;
        const location = valueLocation(resource, [...segments, property], problem.name, 'key');
        const related = keywordInCrd(resource, schema, [keyword]);
        report({ message: 'forbidden', at: location, values: { name, property }, related });
      } else if (isSize(keyword)) {
        const value = valueAt(resource, segments);
        const values = {
          name,
          actual: Array.isArray(value)
            ? value.length
            : isMapping(value)
              ? Object.keys(value).length
              : 0,
          entries: keyword.endsWith('Items') ? 'items' : 'properties',
          limit: schema[keyword] ?? 0,
          about: aboutField(resource, segments),
        };
        const related = keywordInCrd(resource, schema, [keyword]);
        const message = fault.kind === 'too-many' ? 'many' : 'few';
        report({ message: message, at: problemLocation(resource, problem), values, related });
      }
    }
  },
});

type Size = 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';

function isSize(keyword: string): keyword is Size {
  return ['minItems', 'maxItems', 'minProperties', 'maxProperties'].includes(keyword);
}
