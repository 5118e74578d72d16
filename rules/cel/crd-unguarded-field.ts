import { validationRuleSets } from '../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { textRangeOfNode } from '../../src/analysis/cel/text-ranges.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import type { FoundFailure } from '../../src/cel/symbolic/search.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { failingResources } from './crd-unguarded-field/failing-resources.ts';
import { failuresOf, missingName } from './crd-unguarded-field/failures.ts';
import { guardFix } from './crd-unguarded-field/guard-fix.ts';

export default defineRule({
  id: 'cel/crd-unguarded-field',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'A validation rule tests whether an optional field is present before it selects it.',
  details: `
If a rule selects a field that the custom resource does not have, the evaluation fails with \`no such key\`, and the resource is
refused. A field is always present only if the schema requires it or sets a default. A key of a map is never certain.

Test first: \`!has(self.max) || self.min <= self.max\`, or \`self.?max.orValue(10) >= self.min\`. A field of an optional object needs
two tests: \`has(self.a) && has(self.a.b)\`. A rule of the field itself needs none, because it is evaluated only if the field
is present. The order in \`&&\` and \`||\` does not matter: an error on one side is ignored if the other side determines the
result.

It is a warning if the rule would accept the resource with an empty value, 0 or false instead of the absent one. Then it refuses
a resource that is probably valid. Otherwise only the message that users see is wrong.

Only ordinary custom resources are considered, which the schema and all other rules accept.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-path-behaviors',
  messages: {
    refused: {
      text: 'a resource {shape} {result}: the rule fails with "no such key"',
      help: 'test first with has() or .?, or make the field required, or set a default',
      rows: ['crd-lint-rule-optional-field'],
    },
    refusedKey: {
      text: 'a resource {shape} {result}: the rule fails with "no such key"',
      help: "test first with 'key' in the map, or use [?'key']",
      rows: ['crd-lint-rule-optional-field'],
    },
    reason: {
      text: 'a resource {shape} {result} with "no such key" instead of the message of the rule',
      help: 'test first with has() or .?',
      severity: 'info',
      rows: ['crd-lint-rule-optional-field'],
    },
    message: {
      text: 'the messageExpression fails if {place} is absent, so its message is not shown then',
      help: 'test first with has() or .?',
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
                        x-kubernetes-validations:
                          - rule: self.min <= self.max
                            message: min must not be greater than max
                        required: [min]
                        properties: { min: { type: integer }, max: { type: integer } }
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
                        x-kubernetes-validations:
                          - rule: "!has(self.max) || self.min <= self.max"
                            message: min must not be greater than max
                        required: [min]
                        properties: { min: { type: integer }, max: { type: integer } }
        `,
      },
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
          const at = { index: rule.index, name: member };
          const location = ruleLocation(resource, rule.rules, at, textRangeOfNode(expr, text));
          if (member === 'messageExpression') {
            report({
              message: 'message',
              at: location,
              values: { place: missingName(missing, set, rule.node) },
            });
            continue;
          }
          const { shape, areAll } = failingResources(first, set, rule.node);
          const isKey = missing.parent?.shape.kind === 'map';
          const id = !isHarmful(first) ? 'reason' : isKey ? 'refusedKey' : 'refused';
          const fix = guardFix(resource, rule, expr, !isHarmful(first));
          const result = areAll ? 'is refused' : 'can be refused';
          report({ message: id, at: location, values: { shape, result }, fix });
        }
      }
    }
  },
});

/**
 * Reports whether the rule would accept some of the resources for which it fails, if the selection gave a zero value.
 */
function isHarmful({ zeroValueResults }: FoundFailure): boolean {
  return zeroValueResults.has('true') || zeroValueResults.has('other');
}
