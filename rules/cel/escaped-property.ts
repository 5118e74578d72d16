import { DECIDING_KINDS } from '../../src/analysis/admission/deciders.ts';
import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { escapedProperty, isEscapedField } from '../../src/analysis/cel/types/escaped-names.ts';
import { selectedFieldLocation } from '../../src/analysis/cel/types/expression-locations.ts';
import { offsetBeforeField, selectionsIn } from '../../src/analysis/cel/types/field-selections.ts';
import { groupByExpression } from '../../src/analysis/cel/types/issue-groups.ts';
import { type TypeCheck, typeChecks } from '../../src/analysis/cel/types/type-checks.ts';
import type { Expr, Select } from '../../src/cel/ast.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/escaped-property',
  on: 'object-and-kinds',
  kinds: DECIDING_KINDS,
  severity: 'warning',
  summary: 'Policies and webhooks select fields by their names in manifests.',
  details: `
Validation rules of a CRD know the schema, and use escaped names: the property \`max-size\` is \`self.max__dash__size\`. In policies and
match conditions, an object is a map with the names of the manifest, which has no key with the escaped name. So each
evaluation fails with \`no such key\`, and \`failurePolicy\` determines the result. A test with \`has()\` is always false.

Use \`object.spec['max-size']\`, or the plain name if it is an identifier, which includes keywords: \`object.metadata.namespace\`.

The type checker of the API server, whose warnings are in the status of a ValidatingAdmissionPolicy, accepts the escaped name
and warns about the correct one.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    escaped: {
      text: "the field {field} does not exist: only rules of CRDs use this name for '{plain}'",
      help: 'select the field with {selector}',
      rows: ['lint-vap-escaped-property'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: widgets.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [example.com]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [widgets]
          validations:
            - expression: object.spec.max__dash__size <= 5
              #                       ^^^^^^^^^^^^^^^ expect: escaped
              message: too large
            - expression: has(object.spec.__namespace__)
              #                           ^^^^^^^^^^^^^ expect: escaped
              message: name the namespace
      `,
    ],
    good: [
      yaml`
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: { name: widgets.example.com }
        spec:
          matchConstraints:
            resourceRules:
              - apiGroups: [example.com]
                apiVersions: [v1]
                operations: [CREATE, UPDATE]
                resources: [widgets]
          validations:
            - expression: object.spec['max-size'] <= 5
              message: too large
            - expression: has(object.spec.namespace)
              message: name the namespace
      `,
    ],
  },
  check({ resource, customKinds }, { report }) {
    // Few expressions contain such a name; the others need no type check.
    const compilations = celCompilations(resource).filter(({ text }) => text.includes('__'));
    if (compilations.length === 0) return;
    const checksByExpression = groupByExpression(
      typeChecks(resource, customKinds).flatMap(({ atRunTime }) => atRunTime),
    );
    for (const compilation of compilations) {
      const checks = checksByExpression.get(compilation) ?? [];
      for (const selection of selectionsIn(compilation)) {
        const { field, operand } = selection;
        const plain = escapedProperty(field);
        if (plain === undefined || !isWrong(selection, checks)) continue;
        const offset = offsetBeforeField({ expr: selection, operand });
        const location = selectedFieldLocation(compilation, field, offset);
        report({
          message: 'escaped',
          at: location,
          values: { field, plain, selector: selectorOf(plain) },
        });
      }
    }
  },
});

/**
 * Reports whether a selected escaped name is not a field of the object. A matched kind has the property with the plain
 * name there, or the fields of the object are not known.
 *
 * @param checks the type checks of the expression
 */
function isWrong({ field, operand }: Select, checks: readonly TypeCheck[]): boolean {
  if (checks.length === 0) return isOfObject(operand);
  const parents = checks.map(({ checked, objects }) => {
    const type = checked.types.get(operand.id);
    return type === undefined ? undefined : objects.objectOf(type)?.object;
  });
  if (parents.some((parent) => parent?.field(field) !== undefined)) return false;
  if (parents.some((parent) => parent && isEscapedField(parent, field))) return true;
  return isOfObject(operand) && parents.every((parent) => parent?.isOpen ?? true);
}

/** Reports whether an expression selects a part of the object, or of params, by names and indices only. */
function isOfObject(expr: Expr): boolean {
  switch (expr.kind) {
    case 'ident':
      return ['object', 'oldObject', 'params'].includes(expr.name);
    case 'select':
      return isOfObject(expr.operand);
    case 'call': {
      const [first] = expr.args;
      const isPart = expr.function === '_[_]' || expr.function === '_?._';
      return isPart && first !== undefined && isOfObject(first);
    }
    default:
      return false;
  }
}

/** Keywords of the grammar, which are not the name of a selected field. */
const KEYWORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

function selectorOf(plain: string): string {
  return /^[A-Za-z_]\w*$/.test(plain) && !KEYWORDS.has(plain) ? `.${plain}` : `['${plain}']`;
}
