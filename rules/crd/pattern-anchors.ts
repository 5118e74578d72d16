import { schemaJudgements, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { seen } from '../../src/crd/keywords.ts';
import { keyword } from '../../src/crd/problem.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { oddityOf } from './pattern-anchors/pattern-reach.ts';

export default defineRule({
  id: 'crd/pattern-anchors',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A pattern that describes whole texts is anchored at both ends.',
  details: `
A \`pattern\` matches anywhere in a text. \`[a-z]+\` fits "NO! x", because there is a small letter in it, and
\`[a-z]*\` fits everything, because nothing at all is enough. To describe the whole text write
\`^[a-z]+$\`.

A bar binds less than an anchor: \`^a|b$\` fits what begins with a, and what ends with b. Write \`^(a|b)$\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    everything: {
      text: "the pattern '{pattern}' fits every text: it also fits where it finds nothing",
      help: 'put ^ before it and $ behind it, if the whole text is meant',
      rows: ['crd-lint-pattern-unanchored'],
    },
    alternatives: {
      text: "of the pattern '{pattern}', ^ belongs to the first alternative only, and $ to the last",
      help: 'put the alternatives into a group, as in ^(a|b)$',
    },
    unanchored: {
      text: "the pattern '{pattern}' has no ^ and no $, so any text fits that has such a part somewhere",
      help: 'write ^{pattern}$, if the whole text is meant',
      severity: 'info',
      rows: ['crd-lint-pattern-unanchored'],
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
                        zone: { type: string, pattern: "[a-z]*" }
                        #                              ^^^^^^^^ expect: everything
                        class: { type: string, pattern: "^gold|silver$" }
                        #                               ^^^^^^^^^^^^^^^ expect: alternatives
                        name: { type: string, pattern: "[a-z]+(-[a-z]+)*" }
                        #                              ^^^^^^^^^^^^^^^^^^ expect: unanchored
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
                        zone: { type: string, pattern: "^[a-z]*$" }
                        class: { type: string, pattern: "^(gold|silver)$" }
                        image: { type: string, pattern: "@sha256:[0-9a-f]{64}" }
                        path: { type: string, pattern: "^/" }
      `,
    ],
  },
  check(resource, { report }) {
    for (const judgement of schemaJudgements(resource)) {
      for (const node of seen(judgement.tree, 'pattern')) {
        const { pattern = '' } = node.schema;
        const oddity = oddityOf(pattern);
        if (oddity === undefined) continue;
        report(oddity, schemaLocation(resource, judgement, node, keyword('pattern')), { pattern });
      }
    }
  },
});
