import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/additional-properties',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'A schema has either properties or additionalProperties, and never the latter at the root.',
  details: `
\`properties\` is for objects whose fields are known, \`additionalProperties\` for maps whose keys users choose, such as
labels. One schema cannot be both, and neither the root of a CRD nor an embedded object is a map.

\`additionalProperties: false\` is no way to refuse unknown fields: with \`properties\` it is refused, and is not needed, as
the API server drops (or, for kubectl, refuses) fields that are not declared. \`additionalProperties: true\` beside
\`properties\` is taken.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    both: {
      text: 'the schema has properties and additionalProperties',
      help: 'leave additionalProperties out; unknown fields are dropped without it',
      cause: 'FieldValueForbidden',
      rows: ['crd-additional-xor-properties'],
    },
    root: {
      text: 'the root of a schema cannot have additionalProperties',
      help: 'move the map into a property such as spec',
      cause: 'FieldValueForbidden',
      rows: ['crd-structural-additional-at-root'],
    },
    embedded: {
      text: 'an embedded resource cannot have additionalProperties',
      help: 'write x-kubernetes-preserve-unknown-fields: true to keep all that it has',
      cause: 'FieldValueForbidden',
      rows: ['crd-embedded-additional-properties'],
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
                  additionalProperties: true
                  #                     ^^^^ expect: root
                  properties:
                    spec:
                      type: object
                      properties: { replicas: { type: integer } }
                      additionalProperties: false
                      #                     ^^^^^ expect: both
                    template:
                      type: object
                      x-kubernetes-embedded-resource: true
                      x-kubernetes-preserve-unknown-fields: true
                      additionalProperties: true
                      #                     ^^^^ expect: embedded
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
                    labels: { type: object, additionalProperties: { type: string } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { location } of schemaProblems(resource, 'additional-with-properties')) {
      report('both', location);
    }
    for (const { location } of schemaProblems(resource, 'root-additional')) {
      report('root', location);
    }
    for (const { location } of schemaProblems(resource, 'embedded-additional')) {
      report('embedded', location);
    }
  },
});
