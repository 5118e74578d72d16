import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { amountWords } from '../../src/analysis/crd/cost-messages.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import type { Expr } from '../../src/cel/ast.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import { childrenOf } from '../../src/cel/expression-tree.ts';
import { rootName, writeName } from '../../src/cel/qualified-names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { CompiledAst } from '../../src/server/expressions/compile.ts';
import { costAtSize } from '../../src/server/expressions/cost/validation-rule-cost.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'cel/policy-cost',
  on: 'object',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary:
    'The cost of expressions is within the limits of the API server for objects of ordinary size.',
  details: `
The API server counts the cost while it evaluates an expression of a webhook or policy, and stops at 1,000,000. Then \`failurePolicy\`
determines whether the request is denied. The limit for all expressions of a policy is 10,000,000, and for all match conditions
2,500,000. The API server does not check this when it creates the policy. So the policy works in tests, and fails for larger
objects.

The cost of nested loops is multiplied: three nested loops over a list with 50 items are evaluated 125,000 times. An expression is
reported if it fails with 20 items in each list, or with 50 if all loops are over the same list. Each check of the authorizer
costs 350,000 since Kubernetes 1.32, so an expression can have at most two.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/cel/#resource-constraints',
  messages: {
    loops: {
      text: 'with lists of about {size} items, the cost of the {owner} exceeds the limit of 1,000,000',
      help: 'reduce nested loops: filter or collect the items in a variable first',
      rows: ['lint-expression-cost'],
    },
    checks: {
      text: 'the cost of the {owner} can be {cost}; the limit is 1,000,000, and each check of the authorizer costs 350,000',
      help: 'use at most two checks of the authorizer in an expression',
      range: minorsWith('strict-policy-costs'),
      rows: ['lint-expression-cost'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: unlike-containers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [pods]
          validations:
            - message: no three containers may have the same image
              expression: "object.spec.containers.all(a, object.spec.containers.all(b, object.spec.containers.all(c, a.image != b.image || b.image != c.image)))"
              #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: loops
            - message: ask somebody who may read secrets
              expression: "['get', 'list', 'watch'].exists(verb, authorizer.group('').resource('secrets').check(verb).allowed())"
              #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: checks
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: unlike-containers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [""]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [pods]
          validations:
            - message: each container has its own image
              expression: object.spec.containers.all(a, object.spec.containers.exists_one(b, a.image == b.image))
      `,
    ],
  },
  check(resource, { report }) {
    for (const { expression, compiled } of celCompilations(resource)) {
      const excess = compiled.ok ? excessOf(compiled) : undefined;
      if (excess === undefined) continue;
      const { environment, field } = expression;
      const { owner } = environment;
      if ('least' in excess)
        report({
          message: 'checks',
          at: field,
          values: { owner, cost: amountWords(excess.least) },
        });
      else report({ message: 'loops', at: field, values: { owner, size: excess.size } });
    }
  },
});

/**
 * The cost with single items, if that exceeds the limit, or the smallest size of lists with which an expression exceeds
 * it.
 */
type Excess = { readonly least: bigint } | { readonly size: number };

/** The excess of an expression over the limit. Undefined if it is within the limit for objects of ordinary size. */
const excessOf = onceForEach(({ checked, minor }: CompiledAst): Excess | undefined => {
  const costAt = (size: number) => costAtSize(checked, minor, size);
  const usual = usualSize(checked);
  if (costAt(usual) <= LIMIT) return undefined;
  const least = costAt(1);
  return least > LIMIT ? { least } : { size: smallestSize(costAt, usual) };
});

/** The limit of the cost of one expression. */
const LIMIT = 1_000_000n;
/** A single list is often longer than several nested ones. */
const ONE_LIST = 50;
const DIFFERENT_LISTS = 20;

/** The ordinary size of the lists of an expression. */
function usualSize(checked: CheckedAst): number {
  return isLoopedThrice(checked.ast.expr, checked, []) ? ONE_LIST : DIFFERENT_LISTS;
}

/** Reports whether an expression has three nested loops over the same list. */
function isLoopedThrice(expr: Expr, checked: CheckedAst, around: readonly string[]): boolean {
  let within = around;
  if (expr.kind === 'comprehension' && rootName(expr.iterRange) !== undefined) {
    const range = writeName(expr.iterRange);
    if (around.filter((other) => other === range).length >= 2) return true;
    within = [...around, range];
  }
  return childrenOf(expr, checked).some((child) => isLoopedThrice(child, checked, within));
}

/** The smallest size of lists with which an expression exceeds the limit. */
function smallestSize(costAt: (size: number) => bigint, usual: number): number {
  let cheap = 1;
  let tooExpensive = usual;
  while (tooExpensive - cheap > 1) {
    const middle = Math.trunc((cheap + tooExpensive) / 2);
    if (costAt(middle) > LIMIT) tooExpensive = middle;
    else cheap = middle;
  }
  return tooExpensive;
}
