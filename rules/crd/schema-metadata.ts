import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/schema-metadata',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A schema restricts only the name and generateName of metadata.',
  details: `
Every object has \`apiVersion\`, \`kind\` and \`metadata\`, and the API server validates them itself. A schema may declare
them with their types (string, string and object) and restrict \`metadata.name\` and \`metadata.generateName\`. Any other
keyword in the schema of the root's \`metadata\` is refused, even a description. The types are the same for embedded
resources.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    type: {
      text: "the type of {member} is '{type}'; it must be object for metadata, string for apiVersion and kind",
      cause: 'FieldValueInvalid',
      rows: [
        'crd-structural-kind-string',
        'crd-structural-apiversion-string',
        'crd-structural-metadata-object',
      ],
    },
    restricted: {
      text: "'{keyword}' is not allowed in the schema of metadata; only type, name and generateName are",
      help: 'remove it; the server validates metadata itself',
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
    reportSchemaProblems(report, resource, {
      type: 'metadata-member-type',
      restricted: 'metadata-restricted',
    });
  },
});
