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
  checkInWorkspace(resource, workspace, { report }) {
    for (const { atRunTime } of typedReadings(resource, workspace)) {
      for (const use of plainUses(atRunTime)) {
        const kinds = kindsInWords(use.kinds);
        const location = offsetLocation(
          use.reading.compilation,
          use.call.offset,
          OPERATORS[use.call.function],
        );
        if (use.call.function === '_+_') report('concatenation', location, { kinds });
        else report('equality', location, { kinds, type: use.list.merge });
      }
    }
  },
});

const OPERATORS: Readonly<Record<string, number>> = { '_==_': 2, '_!=_': 2, '_+_': 1 };

/** An operator that treats a set or map as a plain list. */
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

/** The operand of an operator for which the schema gives the operator another meaning. */
function listTakenForPlain(call: Call, { checked, objects }: TypedReading): ApiList | undefined {
  const [left, right] = call.args;
  if (OPERATORS[call.function] === undefined || left === undefined || right === undefined) {
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

/** Whether two expressions select the same field of the object and of the old object. */
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
