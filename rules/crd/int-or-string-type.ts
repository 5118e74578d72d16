import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { seen } from '../../src/server/crd/schema/keywords.ts';
import { keyword } from '../../src/server/crd/schema/problem.ts';
import { isIntOrString } from '../../src/server/crd/structural.ts';

export default defineRule({
  id: 'crd/int-or-string-type',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A schema with x-kubernetes-int-or-string has no type.',
  details: `
With \`x-kubernetes-int-or-string: true\` the API server accepts integers and strings in objects and ignores \`type\`; it
uses \`type\` only to validate a default. Clients and editors that read only \`type\` reject values that the server accepts.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#intorstring',
  messages: {
    type: {
      text: 'type: {type} has no effect with x-kubernetes-int-or-string: integers and strings are accepted',
      help: 'remove type to accept both, or x-kubernetes-int-or-string to accept only type {type}',
      rows: ['crd-lint-intorstring-type'],
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
                    spec:
                      type: object
                      properties:
                        port:
                          type: string
                          #     ^^^^^^ expect: type
                          x-kubernetes-int-or-string: true
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
                    spec:
                      type: object
                      properties:
                        port:
                          x-kubernetes-int-or-string: true
                          anyOf: [{ type: integer }, { type: string }]
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      for (const node of seen(judgement.tree, 'x-kubernetes-int-or-string')) {
        const { type = '' } = node.schema;
        if (type === '' || !isIntOrString(node.schema) || node.role !== 'structural') continue;
        report({
          message: 'type',
          at: schemaLocation(resource, judgement, node, keyword('type')),
          values: { type },
        });
      }
    }
  },
});
