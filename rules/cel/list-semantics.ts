import {
  kindsInWords,
  type TypedReading,
  typedReadings,
} from '../../src/analysis/cel/types/policy-types.ts';
import { offsetLocation } from '../../src/analysis/cel/types/type-issue-locations.ts';
import type { Call, Expr } from '../../src/cel/ast.ts';
import { childrenAsParsed } from '../../src/cel/expression-tree.ts';
import type { ApiList, GroupVersionKind } from '../../src/expressions/types/api-types.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/list-semantics',
  kinds: ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'],
  severity: 'info',
  summary: 'Lists that are sets or maps are not compared or joined as plain lists.',
  details: `
A schema can say that a list is a set (\`x-kubernetes-list-type: set\`) or a map of its items by their keys. Rules
in a CRD go by it: \`==\` does not care for the order, and \`+\` adds nothing twice. Expressions of policies do
not, although the reference says so: to them every list is a plain one. Two sets in another order
are not equal, and what is joined has duplicates.

Compare sets with \`sets.equivalent(a, b)\`, \`sets.contains(a, b)\` or \`sets.intersects(a, b)\`, and the items
of a map one by one with \`all()\` and \`exists()\`.

Nothing is said where a list is compared with itself before the request, with an empty list, or where the items
are looked at one by one.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    equality: {
      text: 'this list is a {type} in {kinds}, but here the order of its items counts',
      help: 'use sets.equivalent(a, b), or all() and exists()',
      rows: ['lint-vap-list-set-semantics'],
    },
    concatenation: {
      text: 'this list is a set in {kinds}, but here what is joined to it may be there twice',
      help: 'count distinct items only, or test the lists one by one',
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
  checkInWorkspace(resource, workspace, { report }) {
    for (const { atRunTime } of typedReadings(resource, workspace)) {
      for (const use of plainUses(atRunTime)) {
        const kinds = kindsInWords(use.kinds);
        const location = offsetLocation(
          use.reading.compilation,
          use.call.offset,
          OPERATORS.get(use.call.function),
        );
        if (use.call.function === '_+_') report('concatenation', location, { kinds });
        else report('equality', location, { kinds, type: use.list.merge });
      }
    }
  },
});

const OPERATORS: ReadonlyMap<string, number> = new Map([
  ['_==_', 2],
  ['_!=_', 2],
  ['_+_', 1],
]);

/** A place where a set or map is taken for a plain list. */
interface PlainUse {
  readonly reading: TypedReading;
  readonly call: Call;
  readonly list: ApiList;
  readonly kinds: GroupVersionKind[];
}

function plainUses(readings: readonly TypedReading[]): readonly PlainUse[] {
  const found = new Map<string, PlainUse>();
  for (const reading of readings) {
    const visit = (expr: Expr, isRange: boolean): void => {
      if (expr.kind === 'call') {
        const list = listTakenForPlain(expr, reading);
        const isHarmless = isRange && expr.function === '_+_';
        if (list !== undefined && !isHarmless) add(reading, expr, list);
      }
      for (const child of childrenAsParsed(expr)) {
        const isJoined = isRange && expr.kind === 'call' && expr.function === '_+_';
        visit(child, isJoined || (expr.kind === 'comprehension' && child === expr.iterRange));
      }
    };
    visit(reading.checked.ast.expr, false);
  }
  return [...found.values()];

  function add(reading: TypedReading, call: Call, list: ApiList): void {
    const key = `${reading.compilation.expression.field.path} ${call.offset}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { reading, call, list, kinds: [reading.kind] });
    else known.kinds.push(reading.kind);
  }
}

/** The operand of an operator that the schema has another meaning of the operator for. */
function listTakenForPlain(call: Call, { checked, objects }: TypedReading): ApiList | undefined {
  const [left, right] = call.args;
  if (!OPERATORS.has(call.function) || left === undefined || right === undefined) {
    return undefined;
  }
  if ([left, right].some(isEmptyList) || isSameField(left, right)) return undefined;
  for (const operand of [left, right]) {
    const type = checked.types.get(operand.id);
    const list = type === undefined ? undefined : objects.listOf(type);
    const isMeant = list?.merge === 'set' || (list?.merge === 'map' && call.function !== '_+_');
    if (list !== undefined && isMeant) return list;
  }
  return undefined;
}

function isEmptyList(expr: Expr): boolean {
  return expr.kind === 'list' && expr.elements.length === 0;
}

/** Whether two expressions are one field of the object and of the old one. */
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
