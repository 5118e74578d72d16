import {
  amountWords,
  type CostAdvice,
  costAdvice,
  evaluationWords,
  factorWords,
  percentWords,
} from '../../src/analysis/crd/cost-messages.ts';
import {
  EXPRESSION_LIMIT,
  type ExpressionCost,
  LEAST_CONTRIBUTION,
  SCHEMA_LIMIT,
  type SchemaCost,
  schemaCosts,
} from '../../src/analysis/crd/rule-costs.ts';
import { ruleLocation } from '../../src/analysis/crd/rules.ts';
import { hasUnchangedSchema, rootLocation } from '../../src/analysis/crd/schemas.ts';
import { smaller } from '../../src/cel/cost/uint64.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/crd-cost',
  on: 'object',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'The estimated cost of the validation rules of a schema is within the limits of the API server.',
  details: `
When a CRD is created, the API server estimates the highest cost of each validation rule, and refuses the CRD if it exceeds a
limit. The estimate uses the largest values that the schema allows: a loop is counted \`maxItems\` times, a string has
\`maxLength\` characters of four bytes, and a rule below a list is evaluated for each item. A value without a limit can
be as large as a request, which is 3 MiB: more than a million items.

| what | limit |
| --- | --- |
| a rule, times the number of its evaluations for one object | 10,000,000 |
| a \`messageExpression\`, evaluated once | 10,000,000 |
| all of these in a schema together | 100,000,000 |

So nearly always, the fix is to limit the lists, maps and strings that the rule uses, and the lists that contain them. The
help says which limits are low enough. Its values are the highest possible ones, and realistic limits are better. It is
possible to raise a limit later, but to lower it breaks existing objects.

Some values have no limit for the API server, such as the result of \`string()\` of a number, or a field of a map that is selected
with a dot. Then the expression must be changed.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions',
  messages: {
    rule: {
      text: 'the estimated cost of the rule is {cost}{evaluations}, {factor} the limit of 10,000,000',
      help: '{advice}',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-rule-cost'],
      explains: ['cel/crd-cost#totalOfExcesses'],
    },
    message: {
      text: 'the estimated cost of the messageExpression is {cost}, {factor} the limit of 10,000,000',
      help: '{advice}',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-messageexpression-cost'],
      explains: ['cel/crd-cost#totalOfExcesses'],
    },
    total: {
      text: 'the estimated cost of all rules of the schema is {cost}, {factor} the limit of 100,000,000',
      help: '{advice}',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-total-cost'],
      explains: ['cel/crd-cost#contributor'],
    },
    totalOfExcesses: {
      text: 'the estimated cost of all rules of the schema is {cost}, {factor} the limit of 100,000,000',
      help: 'fix the rules that exceed the limit of a single rule',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-total-cost'],
    },
    contributor: {
      text: 'the estimated cost of the {owner} is {cost}{evaluations}, {percent} of the limit of all rules, which they exceed together',
      help: '{advice}',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-total-cost-contributor'],
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
              # ^^^^^^^^^^^^^^^ expect: totalOfExcesses
                  type: object
                  properties:
                    spec:
                      type: object
                      properties:
                        hosts:
                          type: array
                          items: { type: string }
                          x-kubernetes-validations:
                            - rule: self.all(a, self.exists_one(b, a == b))
                              #     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: rule
                        port:
                          type: integer
                          x-kubernetes-validations:
                            - rule: self < 65536
                              messageExpression: "'no port: ' + string(self)"
                              #                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: message
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
                          items: { type: integer }
                          x-kubernetes-validations:
                            - rule: self.all(x, x != 1)
                              #     ^^^^^^^^^^^^^^^^^^^ expect: contributor
                            - rule: self.all(x, x != 2)
                              #     ^^^^^^^^^^^^^^^^^^^ expect: contributor
                            - rule: self.all(x, x != 3)
                              #     ^^^^^^^^^^^^^^^^^^^ expect: contributor
                            - rule: self.all(x, x != 4)
                              #     ^^^^^^^^^^^^^^^^^^^ expect: contributor
                            - rule: self.all(x, x != 5)
                            - rule: self.all(x, x != 6)
                            - rule: self.all(x, x != 7)
                            - rule: self.all(x, x != 8)
                            - rule: self.all(x, x != 9)
                            - rule: self.all(x, x != 10)
                            - rule: self.all(x, x != 11)
                            - rule: self.all(x, x != 12)
                            - rule: self.all(x, x != 13)
                            - rule: self.all(x, x != 14)
                            - rule: self.all(x, x != 15)
                            - rule: self.all(x, x != 16)
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
                        hosts:
                          type: array
                          maxItems: 64
                          items: { type: string, maxLength: 253 }
                          x-kubernetes-validations:
                            - rule: self.all(a, self.exists_one(b, a == b))
                        port:
                          type: integer
                          x-kubernetes-validations:
                            - rule: self < 65536
                              messageExpression: "'no port: %d'.format([self])"
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
                          jobs:
                            type: array
                            x-kubernetes-validations:
                              - rule: self.all(a, self.exists_one(b, a.name == b.name))
                                message: the names of jobs must be unique
                            items: { type: object, required: [name], properties: { name: { type: string } } }
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
                          jobs:
                            type: array
                            maxItems: 280
                            x-kubernetes-validations:
                              - rule: self.all(a, self.exists_one(b, a.name == b.name))
                                message: the names of jobs must be unique
                            items: { type: object, required: [name], properties: { name: { type: string, maxLength: 280 } } }
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const cost of schemaCosts(resource)) {
      // If an update does not change the schema, the server checks only the total.
      const isUnchanged = hasUnchangedSchema(resource, cost.judgement);
      const [tooExpensive, others] = isUnchanged ? [[], cost.contributors] : byOwnLimit(cost);
      for (const [index, expression] of tooExpensive.entries()) {
        reportExpression(expression, index < MOST_ADVISED);
      }
      if (cost.total <= SCHEMA_LIMIT) continue;
      reportTotal(cost, isUnchanged);
      for (const expression of others) reportContributor(expression);
    }

    function reportExpression(expression: ExpressionCost, isAdvised: boolean): void {
      const { cost, name } = expression;
      const { advice, related, fix } = isAdvised
        ? costAdvice(resource, [expression], { most: EXPRESSION_LIMIT, lowers: true })
        : SAME_ADVICE;
      const values = {
        cost: amountWords(cost),
        factor: factorWords(cost, EXPRESSION_LIMIT),
        evaluations: evaluationWords(expression),
        advice,
      };
      const message = name === 'rule' ? 'rule' : 'message';
      report({ message, at: locationOf(expression), values, related, fix });
    }

    function reportTotal(schemaCost: SchemaCost, isUnchanged: boolean): void {
      const { judgement, expressions, total, contributors } = schemaCost;
      const at = rootLocation(resource, judgement);
      const related = contributors.map((expression) => ({
        span: locationOf(expression).span,
        message: `the estimated cost of this is ${amountWords(expression.cost)}`,
      }));
      const values = { cost: amountWords(total), factor: factorWords(total, SCHEMA_LIMIT) };
      if (isFixedWithRules(expressions) && !isUnchanged) {
        report({ message: 'totalOfExcesses', at, values, related });
      } else {
        const { advice, fix } = totalAdvice(resource, schemaCost);
        report({ message: 'total', at, values: { ...values, advice }, related, fix });
      }
    }

    function reportContributor(expression: ExpressionCost): void {
      const { cost, name } = expression;
      const wish = { most: LEAST_CONTRIBUTION - 1n, lowers: true };
      const { advice, related } = costAdvice(resource, [expression], wish);
      const values = {
        owner: name,
        cost: amountWords(cost),
        evaluations: evaluationWords(expression),
        percent: percentWords(cost, SCHEMA_LIMIT),
        advice,
      };
      report({ message: 'contributor', at: locationOf(expression), values, related });
    }

    function locationOf({ rules, index, name }: ExpressionCost) {
      return ruleLocation(resource, rules, { index, name });
    }
  },
});

/**
 * The expressions that exceed the limit of a single one, and the contributors to the total that do not. The server
 * reports the first ones with their own limit.
 */
function byOwnLimit({
  expressions,
  contributors,
}: SchemaCost): readonly [ExpressionCost[], ExpressionCost[]] {
  return [
    expressions.filter(({ cost }) => cost > EXPRESSION_LIMIT),
    contributors.filter(({ cost }) => cost <= EXPRESSION_LIMIT),
  ];
}

/** The search for limits is slow, and the limits for the first rules are mostly the same for the others. */
const MOST_ADVISED = 50;
const SAME_ADVICE = {
  advice: 'set limits for the values that it uses, as for the rules before',
  related: [],
  fix: undefined,
};

/** Reports whether all rules are within their limit as soon as each of them is within the limit of a single rule. */
function isFixedWithRules(expressions: readonly ExpressionCost[]): boolean {
  const fixed = expressions.reduce((sum, { cost }) => sum + smaller(cost, EXPRESSION_LIMIT), 0n);
  return fixed <= SCHEMA_LIMIT;
}

/** The advice that reduces the cost of all rules. */
function totalAdvice(
  resource: Resource<'CustomResourceDefinition'>,
  { total, contributors }: Pick<SchemaCost, 'total' | 'contributors'>,
): Pick<CostAdvice, 'advice' | 'fix'> {
  const rest = total - contributors.reduce((sum, { cost }) => sum + cost, 0n);
  if (rest >= SCHEMA_LIMIT) {
    const advice = 'remove rules, or set lower limits: there are too many rules';
    return { advice, fix: undefined };
  }
  return costAdvice(resource, contributors, { most: SCHEMA_LIMIT - rest, lowers: true });
}
