import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/schema-metadata',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A schema leaves metadata, apiVersion and kind to the server.',
  details: `
Every object has \`apiVersion\`, \`kind\` and \`metadata\`, and the API server validates them by itself. A schema may
name them, with their types (string, string, object), and restrict \`metadata.name\` and \`metadata.generateName\`. Of \`metadata\` at
the root it may say nothing else, not even a description. The types hold for embedded objects as well.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    type: {
      text: "the type of {member} is '{type}'; it must be string for apiVersion and kind, and object for metadata",
      cause: 'FieldValueInvalid',
      rows: [
        'crd-structural-kind-string',
        'crd-structural-apiversion-string',
        'crd-structural-metadata-object',
      ],
    },
    restricted: {
      text: "the schema of metadata has '{keyword}'; only type, name and generateName are allowed",
      help: 'leave the rest out; the server knows what metadata is',
      cause: 'FieldValueForbidden',
      rows: ['crd-structural-metadata-restricted'],
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
                    kind: { type: object }
                    #             ^^^^^^ expect: type
                    metadata:
                      type: object
                      required: [name]
                      #         ^^^^^^ expect: restricted
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
                    apiVersion: { type: string }
                    kind: { type: string }
                    metadata: { type: object, properties: { name: { type: string, maxLength: 20 } } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { location, values } of schemaProblems(resource, 'metadata-member-type')) {
      report('type', location, values);
    }
    for (const { location, values } of schemaProblems(resource, 'metadata-restricted')) {
      report('restricted', location, values);
    }
  },
});
