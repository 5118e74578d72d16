import { patternsOf } from '../../src/analysis/crd/patterns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { excessiveReach } from './pattern-anchors/pattern-reach.ts';

export default defineRule({
  id: 'crd/pattern-anchors',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A pattern that describes a whole string is anchored at both ends.',
  details: `
A \`pattern\` may match anywhere in a string. \`[a-z]+\` accepts "NO! x", because it contains a lowercase letter, and
\`[a-z]*\` accepts every string, because it also matches nothing. To describe the whole string, use
\`^[a-z]+$\`.

An anchor binds more tightly than \`|\`: \`^a|b$\` accepts every string that begins with a or ends with b. Use
\`^(a|b)$\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation',
  messages: {
    everything: {
      text: "the pattern '{pattern}' matches every string, even an empty one",
      help: 'add {missing} so that the pattern must match the whole string',
      rows: ['crd-lint-pattern-unanchored'],
    },
    alternatives: {
      text: "the pattern '{pattern}' also accepts '{witness}': ^ and $ apply to one alternative each",
      help: 'put the alternatives into a group, as in ^(a|b)$',
    },
    unanchored: {
      text: "the pattern '{pattern}' also accepts '{witness}', because it has no anchors",
      help: 'use {anchored} if the whole string must match',
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
                        start: { type: string, pattern: "^[a-z]*" }
                        #                               ^^^^^^^^^ expect: everything
                        class: { type: string, pattern: "^gold|silver$" }
                        #                               ^^^^^^^^^^^^^^^ expect: alternatives
                        otherClass: { type: string, pattern: "^gold|silver$" }
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
                        # In a group, the alternatives would accept the same strings.
                        folder: { type: string, pattern: "^.{2,}|[^./]$" }
      `,
    ],
    fixed: [
      {
        before: yaml`
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
                          zone: { type: string, pattern: "^[a-z]*" }
                          class: { type: string, pattern: "^gold|silver$" }
                          name:
                            type: string
                            pattern: '[a-z]+(-[a-z]+)*' # as in DNS
        `,
        after: yaml`
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
                          name:
                            type: string
                            pattern: '^[a-z]+(-[a-z]+)*$' # as in DNS
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const { pattern, locate, replaceBy } of patternsOf(resource)) {
      const reach = excessiveReach(pattern);
      const location = reach === undefined ? undefined : locate();
      if (reach === undefined || location === undefined) continue;
      const fix = reach.anchored === undefined ? undefined : replaceBy(reach.anchored);
      switch (reach.kind) {
        case 'everything':
          report({
            message: 'everything',
            at: location,
            values: { pattern, missing: reach.missing },
            fix,
          });
          break;
        case 'alternatives':
          report({
            message: 'alternatives',
            at: location,
            values: { pattern, witness: reach.witness },
            fix,
          });
          break;
        case 'unanchored':
          report({ message: 'unanchored', at: location, values: { pattern, ...reach }, fix });
      }
    }
  },
});
