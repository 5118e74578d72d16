import {
  amountWords,
  costAdvice,
  evaluationWords,
  percentWords,
} from '../../src/analysis/crd/cost-messages.ts';
import {
  EXPRESSION_LIMIT,
  isCostHigh,
  mostExpensive,
  SCHEMA_LIMIT,
  schemaCosts,
} from '../../src/analysis/crd/rule-costs.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import { schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { larger } from '../../src/cel/cost/uint64.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/crd-cost-high',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary: 'The rules of a schema leave room in the budget of the server.',
  details: `
A rule may cost 10,000,000 as the API server estimates it, and all rules of a schema 100,000,000. With more than half
of that used up, the next condition in a rule, or the next list around it, makes the server refuse the CRD, often in somebody
else's change. While there is a list, map or text without a limit, the remedy is to give it one now, when no objects have
to be broken for it.

Where everything has its limit already, somebody has thought of the budget, and only more than 80% is reported.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions',
  messages: {
    expression: {
      text: 'the {owner} may cost {cost}{evaluations}: {percent} of what the server allows',
      help: '{advice}',
      rows: ['crd-lint-rule-cost-high'],
    },
    total: {
      text: 'the rules of this schema may cost {cost} together: {percent} of what the server allows',
      help: '{advice}',
      rows: ['crd-lint-rule-cost-high'],
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
                      properties:
                        ports:
                          type: array
                          items: { type: integer }
                          x-kubernetes-validations:
                            - rule: self.all(port, port > 0)
                              #     ^^^^^^^^^^^^^^^^^^^^^^^^ expect: expression
      `,
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
              # ^^^^^^^^^^^^^^^ expect: total
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        ports:
                          type: array
                          items:
                            type: integer
                            x-kubernetes-validations:
                              - rule: self != 1
                              - rule: self != 2
                              - rule: self != 3
                              - rule: self != 4
                              - rule: self != 5
                              - rule: self != 6
                              - rule: self != 7
                              - rule: self != 8
                              - rule: self != 9
                              - rule: self != 10
                              - rule: self != 11
                              - rule: self != 12
                              - rule: self != 13
                              - rule: self != 14
                              - rule: self != 15
                              - rule: self != 16
                              - rule: self != 17
                              - rule: self != 18
                              - rule: self != 19
                              - rule: self != 20
                              - rule: self != 21
                              - rule: self != 22
                              - rule: self != 23
                              - rule: self != 24
                              - rule: self != 25
                              - rule: self != 26
                              - rule: self != 27
                              - rule: self != 28
                              - rule: self != 29
                              - rule: self != 30
                              - rule: self != 31
                              - rule: self != 32
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
                      properties:
                        ports:
                          type: array
                          maxItems: 64
                          items: { type: integer }
                          x-kubernetes-validations:
                            - rule: self.all(port, port > 0)
      `,
    ],
  },
  check(resource, { report }) {
    for (const { judgement, expressions, total } of schemaCosts(resource)) {
      const highest = expressions.filter(({ cost }) => isCostHigh(cost, EXPRESSION_LIMIT));
      for (const expression of highest.slice(0, MOST_TOLD)) {
        const { cost, name, rules, index } = expression;
        const wish = { most: EXPRESSION_LIMIT / 2n, lowers: false, fits: 'it is cheap' };
        const { advice, related, limits } = costAdvice(resource, [expression], wish);
        if (limits.length === 0 && !isNearLimit(cost, EXPRESSION_LIMIT)) continue;
        const values = {
          owner: name,
          cost: amountWords(cost),
          evaluations: evaluationWords(expression),
          percent: percentWords(cost, EXPRESSION_LIMIT),
          advice,
        };
        report('expression', ruleLocation(resource, rules, { index, name }), values, { related });
      }
      if (!isCostHigh(total, SCHEMA_LIMIT)) continue;
      const worst = mostExpensive(expressions);
      const rest = total - worst.reduce((sum, { cost }) => sum + cost, 0n);
      const most = larger(SCHEMA_LIMIT / 2n - rest, total / 4n);
      const wish = { most, lowers: false, fits: 'they are much cheaper' };
      const { advice, related, limits } = costAdvice(resource, worst, wish);
      if (limits.length === 0 && !isNearLimit(total, SCHEMA_LIMIT)) continue;
      const root = schemaLocation(resource, judgement, judgement.tree.root, {
        segments: [],
        path: '',
      });
      const values = {
        cost: amountWords(total),
        percent: percentWords(total, SCHEMA_LIMIT),
        advice,
      };
      report('total', root, values, { related });
    }
  },
});

/** In one schema; the limits of the first rules are mostly those of the others. */
const MOST_TOLD = 50;

function isNearLimit(cost: bigint, limit: bigint): boolean {
  return cost > (limit * 4n) / 5n;
}
