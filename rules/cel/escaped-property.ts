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
  summary: 'Policies and webhooks select fields by the names that they have in manifests.',
  details: `
Rules in a CRD see a property \`max-size\` as \`self.max__dash__size\`, since they know the schema. Expressions
of policies and match conditions do not: they see the object as it is written, as a map, so that the
escaped name is no key of it. Each request fails with \`no such key\`, and \`failurePolicy\` decides; with
\`has()\` the test is silently false.

Write \`object.spec['max-size']\`, and plain names where they are identifiers, keywords included:
\`object.metadata.namespace\`.

The type checker of the server, whose warnings end in the status of a ValidatingAdmissionPolicy, has it the
wrong way round: it takes the escaped name and warns about the right one.
`,
  reference:
    'https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/#validation-expression',
  messages: {
    escaped: {
      text: "no field is called {field}: only rules of CRDs see '{plain}' under that name",
      help: 'select it with {selector}',
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
    // Only few expressions have such a name, so that types are not asked for in vain.
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

/**
 * Whether an escaped name is no field of the object: some matched kind has the plain one there, or nothing is known
 * of the object.
 */
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

/** Whether an expression is a part of the object, or of params, that is reached by names and indices. */
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

/** What the grammar has a word for cannot be selected by name. */
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

function selectorOf(plain: string): string {
  return /^[A-Za-z_]\w*$/.test(plain) && !WORDS.has(plain) ? `.${plain}` : `['${plain}']`;
}
