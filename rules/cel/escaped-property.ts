import { celCompilations } from '../../src/analysis/cel/compilations.ts';
import { KINDS_WITH_CEL_EXPRESSIONS } from '../../src/analysis/cel/expressions.ts';
import {
  isEscapedName,
  looksEscaped,
  unescapeName,
} from '../../src/analysis/cel/types/escaped-names.ts';
import { type TypedReading, typedReadings } from '../../src/analysis/cel/types/policy-types.ts';
import { fieldLocation } from '../../src/analysis/cel/types/type-issue-locations.ts';
import {
  beforeField,
  groupByCompilation,
  selectionsIn,
} from '../../src/analysis/cel/types/type-issues.ts';
import type { Expr, Select } from '../../src/cel/ast.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'cel/escaped-property',
  kinds: KINDS_WITH_CEL_EXPRESSIONS,
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
  checkInWorkspace(resource, workspace, { report }) {
    // Few expressions have such a name, and types are expensive.
    const compilations = celCompilations(resource).filter(({ text }) => text.includes('__'));
    if (compilations.length === 0) return;
    const all = groupByCompilation(
      typedReadings(resource, workspace).flatMap(({ atRunTime }) => atRunTime),
    );
    for (const compilation of compilations) {
      const readings = all.get(compilation) ?? [];
      for (const selection of selectionsIn(compilation)) {
        if (!looksEscaped(selection.field) || !isWrong(selection, readings)) continue;
        const plain = unescapeName(selection.field);
        const location = fieldLocation(
          compilation,
          selection.field,
          beforeField(selection, selection.operand),
        );
        report('escaped', location, { field: selection.field, plain, selector: selectorOf(plain) });
      }
    }
  },
});

/** Whether an escaped name is not a field of the object: a matched kind has the plain name, or the object is unknown. */
function isWrong(selection: Select, readings: readonly TypedReading[]): boolean {
  if (readings.length === 0) return isOfObject(selection.operand);
  const places = readings.map(({ checked, objects }) => {
    const type = checked.types.get(selection.operand.id);
    return type === undefined ? undefined : objects.placeOf(type);
  });
  if (places.some((place) => place?.object.field(selection.field) !== undefined)) return false;
  if (places.some((place) => place && isEscapedName(place.object, selection.field))) return true;
  return isOfObject(selection.operand) && places.every((place) => place?.object.isOpen ?? true);
}

/** Whether an expression selects a part of the object or of params by names and indices. */
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

/** Names that the grammar does not allow after a dot. */
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

function selectorOf(plain: string): string {
  return /^[A-Za-z_]\w*$/.test(plain) && !RESERVED.has(plain) ? `.${plain}` : `['${plain}']`;
}
