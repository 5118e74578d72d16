import { schemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/default-place',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'Defaults do not stand in the metadata of objects.',
  details: `
\`apiVersion\`, \`kind\` and \`metadata\` of an object are made by its author and the API server, so the schema of a CRD can give
no defaults to them or to anything in them. In the metadata of an embedded object defaults are allowed, but not for the
values of maps such as labels.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting',
  messages: {
    metadata: {
      text: '{member} of the object, and what is in it, cannot have defaults',
      help: 'leave the default out',
      cause: 'FieldValueForbidden',
      rows: ['crd-default-toplevel-meta'],
    },
    map: {
      text: 'the values of a map in metadata cannot have defaults',
      help: 'leave the default out',
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
    for (const { location, values } of schemaProblems(resource, 'default-in-metadata')) {
      report('metadata', location, values);
    }
    for (const { location } of schemaProblems(resource, 'default-in-metadata-map')) {
      report('map', location);
    }
  },
});
