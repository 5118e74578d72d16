import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/map-type',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'The x-kubernetes-map-type keyword is used on objects only, and is atomic or granular.',
  details: `
\`x-kubernetes-map-type\` controls how server-side apply merges an object: \`granular\` (the default) merges it field by
field, \`atomic\` replaces it as one value with a single owner. It is allowed on schemas of \`type: object\` only.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy',
  messages: {
    untyped: {
      text: "x-kubernetes-map-type is '{value}', but the schema has no type",
      help: 'add type: object',
      cause: 'FieldValueRequired',
      rows: ['crd-map-type-needs-object'],
    },
    type: {
      text: "x-kubernetes-map-type is allowed on objects only; the type is '{type}'",
      help: 'remove x-kubernetes-map-type',
      cause: 'FieldValueInvalid',
      rows: ['crd-map-type-needs-object'],
    },
    unknown: {
      text: "x-kubernetes-map-type is '{value}'; it must be atomic or granular",
      cause: 'FieldValueNotSupported',
      rows: ['crd-map-type-not-supported'],
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
                    labels:
                      type: string
                      #     ^^^^^^ expect: type
                      x-kubernetes-map-type: atomic
                    limits:
                      type: object
                      x-kubernetes-map-type: fine
                      #                      ^^^^ expect: unknown
                    any:
                  # ^^^ expect: untyped
                      x-kubernetes-preserve-unknown-fields: true
                      x-kubernetes-map-type: atomic
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
                    labels:
                      type: object
                      x-kubernetes-map-type: atomic
                      additionalProperties: { type: string }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      untyped: 'map-type-untyped',
      type: 'map-type-of-other',
      unknown: 'unknown-map-type',
    });
  },
});
