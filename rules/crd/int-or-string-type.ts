import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import { isIntOrString } from '../../src/crd/structural.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'crd/int-or-string-type',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'An int-or-string has no type beside it.',
  details: `
With \`x-kubernetes-int-or-string: true\` the API server takes integers and texts, whatever \`type\` says beside it. It
only validates a default by that type. Other tools go by the type alone, and refuse what the server takes.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#intorstring',
  messages: {
    type: {
      text: 'type: {type} is ignored beside x-kubernetes-int-or-string: integers and texts are taken',
      help: 'remove one of the two',
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
        report('type', schemaLocation(resource, judgement, node, keyword('type')), { type });
      }
    }
  },
});
