import {
  amountWords,
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
import { hasUnchangedSchema, schemaLocation } from '../../src/analysis/crd/schemas.ts';
import { smaller } from '../../src/cel/cost/uint64.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/crd-cost',
  kinds: ['CustomResourceDefinition'],
  severity: 'error',
  summary:
    'The rules of a schema stay within the budget of the server, even on the largest objects.',
  details: `
The API server estimates what each rule costs at most, before any object is there, and refuses the CRD if that is too
much. It reckons with the worst that the schema allows: a loop counts as often as \`maxItems\` says, a
text is as long as \`maxLength\` says (at four bytes a character), and a rule below a list is evaluated for every item. What has no
limit is as large as a request can be, 3 MiB: over a million items.

| what | limit |
| --- | --- |
| a rule, times how often it may be evaluated for one object | 10,000,000 |
| a \`messageExpression\`, evaluated once | 10,000,000 |
| all of these of a schema together | 100,000,000 |

So the remedy is nearly always a limit on the lists, maps and texts that the rule handles, and on the lists around
it. The help says which limit would do; the values it gives are the largest that fit, and a lower one is fine.
Limits can be raised later, but lowering them breaks objects that exist.

Some values have no size at all for the server: \`string()\` of a number, or a field of a map that is selected with a dot. No limit
helps there, and the expression has to be written in another way.
`,
  reference:
    'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#resource-use-by-validation-functions',
  messages: {
    rule: {
      text: 'the rule may cost {cost}{evaluations}: {factor} the 10,000,000 that the server allows',
      help: '{advice}',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-rule-cost'],
    },
    message: {
      text: 'the messageExpression may cost {cost}: {factor} the 10,000,000 that the server allows',
      help: '{advice}',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-messageexpression-cost'],
    },
    total: {
      text: 'the rules of this schema may cost {cost} together: {factor} the 100,000,000 that the server allows',
      help: '{advice}',
      cause: 'FieldValueForbidden',
      rows: ['crd-cel-total-cost'],
    },
    contributor: {
      text: 'the {owner} may cost {cost}{evaluations}: {percent} of what all rules of the schema may cost, and they cost too much together',
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
              # ^^^^^^^^^^^^^^^ expect: total
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
  },
  check(resource, { report }) {
    for (const { judgement, expressions, total, contributors } of schemaCosts(resource)) {
      // Of a schema that an update leaves as it is, the server only adds the costs up.
      const isUnchanged = hasUnchangedSchema(resource, judgement);
      const isTooExpensive = ({ cost }: { readonly cost: bigint }) =>
        cost > EXPRESSION_LIMIT && !isUnchanged;
      const tooExpensive = expressions.filter(isTooExpensive);
      for (const [index, expression] of tooExpensive.entries()) {
        const { cost, name } = expression;
        const wish = { most: EXPRESSION_LIMIT, lowers: true, fits: 'it fits' };
        const { advice, related } =
          index < MOST_ADVISED ? costAdvice(resource, [expression], wish) : AS_BEFORE;
        const values = {
          cost: amountWords(cost),
          factor: factorWords(cost, EXPRESSION_LIMIT),
          evaluations: evaluationWords(expression),
          advice,
        };
        report(name === 'rule' ? 'rule' : 'message', locationOf(expression), values, { related });
      }
      if (total <= SCHEMA_LIMIT) continue;
      const root = schemaLocation(resource, judgement, judgement.tree.root, {
        segments: [],
        path: '',
      });
      const related = contributors.map((expression) => ({
        span: locationOf(expression).span,
        message: `this may cost ${amountWords(expression.cost)}`,
      }));
      const values = {
        cost: amountWords(total),
        factor: factorWords(total, SCHEMA_LIMIT),
        advice: totalAdvice(resource, { expressions, total, contributors }),
      };
      report('total', root, values, { related });
      // Of what costs too much by itself the server has said as much in the same place.
      for (const expression of contributors.filter((one) => !isTooExpensive(one))) {
        const { cost } = expression;
        const better = costAdvice(resource, [expression], {
          most: LEAST_CONTRIBUTION - 1n,
          lowers: true,
          fits: 'it hardly counts',
        });
        const values = {
          owner: expression.name,
          cost: amountWords(cost),
          evaluations: evaluationWords(expression),
          percent: percentWords(cost, SCHEMA_LIMIT),
          advice: better.advice,
        };
        report('contributor', locationOf(expression), values, { related: better.related });
      }
    }

    function locationOf({ rules, index, name }: ExpressionCost) {
      return ruleLocation(resource, rules, { index, name });
    }
  },
});

/** The search for limits takes its time, and the limits of the first rules are mostly those of the others. */
const MOST_ADVISED = 50;
const AS_BEFORE = {
  advice: 'give limits to what it handles, as for the rules before',
  related: [],
};

/** What to do about a total, given that what costs too much by itself has to be mended anyway. */
function totalAdvice(
  resource: Resource<'CustomResourceDefinition'>,
  { expressions, total, contributors }: Omit<SchemaCost, 'judgement'>,
): string {
  const mended = expressions.reduce((sum, { cost }) => sum + smaller(cost, EXPRESSION_LIMIT), 0n);
  if (mended <= SCHEMA_LIMIT) return 'it is enough to mend those that cost too much by themselves';
  const rest = total - contributors.reduce((sum, { cost }) => sum + cost, 0n);
  if (rest >= SCHEMA_LIMIT)
    return 'there are too many rules: make do with fewer, or with lower limits';
  const wish = { most: SCHEMA_LIMIT - rest, lowers: true, fits: 'they fit' };
  return costAdvice(resource, contributors, wish).advice;
}
