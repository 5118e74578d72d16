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
import { rootLocation } from '../../src/analysis/crd/schemas.ts';
import { larger } from '../../src/cel/cost/uint64.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/crd-cost-high',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'warning',
  summary:
    'The estimated cost of the validation rules of a schema is well below the limits of the API server.',
  details: `
The API server allows an estimated cost of 10,000,000 for a validation rule, and of 100,000,000 for all rules of a schema. If the
estimate is more than 90 % of that, another condition in the rule or another list around it probably makes the API server
refuse the CRD. It is better to limit lists, maps and strings now: to lower a limit later breaks existing objects.

Above 50 %, this is only an info, and only if a list, map or string has no limit.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions',
  messages: {
    nearLimit: {
      text: 'the estimated cost of the {owner} is {cost}{evaluations}, {percent} of the limit above which the CRD is refused',
      help: '{advice}',
      rows: ['crd-lint-rule-cost-high'],
    },
    totalNearLimit: {
      text: 'the estimated cost of all rules of the schema is {cost}, {percent} of the limit above which the CRD is refused',
      help: '{advice}',
      rows: ['crd-lint-rule-cost-high'],
    },
    high: {
      text: 'the estimated cost of the {owner} is {cost}{evaluations}, {percent} of the limit above which the CRD is refused',
      help: '{advice}',
      severity: 'info',
      rows: ['crd-lint-rule-cost-high'],
    },
    totalHigh: {
      text: 'the estimated cost of all rules of the schema is {cost}, {percent} of the limit above which the CRD is refused',
      help: '{advice}',
      severity: 'info',
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
                              #     ^^^^^^^^^^^^^^^^^^^^^^^^ expect: high
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
              # ^^^^^^^^^^^^^^^ expect: totalHigh
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
                          maxItems: 1900000
                          items: { type: integer }
                          x-kubernetes-validations:
                            - rule: self.all(port, port > 0)
                              #     ^^^^^^^^^^^^^^^^^^^^^^^^ expect: nearLimit
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
              # ^^^^^^^^^^^^^^^ expect: totalNearLimit
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        ports:
                          type: array
                          maxItems: 2000000
                          items:
                            type: integer
                            x-kubernetes-validations:
                              - rule: self != 0 && self != 1 && self != 2 && self != 3
                              - rule: self != 4 && self != 5 && self != 6 && self != 7
                              - rule: self != 8 && self != 9 && self != 10 && self != 11
                              - rule: self != 12 && self != 13 && self != 14 && self != 15
                              - rule: self != 16 && self != 17 && self != 18 && self != 19
                              - rule: self != 20 && self != 21 && self != 22 && self != 23
                              - rule: self != 24 && self != 25 && self != 26 && self != 27
                              - rule: self != 28 && self != 29 && self != 30 && self != 31
                              - rule: self != 32 && self != 33 && self != 34 && self != 35
                              - rule: self != 36 && self != 37 && self != 38 && self != 39
                              - rule: self != 40 && self != 41 && self != 42 && self != 43
                              - rule: self != 44 && self != 45 && self != 46 && self != 47
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
                          names:
                            type: array
                            x-kubernetes-validations:
                              - rule: self.all(name, name != 'none')
                                message: none is not a name
                            items: { type: string }
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
                          names:
                            type: array
                            maxItems: 64
                            x-kubernetes-validations:
                              - rule: self.all(name, name != 'none')
                                message: none is not a name
                            items: { type: string }
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const { judgement, expressions, total } of schemaCosts(resource)) {
      const highest = expressions.filter(({ cost }) => isCostHigh(cost, EXPRESSION_LIMIT));
      for (const expression of highest.slice(0, MOST_REPORTED)) {
        const { cost, name, rules, index } = expression;
        const wish = { most: EXPRESSION_LIMIT / 2n, lowers: false };
        const { advice, related, limits, fix } = costAdvice(resource, [expression], wish);
        const isNear = isNearLimit(cost, EXPRESSION_LIMIT);
        if (limits.length === 0 && !isNear) continue;
        const values = {
          owner: name,
          cost: amountWords(cost),
          evaluations: evaluationWords(expression),
          percent: percentWords(cost, EXPRESSION_LIMIT),
          advice,
        };
        const location = ruleLocation(resource, rules, { index, name });
        report({ message: isNear ? 'nearLimit' : 'high', at: location, values, related, fix });
      }
      if (!isCostHigh(total, SCHEMA_LIMIT)) continue;
      const worst = mostExpensive(expressions);
      const rest = total - worst.reduce((sum, { cost }) => sum + cost, 0n);
      const most = larger(SCHEMA_LIMIT / 2n - rest, total / 4n);
      const { advice, related, limits, fix } = costAdvice(resource, worst, { most, lowers: false });
      const isNear = isNearLimit(total, SCHEMA_LIMIT);
      if (limits.length === 0 && !isNear) continue;
      const root = rootLocation(resource, judgement);
      const values = {
        cost: amountWords(total),
        percent: percentWords(total, SCHEMA_LIMIT),
        advice,
      };
      report({ message: isNear ? 'totalNearLimit' : 'totalHigh', at: root, values, related, fix });
    }
  },
});

/** The number of findings in one schema. The limits for the first rules are mostly the same for the others. */
const MOST_REPORTED = 50;

/** Reports whether a cost is above 90 % of a limit. */
function isNearLimit(cost: bigint, limit: bigint): boolean {
  return cost * 10n > limit * 9n;
}
