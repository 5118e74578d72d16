import { DECIDING_KINDS } from '../../../analysis/admission/deciders.ts';
import { celCompilations } from '../../../analysis/cel/compilations.ts';
import { type CostedExpression, costedExpressions } from '../../../analysis/cel/costs.ts';
import { type CompiledRules, compiledRules, ruleLocation } from '../../../analysis/crd/rules.ts';
import type { Location } from '../../../rule/location.ts';
import { isOfKind, type Resource } from '../../../rule/resource.ts';
import type { StructuralSchema } from '../../../server/crd/structural.ts';
import type { CompiledExpression } from '../../../server/expressions/compiled-expression.ts';
import { withObjectMeta } from '../../../server/expressions/types/schema-types.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { Part, Span } from '../../../yaml/index.ts';
import { contains, type OpenText } from '../text/open-text.ts';
import { resourcesIn } from '../text/text-resources.ts';

/** A CEL expression around an offset. */
export interface ExpressionPlace extends CompiledExpression {
  readonly resource: Resource;
  /** The span of the whole expression in the text. */
  readonly span: Span;
  /** The schema of `self`, in a validation rule. */
  readonly schema: StructuralSchema | undefined;
  /** The span in the text of a part of the expression, given in UTF-16 code units. */
  spanOf(from: number, to: number): Span;
}

/** The expression around an offset. */
export function expressionAt(
  text: OpenText,
  offset: number,
  minor: Minor,
): ExpressionPlace | undefined {
  for (const place of expressionsOfPart(text, text.partAt(offset), minor)) {
    if (contains(place.span, offset)) return place;
  }
  return undefined;
}

/** The expressions of the objects of a part of a text. */
export function expressionsIn(
  text: OpenText,
  part: Part,
  minor: Minor,
): readonly ExpressionPlace[] {
  return [...expressionsOfPart(text, part, minor)];
}

function* expressionsOfPart(
  text: OpenText,
  part: Part | undefined,
  minor: Minor,
): Iterable<ExpressionPlace> {
  for (const resource of resourcesIn(text, minor)) {
    if (resource.origin.index === part?.index) yield* expressionsOf(resource);
  }
}

function* expressionsOf(resource: Resource): Iterable<ExpressionPlace> {
  if (isOfKind(resource, ...DECIDING_KINDS)) {
    for (const { expression, start, ...compiled } of celCompilations(resource)) {
      const { field } = expression;
      yield {
        ...compiled,
        resource,
        span: field.location().span,
        schema: undefined,
        spanOf: (from, to) => field.locationWithin(start + from, start + to).span,
      };
    }
  }
  if (!isOfKind(resource, 'CustomResourceDefinition')) return;
  const { minor } = resource.server;
  for (const rules of compiledRules(resource).flatMap(inEachVersion)) {
    const { isRoot, schema } = rules.node;
    for (const [index, { condition, message }] of (rules.entries ?? []).entries()) {
      for (const [name, compiled] of [
        ['rule', condition],
        ['messageExpression', message],
      ] as const) {
        if (compiled === undefined) continue;
        const member = { index, name };
        yield {
          ...compiled,
          resource,
          span: ruleLocation(resource, rules, member).span,
          schema: isRoot ? withObjectMeta(schema, minor) : schema,
          spanOf: (from, to) => ruleLocation(resource, rules, member, { from, to }).span,
        };
      }
    }
  }
}

/** The rules in each of the versions that share a schema. */
function inEachVersion(rules: CompiledRules): readonly CompiledRules[] {
  const { version, alike } = rules.judgement;
  return [version, ...alike].map((one) => ({
    ...rules,
    judgement: { ...rules.judgement, version: one, alike: [] },
  }));
}

/** The index in an expression of an offset in the text. */
export function indexIn(place: ExpressionPlace, offset: number): number {
  // Later characters of the expression are later in the text.
  let [low, high] = [0, place.text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (place.spanOf(middle, middle + 1).start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The cost of an expression; undefined if it does not compile. */
export function costOf({ resource, span }: ExpressionPlace): CostedExpression | undefined {
  const isHere = (location: Location) =>
    spansOf(location).some(({ start }) => start === span.start);
  return costedExpressions(resource, isHere)[0];
}

/** The places of an expression: more than one if several versions of a CRD share it. */
export function spansOf({ span, related }: Location): readonly Span[] {
  return [span, ...related.map((one) => one.span)];
}
