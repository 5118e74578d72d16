import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/int-or-string',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'An int-or-string is nothing else.',
  details: `
\`x-kubernetes-int-or-string: true\` says that a value is an integer or a text, such as a port or a percentage.
The API server refuses it together with \`x-kubernetes-preserve-unknown-fields\` or \`x-kubernetes-embedded-resource\`,
which are about objects.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#intorstring',
  messages: {
    preserve: {
      text: 'an int-or-string has no fields that could be preserved',
      help: 'leave x-kubernetes-preserve-unknown-fields out',
      cause: 'FieldValueInvalid',
      rows: ['crd-intorstring-preserve'],
    },
    embedded: {
      text: 'an int-or-string cannot be an embedded resource',
      help: 'leave one of the two out',
      cause: 'FieldValueInvalid',
      rows: ['crd-intorstring-embedded'],
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
                    port:
                      x-kubernetes-int-or-string: true
                      x-kubernetes-preserve-unknown-fields: true
                      #                                     ^^^^ expect: preserve
                      x-kubernetes-embedded-resource: true
                      #                               ^^^^ expect: embedded
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
                    port:
                      x-kubernetes-int-or-string: true
                      anyOf: [{ type: integer }, { type: string }]
      `,
    ],
  },
  check(resource, { report }) {
    for (const { location } of schemaProblems(resource, 'int-or-string-preserve')) {
      report('preserve', location);
    }
    for (const { location } of schemaProblems(resource, 'int-or-string-embedded')) {
      report('embedded', location);
    }
  },
});
