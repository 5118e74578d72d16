import { validationRuleSets } from '../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { textRangeOfNode } from '../../src/analysis/cel/text-ranges.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import type { Expr } from '../../src/cel/ast.ts';
import { callsIn } from '../../src/cel/expression-tree.ts';

import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isSameExpression } from './crd-constant-rule/same-expression.ts';

export default defineRule({
  id: 'cel/crd-constant-rule',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The result of a validation rule depends on the custom resource.',
  details: `
A validation rule that is \`true\` accepts all custom resources, so it has no effect. A rule that is \`false\` refuses all custom
resources that have the value. To forbid a field, remove it from the schema.

A comparison of an expression with itself, such as \`self == self\`, always has the same result. Often one side should be
\`oldSelf\` or another field.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules',
  messages: {
    alwaysTrue: {
      text: 'the rule is always true, so it has no effect',
      help: 'remove it, or write the condition that is meant',
      rows: ['crd-lint-rule-constant'],
    },
    alwaysFalse: {
      text: 'the rule is always false, so all custom resources with this value are refused',
      help: 'write the condition that is meant, or remove the field from the schema',
      rows: ['crd-lint-rule-constant'],
    },
    neverNew: {
      text: 'the rule is false for every new value, because oldSelf has no value then',
      help: 'write !oldSelf.hasValue() || ..., or remove optionalOldSelf and hasValue(): the rule is then checked in updates only',
      rows: ['crd-lint-rule-constant'],
    },
    withItself: {
      text: 'both sides of this comparison are the same, so it is always {result}',
      help: 'compare with oldSelf or another field, or remove the comparison',
      rows: ['crd-lint-rule-constant'],
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
                      required: [min, max]
                      x-kubernetes-validations:
                        - rule: "true"
                          #     ^^^^^^ expect: alwaysTrue
                          message: fine
                        - rule: self.min > 0 && self.max >= self.max
                          #                              ^^ expect: withItself
                          message: min is at most max
                      properties:
                        min: { type: integer }
                        max:
                          type: integer
                          x-kubernetes-validations:
                            - rule: "false"
                              #     ^^^^^^^ expect: alwaysFalse
                              message: there is no max any more
                        zone:
                          type: string
                          x-kubernetes-validations:
                            - rule: oldSelf.hasValue() && oldSelf.value() == self
                              #             ^^^^^^^^ expect: neverNew
                              optionalOldSelf: true
                              message: the zone cannot be changed
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
                      required: [min, max]
                      x-kubernetes-validations:
                        - rule: self.min > 0 && self.max >= self.min
                          message: min is at most max
                      properties:
                        min: { type: integer }
                        max: { type: integer }
                        zone:
                          type: string
                          x-kubernetes-validations:
                            - rule: "oldSelf.hasValue() ? oldSelf.value() == self : self != ''"
                              optionalOldSelf: true
                              message: the zone cannot be changed
      `,
    ],
  },
  check(resource, { report }) {
    for (const { rules } of validationRuleSets(resource)) {
      for (const { rules: of, index, checked, entry } of rules) {
        const { expr, source } = checked.ast;
        const at = { index, name: 'rule' } as const;
        if (expr.kind === 'const' && expr.value.type === 'bool') {
          report({
            message: expr.value.value ? 'alwaysTrue' : 'alwaysFalse',
            at: ruleLocation(resource, of, at),
          });
        }
        const needsOld =
          entry.rule.optionalOldSelf === true && conjunctsOf(expr).find(isHasValueOfOldSelf);
        if (needsOld) {
          const location = ruleLocation(resource, of, at, textRangeOfNode(needsOld, source));
          report({ message: 'neverNew', at: location });
        }
        for (const call of callsIn(checked)) {
          const result = RESULTS.get(call.function);
          const [left, right] = call.args;
          if (result === undefined || left === undefined || right === undefined) continue;
          if (!isSameExpression(left, right)) continue;
          const location = ruleLocation(resource, of, at, textRangeOfNode(call, source));
          report({ message: 'withItself', at: location, values: { result } });
        }
      }
    }
  },
});

/** The operands of an expression that all must be true. */
function conjunctsOf(expr: Expr): readonly Expr[] {
  return expr.kind === 'call' && expr.function === '_&&_' ? expr.args.flatMap(conjunctsOf) : [expr];
}

/** Reports whether an expression is `oldSelf.hasValue()`, which is false where there is no value before. */
function isHasValueOfOldSelf(expr: Expr): boolean {
  return (
    expr.kind === 'call' &&
    expr.function === 'hasValue' &&
    expr.target?.kind === 'ident' &&
    expr.target.name === 'oldSelf'
  );
}

/** The results of comparisons whose sides are the same. */
const RESULTS: ReadonlyMap<string, boolean> = new Map([
  ['_==_', true],
  ['_!=_', false],
  ['_<_', false],
  ['_<=_', true],
  ['_>_', false],
  ['_>=_', true],
]);
