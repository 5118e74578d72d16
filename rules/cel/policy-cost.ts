import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import { amountWords } from '../../src/analysis/crd/cost-messages.ts';
import type { Expr } from '../../src/cel/ast.ts';
import type { CheckedAst } from '../../src/cel/check/checked-ast.ts';
import { childrenOf } from '../../src/cel/expression-tree.ts';
import { rootName, writeName } from '../../src/cel/qualified-names.ts';
import { costAtSize } from '../../src/expressions/cost/validation-rule-cost.ts';
import { minorsWith } from '../../src/kubernetes/server-changes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/policy-cost',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
  severity: 'warning',
  summary: 'Expressions stay within the budget of the server on objects of usual size.',
  details: `
While it evaluates an expression of a webhook or policy, the API server counts what that costs, and gives up at
1,000,000. The request is then refused or let through, as \`failurePolicy\` says, whatever the expression would have
found. All expressions of a policy have 10,000,000 together, all match conditions 2,500,000. Nothing of this is checked when the policy
is created: it works on the objects that it was tried with, and fails on larger ones.

Loops within loops multiply: three of them over a list of 50 items run 125,000 times. What is reported fails from 20 items in each
list on, or from 50 where it is one list that is looped over three times. And each check of the authorizer counts
350,000 since Kubernetes 1.32, so that only two fit into one expression.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/cel/#resource-constraints',
  messages: {
    loops: {
      text: 'the {owner} costs too much from lists of about {size} items on: the server gives up at 1,000,000',
      help: 'loop over less within loops: filter or collect what is needed in a variable first',
      rows: ['lint-expression-cost'],
    },
    checks: {
      text: 'the {owner} may cost {cost}: the server gives up at 1,000,000, and each check of the authorizer counts 350,000',
      help: 'ask the authorizer at most twice in one expression',
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
    const { minor } = resource;
    for (const { expression, compiled } of celCompilations(resource)) {
      if (!compiled.ok) continue;
      const costAt = (size: number) => costAtSize(compiled.checked, minor, size);
      const usual = usualSize(compiled.checked);
      if (costAt(usual) <= LIMIT) continue;
      const { environment, field } = expression;
      const { owner } = environment;
      const least = costAt(1);
      if (least > LIMIT) report('checks', field, { owner, cost: amountWords(least) });
      else report('loops', field, { owner, size: smallestSize(costAt, usual) });
    }
  },
});

/** What one expression may cost; the server counts while it evaluates. */
const LIMIT = 1_000_000n;
/** One long list is nothing out of the way; that several within each other are all long is. */
const ONE_LIST = 50;
const DIFFERENT_LISTS = 20;

/** The size up to which lists are usual. */
function usualSize(checked: CheckedAst): number {
  return isLoopedThrice(checked.ast.expr, checked, []) ? ONE_LIST : DIFFERENT_LISTS;
}

/** Whether an expression loops over one list within loops over it within loops over it. */
function isLoopedThrice(expr: Expr, checked: CheckedAst, around: readonly string[]): boolean {
  let within = around;
  if (expr.kind === 'comprehension' && rootName(expr.iterRange) !== undefined) {
    const range = writeName(expr.iterRange);
    if (around.filter((other) => other === range).length >= 2) return true;
    within = [...around, range];
  }
  return childrenOf(expr, checked).some((child) => isLoopedThrice(child, checked, within));
}

/** The smallest size with which an expression costs more than it may. */
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
