import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/embedded-resource',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'An embedded resource is an object with properties, or keeps unknown fields.',
  details: `
\`x-kubernetes-embedded-resource: true\` says that a value is a whole Kubernetes object, with \`apiVersion\`, \`kind\` and
\`metadata\`, which the API server then validates. So its type is \`object\`, and it either declares properties of its own
or has \`x-kubernetes-preserve-unknown-fields: true\`; else nothing of it would be kept. There can be none inside
of \`metadata\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#rawextension',
  messages: {
    untyped: {
      text: 'the embedded resource has no type',
      help: 'add type: object',
      cause: 'FieldValueRequired',
      rows: ['crd-embedded-type-required'],
    },
    type: {
      text: "the type of the embedded resource is '{type}'; it must be object",
      cause: 'FieldValueInvalid',
      rows: ['crd-embedded-type-object'],
    },
    empty: {
      text: 'the embedded resource has no properties, so nothing of it would be kept',
      help: 'add x-kubernetes-preserve-unknown-fields: true, or properties',
      cause: 'FieldValueRequired',
      rows: ['crd-embedded-properties-required'],
    },
    inMetadata: {
      text: 'there cannot be an embedded resource inside of apiVersion, kind or metadata',
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
    for (const { location } of schemaProblems(resource, 'embedded-untyped')) {
      report('untyped', location);
    }
    for (const { location, values } of schemaProblems(resource, 'embedded-type')) {
      report('type', location, values);
    }
    for (const { location } of schemaProblems(resource, 'embedded-empty')) {
      report('empty', location);
    }
    for (const { location } of schemaProblems(resource, 'embedded-in-metadata')) {
      report('inMetadata', location);
    }
  },
});
