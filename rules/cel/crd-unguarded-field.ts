import { validationRuleSets } from '../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { textRangeOfNode } from '../../src/analysis/cel/text-ranges.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import type { FoundFailure } from '../../src/cel/symbolic/search.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { failuresOf, missingName } from './crd-unguarded-field/failures.ts';

export default defineRule({
  id: 'cel/crd-unguarded-field',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A rule of a schema asks whether an optional field is there before it selects it.',
  details: `
Where a rule selects a field that the custom resource does not have, it ends in an error instead of a
decision, and the resource is refused with \`no such key\`. A field is there for sure only if the schema
requires it or gives it a default; a key of a map never is.

Ask before: \`!has(self.max) || self.min <= self.max\`, or \`self.?max.orValue(10) >= self.min\`. A field of
an optional field needs two tests: \`has(self.a) && has(self.a.b)\`. A rule that stands at the field itself
needs none: it is not run where the field is absent. With \`&&\` and \`||\` the order does not matter: an
error on one side is forgotten where the other side decides.

It is a warning where the rule would accept the resource if what is absent were empty, 0 or false: then a
resource is refused that was most likely meant to be fine. Where it would refuse it anyway, only the
reason that the user reads is spoilt.

Only what ordinary custom resources show is reported: those that the schema and all other rules accept.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-path-behaviors',
  messages: {
    refused: {
      text: 'a resource without {place}, which is optional, is refused: the rule ends in an error',
      help: 'ask first, with has() or .?, or require the field or give it a default',
      rows: ['crd-lint-rule-optional-field'],
    },
    refusedKey: {
      text: 'a resource whose map has no {place} is refused: the rule ends in an error',
      help: "ask first, with 'key' in the map or [?'key']",
      rows: ['crd-lint-rule-optional-field'],
    },
    reason: {
      text: 'a resource without {place} is refused for "no such key": the rule ends in an error',
      help: 'ask first, with has() or .?, so that the message alone is shown',
      severity: 'info',
      rows: ['crd-lint-rule-optional-field'],
    },
    message: {
      text: 'the messageExpression ends in an error where there is no {place}, and is not shown then',
      help: 'ask first, with has() or .?',
      severity: 'info',
      rows: ['crd-lint-rule-optional-field'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
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
                      required: [min]
                      x-kubernetes-validations:
                        - rule: self.mode != 'fixed' || has(self.max)
                          #         ^^^^^ expect: refused
                          message: fixed pools have a max
                        - rule: self.min <= self.max
                          #                     ^^^^ expect: refused
                          message: min is at most max
                        - rule: self.owner != ''
                          #         ^^^^^^ expect: reason
                          message: there is an owner
                        - rule: "!has(self.labels) || self.labels['tier'] != 'none'"
                          #                                      ^^^^^^^^ expect: refusedKey
                          message: the tier is not none
                        - rule: self.min > 0
                          messageExpression: "'min must be above 0 and below ' + string(self.max)"
                          #                                                                 ^^^^ expect: message
                          message: min is above 0
                      properties:
                        min: { type: integer }
                        max: { type: integer }
                        owner: { type: string, maxLength: 10 }
                        mode: { type: string, maxLength: 10 }
                        labels:
                          type: object
                          maxProperties: 10
                          additionalProperties: { type: string, maxLength: 10 }
      `,
    ],
    good: [
      yaml`
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: pools.shop.example.com }
        spec:
          group: shop.example.com
          names: { plural: pools, kind: Pool }
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
                      required: [min]
                      x-kubernetes-validations:
                        - rule: "!has(self.max) || self.min <= self.max"
                          message: min is at most max
                        - rule: self.labels[?'tier'].orValue('x') != ''
                          message: tier is given
                      properties:
                        min: { type: integer }
                        max: { type: integer }
                        labels:
                          type: object
                          default: {}
                          maxProperties: 10
                          additionalProperties: { type: string, maxLength: 10 }
      `,
    ],
  },
  check(resource, { report }) {
    for (const set of validationRuleSets(resource)) {
      for (const rule of set.rules) {
        for (const member of ['rule', 'messageExpression'] as const) {
          const text = rule.entry.rule[member];
          if (text === undefined || text === '') continue;
          const failures = failuresOf(set, rule, member);
          const first = failures.find(isHarmful) ?? failures[0];
          if (first === undefined) continue;
          const { expr, missing } = first;
          const place = missingName(missing, set, rule.node);
          const at = { index: rule.index, name: member };
          const location = ruleLocation(resource, rule.rules, at, textRangeOfNode(expr, text));
          if (member === 'messageExpression') report('message', location, { place });
          else if (!isHarmful(first)) report('reason', location, { place });
          else if (missing.parent?.shape.kind === 'map') report('refusedKey', location, { place });
          else report('refused', location, { place });
        }
      }
    }
  },
});

/** Whether the rule would accept some of the resources for which it fails if the selection gave a zero value. */
function isHarmful({ zeroValueResults }: FoundFailure): boolean {
  return zeroValueResults.has('true') || zeroValueResults.has('other');
}
