import type { Expr, StructLiteral } from '../../../cel/ast.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { childrenOf, functionOf } from '../../../cel/expression-tree.ts';
import type { Location } from '../../../rule/location.ts';
import type { Resource } from '../../../rule/resource.ts';
import { matchResources } from '../../requests/resource-rules.ts';
import { type CelCompilation, celCompilations } from '../compilations.ts';
import { selectedLabels } from './admission-shapes.ts';
import { textRangeOfNode } from './places.ts';

/** One `JSONPatch{...}` in the expression of a mutation. */
export interface JsonPatch {
  readonly of: CelCompilation;
  readonly checked: CheckedAst;
  readonly literal: StructLiteral;
  /** Whether it is applied to whatever is matched: no condition or macro stands around it. */
  readonly isUnconditional: boolean;
}

/** All patches that the mutations of a policy write, in the order of the text. */
export function jsonPatches(policy: Resource<'MutatingAdmissionPolicy'>): readonly JsonPatch[] {
  return celCompilations(policy).flatMap((of) => {
    if (of.expression.place.name !== 'map-jsonpatch' || !of.compiled.ok) return [];
    const { checked } = of.compiled;
    const found: JsonPatch[] = [];
    const visit = (expr: Expr, isUnconditional: boolean): void => {
      if (expr.kind === 'struct' && expr.name === 'JSONPatch') {
        found.push({ of, checked, literal: expr, isUnconditional });
      }
      const isPlain = expr.kind === 'list' && expr.optionalIndices.length === 0;
      for (const child of childrenOf(expr, checked)) visit(child, isUnconditional && isPlain);
    };
    visit(checked.ast.expr, true);
    return found;
  });
}

/** A member of a patch. */
export function patchMember({ literal }: JsonPatch, name: string): Expr | undefined {
  return literal.fields.find((field) => field.name === name)?.value;
}

/** Where a part of a patch's expression stands. */
export function patchLocation({ of }: JsonPatch, expr: Expr): Location {
  const range = textRangeOfNode(expr, of.text);
  const { field } = of.expression;
  if (range === undefined) return field.location();
  return field.locationWithin(of.start + range.from, of.start + range.to);
}

/** A text as far as it is known before the expression is run. */
export interface KnownText {
  /** What it begins with. */
  readonly text: string;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/** What an expression begins with, put together from the constants in it. */
export function knownText(expr: Expr, checked: CheckedAst): KnownText {
  if (expr.kind === 'const' && expr.value.type === 'string') {
    return { text: expr.value.value, isWhole: true };
  }
  if (expr.kind === 'call' && functionOf(expr, checked) === '_+_') {
    const [left, right] = expr.args;
    if (left !== undefined && right !== undefined) {
      const begin = knownText(left, checked);
      if (!begin.isWhole) return begin;
      const rest = knownText(right, checked);
      return { text: begin.text + rest.text, isWhole: rest.isWhole };
    }
  }
  return { text: '', isWhole: false };
}

/** A map of the metadata, which objects need not have. */
export type MetadataMap = 'labels' | 'annotations';

/**
 * The map that a patch adds a key to, where nothing in the policy makes sure that it is there: no other word of it in
 * any expression, and no selector that asks for a label. Adding a key to what is not there fails.
 */
export function mapTakenForGranted(
  patch: JsonPatch,
  policy: Resource<'MutatingAdmissionPolicy'>,
): MetadataMap | undefined {
  const op = patchMember(patch, 'op');
  const path = patchMember(patch, 'path');
  if (!patch.isUnconditional || op === undefined || path === undefined) return undefined;
  if (knownText(op, patch.checked).text !== 'add') return undefined;
  const { text } = knownText(path, patch.checked);
  const map = MAPS.find((one) => text.startsWith(`/metadata/${one}/`));
  if (map === undefined) return undefined;
  const word = new RegExp(`(?<!/metadata/)\\b${map}\\b|/metadata/${map}(?!/)`);
  if (celCompilations(policy).some((one) => word.test(one.text))) return undefined;
  return map === 'labels' && hasLabels(policy) ? undefined : map;
}

const MAPS: readonly MetadataMap[] = ['labels', 'annotations'];

/** Whether all objects that come have labels: selected ones, and namespaces, which are labelled with their names. */
function hasLabels(policy: Resource<'MutatingAdmissionPolicy'>): boolean {
  const matched = matchResources(policy);
  if (matched === undefined) return false;
  if (selectedLabels(matched.get('objectSelector')).size > 0) return true;
  return matched
    .get('resourceRules')
    .items()
    .every((rule) =>
      rule
        .get('resources')
        .items()
        .every(({ value }) => value === 'namespaces'),
    );
}
