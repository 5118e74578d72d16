import type { CelCompilation } from '../../src/analysis/cel/compilations.ts';
import { offsetLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { describeKinds } from '../../src/analysis/cel/types/kind-names.ts';
import { type TypeCheck, typeChecks } from '../../src/analysis/cel/types/type-checks.ts';
import type { Call, Expr } from '../../src/cel/ast.ts';
import { childrenAsParsed, isEmptyList } from '../../src/cel/expression-tree.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { ApiList } from '../../src/server/expressions/types/api-types.ts';
import type { GroupVersionKind } from '../../src/server/kubernetes/api-version.ts';

export default defineRule({
  id: 'cel/list-semantics',
  on: 'object-and-kinds',
  kinds: ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'],
  severity: 'info',
  summary: 'Lists that are sets or maps are not compared or concatenated as plain lists.',
  details: `
A schema can declare a list as a set (\`x-kubernetes-list-type: set\`) or as a map of its items by their keys. Validation rules of
CRDs use this: \`==\` ignores the order, and \`+\` adds no duplicates. Expressions of policies do not, although the documentation
says so: all lists are plain lists. Two sets in different order are not equal, and concatenation can create duplicates.

Compare sets with \`sets.equivalent(a, b)\`, \`sets.contains(a, b)\` or \`sets.intersects(a, b)\`, and the items of a map with \`all()\`
and \`exists()\`.

A comparison of a list with its value before the request or with an empty list is not reported, and neither is a test of
single items.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    equality: {
      text: 'this list is a {type} in {kinds}, but the comparison depends on the order of its items',
      help: 'use sets.equivalent(a, b), or all() and exists()',
      rows: ['lint-vap-list-set-semantics'],
    },
    concatenation: {
      text: 'this list is a set in {kinds}, but the concatenation can have duplicates',
      help: 'count only distinct items, or test the lists separately',
      rows: ['lint-vap-list-set-semantics'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: finalizers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: ['']
                apiVersions: [v1]
                operations: [CREATE]
                resources: [configmaps]
          validations:
            - expression: object.metadata.finalizers == ['b.example.com/x', 'a.example.com/x']
              #                                      ^^ expect: equality
              message: both finalizers are needed
            - expression: (object.metadata.finalizers + ['a.example.com/x']).size() < 3
              #                                       ^ expect: concatenation
              message: too many finalizers
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: finalizers.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: ['']
                apiVersions: [v1]
                operations: [CREATE]
                resources: [configmaps]
          validations:
            - expression: sets.equivalent(object.metadata.finalizers, ['b.example.com/x', 'a.example.com/x'])
              message: both finalizers are needed
      `,
    ],
  },
  check({ resource, customKinds }, { report }) {
    for (const { atRunTime } of typeChecks(resource, customKinds)) {
      for (const { compilation, call, list, kinds: usedKinds } of plainUses(atRunTime)) {
        const kinds = describeKinds(usedKinds);
        const location = offsetLocation(compilation, call.offset, OPERATORS.get(call.function));
        if (call.function === '_+_')
          report({ message: 'concatenation', at: location, values: { kinds } });
        else report({ message: 'equality', at: location, values: { kinds, type: list.merge } });
      }
    }
  },
});

/** The operators whose result depends on the type of a list, with their lengths. */
const OPERATORS: ReadonlyMap<string, number> = new Map([
  ['_==_', 2],
  ['_!=_', 2],
  ['_+_', 1],
]);

/** An operator that treats a set or a map as a plain list. */
interface PlainUse {
  readonly compilation: CelCompilation;
  readonly call: Call;
  readonly list: ApiList;
  readonly kinds: GroupVersionKind[];
}

function plainUses(checks: readonly TypeCheck[]): readonly PlainUse[] {
  const found = new Map<string, PlainUse>();
  for (const check of checks) {
    const visit = (expr: Expr, isRange: boolean): void => {
      if (expr.kind === 'call') {
        const list = listUsedAsPlain(expr, check);
        const isHarmless = isRange && expr.function === '_+_';
        if (list !== undefined && !isHarmless) add(check, expr, list);
      }
      for (const child of childrenAsParsed(expr)) {
        const isJoined = isRange && expr.kind === 'call' && expr.function === '_+_';
        visit(child, isJoined || (expr.kind === 'comprehension' && child === expr.iterRange));
      }
    };
    visit(check.checked.ast.expr, false);
  }
  return [...found.values()];

  function add({ compilation, kind }: TypeCheck, call: Call, list: ApiList): void {
    const key = `${compilation.expression.field.path} ${call.offset}`;
    const use = found.get(key);
    if (use === undefined) found.set(key, { compilation, call, list, kinds: [kind] });
    else use.kinds.push(kind);
  }
}

/** The operand for whose list type rules of CRDs define another result of the operator. */
function listUsedAsPlain(call: Call, { checked, objects }: TypeCheck): ApiList | undefined {
  const [left, right] = call.args;
  if (!OPERATORS.has(call.function) || left === undefined || right === undefined) {
    return undefined;
  }
  if ([left, right].some(isEmptyList) || isSameField(left, right)) return undefined;
  for (const operand of [left, right]) {
    const type = checked.types.get(operand.id);
    const list = type === undefined ? undefined : objects.listOf(type);
    const differs = list?.merge === 'set' || (list?.merge === 'map' && call.function !== '_+_');
    if (list !== undefined && differs) return list;
  }
  return undefined;
}

/** Reports whether two expressions select the same field of `object` and `oldObject`. */
function isSameField(left: Expr, right: Expr): boolean {
  if (left.kind === 'ident' && right.kind === 'ident') {
    return [left.name, right.name].sort().join() === 'object,oldObject';
  }
  return (
    left.kind === 'select' &&
    right.kind === 'select' &&
    left.field === right.field &&
    isSameField(left.operand, right.operand)
  );
}
