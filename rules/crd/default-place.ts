import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/default-place',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'No default is set in the metadata of objects.',
  details: `
Clients and the API server set \`apiVersion\`, \`kind\` and \`metadata\` of an object. The schema of a CRD cannot define defaults
for them or for their fields. In the metadata of an embedded resource defaults are allowed, but not for the values of
maps such as labels.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    metadata: {
      text: 'a default is not allowed in {member} at the root of a schema',
      help: 'remove the default',
      cause: 'FieldValueForbidden',
      rows: ['crd-default-toplevel-meta'],
    },
    map: {
      text: 'a default is not allowed for the values of a map in metadata',
      help: 'remove the default',
      cause: 'FieldValueForbidden',
      rows: ['crd-default-meta-additional'],
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
                    kind: { type: string, default: CronTab }
                    #                              ^^^^^^^ expect: metadata
                    template:
                      type: object
                      x-kubernetes-embedded-resource: true
                      properties:
                        metadata:
                          type: object
                          properties:
                            labels: { type: object, additionalProperties: { type: string, default: x } }
                            #                                                                      ^ expect: map
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
                    spec: { type: object, properties: { replicas: { type: integer, default: 1 } } }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, {
      metadata: 'default-in-metadata',
      map: 'default-in-metadata-map',
    });
  },
});
