import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/int-or-string',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A value that is an integer or a string has no keywords for objects.',
  details: `
\`x-kubernetes-int-or-string: true\` declares that a value is an integer or a string, such as a port or a percentage. The
API server rejects it together with \`x-kubernetes-preserve-unknown-fields\` and \`x-kubernetes-embedded-resource\`, which are for
objects.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#intorstring',
  messages: {
    preserve: {
      text: 'x-kubernetes-preserve-unknown-fields is not allowed with x-kubernetes-int-or-string',
      help: 'remove x-kubernetes-preserve-unknown-fields',
      cause: 'FieldValueInvalid',
      rows: ['crd-intorstring-preserve'],
    },
    embedded: {
      text: 'x-kubernetes-embedded-resource is not allowed with x-kubernetes-int-or-string',
      help: 'remove one of the two',
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
    reportSchemaProblems(report, resource, {
      preserve: 'int-or-string-preserve',
      embedded: 'int-or-string-embedded',
    });
  },
});
