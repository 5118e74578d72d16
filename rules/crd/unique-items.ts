import { reportSchemaProblems } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/unique-items',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary: 'A schema does not set uniqueItems.',
  details: `
Comparing all items of a list with each other takes quadratic time, so the API server refuses \`uniqueItems: true\`. For
a list of scalars, use \`x-kubernetes-list-type: set\`, which the server checks in linear time. For a list of objects,
use \`x-kubernetes-list-type: map\` with the key properties in \`x-kubernetes-list-map-keys\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema',
  messages: {
    unique: {
      text: 'uniqueItems cannot be true in a CRD',
      help: 'use x-kubernetes-list-type: set instead, or map for objects',
      cause: 'FieldValueForbidden',
      rows: ['crd-unique-items'],
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
                    names:
                      type: array
                      uniqueItems: true
                      #            ^^^^ expect: unique
                      items: { type: string }
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
                    names:
                      type: array
                      x-kubernetes-list-type: set
                      items: { type: string }
      `,
    ],
  },
  check(resource, { report }) {
    reportSchemaProblems(report, resource, { unique: 'unique-items' });
  },
});
