import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/embedded-resource',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'An embedded resource is an object with properties, or preserves unknown fields.',
  details: `
\`x-kubernetes-embedded-resource: true\` declares that a value is a complete Kubernetes object, with \`apiVersion\`, \`kind\`
and \`metadata\`, which the API server then validates. Its type must be \`object\`, and it must declare properties or set
\`x-kubernetes-preserve-unknown-fields: true\`; otherwise the server would prune all its other fields. It is not
allowed inside \`metadata\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#rawextension',
  messages: {
    untyped: {
      text: 'an embedded resource requires type: object',
      help: 'add type: object',
      cause: 'FieldValueRequired',
      rows: ['crd-embedded-type-required'],
    },
    type: {
      text: "the type of an embedded resource is '{type}'; it must be object",
      help: 'set type: object, or remove x-kubernetes-embedded-resource',
      cause: 'FieldValueInvalid',
      rows: ['crd-embedded-type-object'],
    },
    empty: {
      text: 'an embedded resource requires properties or x-kubernetes-preserve-unknown-fields: true',
      help: 'add x-kubernetes-preserve-unknown-fields: true, or properties',
      cause: 'FieldValueRequired',
      rows: ['crd-embedded-properties-required'],
    },
    inMetadata: {
      text: 'an embedded resource is not allowed inside apiVersion, kind or metadata',
      help: 'remove x-kubernetes-embedded-resource',
      cause: 'FieldValueForbidden',
      rows: ['crd-embedded-in-meta'],
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
                    metadata:
                      type: object
                      properties:
                        name:
                          type: object
                          x-kubernetes-embedded-resource: true
                          #                               ^^^^ expect: inMetadata
                          x-kubernetes-preserve-unknown-fields: true
                    template:
                  # ^^^^^^^^ expect: empty
                      type: object
                      x-kubernetes-embedded-resource: true
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
                    template: { x-kubernetes-embedded-resource: true }
                  # ^^^^^^^^ expect: untyped, empty
                    names:
                      type: array
                      #     ^^^^^ expect: type
                      items: { type: string }
                      x-kubernetes-embedded-resource: true
                      x-kubernetes-preserve-unknown-fields: true
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
                    template:
                      type: object
                      x-kubernetes-embedded-resource: true
                      x-kubernetes-preserve-unknown-fields: true
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      untyped: 'embedded-untyped',
      type: 'embedded-type',
      empty: 'embedded-empty',
      inMetadata: 'embedded-in-metadata',
    });
  },
});
