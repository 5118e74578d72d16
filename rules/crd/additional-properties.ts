import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/additional-properties',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A schema has either properties or additionalProperties, and its root only properties.',
  details: `
\`properties\` describes objects whose fields are known, \`additionalProperties\` maps whose keys users choose, such as
labels. A schema cannot have both, and neither the root of a CRD nor an embedded resource is a map.

\`additionalProperties: false\` is not needed to exclude unknown fields, and not allowed together with \`properties\`: the API
server prunes fields that are not declared, and rejects them in requests of kubectl (strict field validation).
\`additionalProperties: true\` together with \`properties\` is accepted.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    both: {
      text: 'properties and additionalProperties cannot be used together',
      help: 'remove additionalProperties; unknown fields are pruned without it',
      cause: 'FieldValueForbidden',
      rows: ['crd-additional-xor-properties'],
    },
    root: {
      text: 'additionalProperties is not allowed at the root of a schema',
      help: 'move the map into a property such as spec',
      cause: 'FieldValueForbidden',
      rows: ['crd-structural-additional-at-root'],
    },
    embedded: {
      text: 'additionalProperties is not allowed in an embedded resource',
      help: 'replace it with x-kubernetes-preserve-unknown-fields: true to keep all fields',
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
    reportSchemaProblems(report, resource, {
      both: 'additional-with-properties',
      root: 'root-additional',
      embedded: 'embedded-additional',
    });
  },
});
