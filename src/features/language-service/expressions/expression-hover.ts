import { textRangeOfNode } from '../../../analysis/cel/text-ranges.ts';
import { amountWords } from '../../../analysis/crd/cost-messages.ts';
import type { Expr } from '../../../cel/ast.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { childrenOf } from '../../../cel/expression-tree.ts';
import { environmentOf, parseOptions } from '../../../server/expressions/environments.ts';
import type { Span } from '../../../yaml/index.ts';
import { shareText } from '../../cost/cost-text.ts';
import { describe, type HoverText } from '../hover.ts';
import type { ServiceContext } from '../service-context.ts';
import type { OpenText } from '../text/open-text.ts';
import { fieldsOf, selectedShape } from './expression-fields.ts';
import { costOf, type ExpressionPlace, expressionAt, indexIn } from './expression-place.ts';
import { expressionWord, nameEnd, nameStart } from './expression-words.ts';
import { macroDescription } from './macro-texts.ts';
import { isWritten, shownType, signatures } from './signatures.ts';
import { VARIABLE_TEXTS } from './variable-texts.ts';

/** The part of a CEL expression around an offset: its type, the function that is called, and the cost of the whole. */
export function expressionHover(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): HoverText | undefined {
  const place = expressionAt(text, offset, context.minor);
  if (place === undefined) return undefined;
  const index = indexIn(place, offset);
  // The opening quote is not a part of the expression.
  if (offset < place.spanOf(index, index + 1).start) return undefined;
  const { compiled } = place;
  const node = compiled.ok ? nodeAt(compiled.checked, place.text, index) : undefined;
  const lines = [
    ...(compiled.ok && node !== undefined ? nodeLines(node.expr, compiled.checked, place) : []),
    ...macroLines(place, index),
    ...fieldLines(place, index, context),
    ...costLines(place),
  ];
  if (lines.length === 0) return undefined;
  const word = wordAround(place, index);
  const { from, to } = node ?? (word.from < word.to ? word : { from: 0, to: place.text.length });
  const span = place.spanOf(from, to);
  return { markdown: lines.join('\n\n'), span };
}

/** The name around an index; empty between names. */
function wordAround({ text }: ExpressionPlace, index: number) {
  const to = nameEnd(text, index);
  return { from: nameStart(text, to), to };
}

interface PlacedNode {
  readonly expr: Expr;
  readonly from: number;
  readonly to: number;
}

/** The node with the smallest range around an index. */
function nodeAt(checked: CheckedAst, text: string, index: number): PlacedNode | undefined {
  let best: PlacedNode | undefined;
  const visit = (expr: Expr) => {
    const range = textRangeOfNode(expr, text);
    const fits = range !== undefined && range.from <= index && index < range.to;
    if (fits && (best === undefined || range.to - range.from < best.to - best.from)) {
      best = { expr, ...range };
    }
    for (const child of childrenOf(expr, checked)) visit(child);
  };
  visit(checked.ast.expr);
  return best;
}

function nodeLines(expr: Expr, checked: CheckedAst, place: ExpressionPlace): readonly string[] {
  const type = checked.types.get(expr.id);
  const reference = checked.references.get(expr.id);
  const lines = type === undefined ? [] : [`type: \`${shownType(type)}\``];
  if (reference?.kind !== 'function' || !isWritten(reference.name)) return lines;
  const declaration = environmentOf(place.context).findFunction(reference.name);
  const overloads = [...(declaration?.members ?? []), ...(declaration?.globals ?? [])].filter(
    ({ id }) => reference.overloads.includes(id),
  );
  return overloads.length === 0 ? lines : [...lines, signatures(overloads, place.context)];
}

/** The macro that is called around an index, which is not a function with a signature. */
function macroLines({ text, context }: ExpressionPlace, index: number): readonly string[] {
  const end = nameEnd(text, index);
  const { start, receiver } = expressionWord(text, end);
  if (!/^\s*\(/.test(text.slice(end))) return [];
  const name = text.slice(start, end);
  const macros = [...parseOptions(context).macros.all].filter(
    (macro) => macro.name === name && macro.receiver === (receiver !== undefined),
  );
  return macros.length === 0 ? [] : [macroDescription(macros)];
}

/** The field or variable around an index, as the schema of the kind describes it. */
function fieldLines(
  place: ExpressionPlace,
  index: number,
  context: ServiceContext,
): readonly string[] {
  const { text } = place;
  const end = nameEnd(text, index);
  const { start, receiver, literal } = expressionWord(text, end);
  if (literal !== undefined || start === end) return [];
  if (receiver === undefined) return variableLines(place, { start, end }, context);
  const name = text.slice(start, end);
  const shape = selectedShape(`${receiver}.${name}`, place, context);
  if (shape !== undefined) return describe(name, shape);
  const field = fieldsOf(receiver, place, context).find((one) => one.name === name);
  return field?.description === undefined ? [] : [field.description()];
}

/** A variable of the environment or of a macro, also where the macro declares it. */
function variableLines(
  place: ExpressionPlace,
  { start, end }: Span,
  context: ServiceContext,
): readonly string[] {
  const { text } = place;
  const name = text.slice(start, end);
  const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? [];
  const { variables } = expressionWord(text, end + comma.length);
  const value = variables.get(name);
  const known = value === undefined ? VARIABLE_TEXTS.get(name) : undefined;
  if (value === undefined && known === undefined) return [];
  const shape = selectedShape(value ?? name, place, context);
  return [
    ...(known === undefined ? [] : [known]),
    ...(shape === undefined ? [] : describe(name, shape)),
  ];
}

function costLines(place: ExpressionPlace): readonly string[] {
  const costed = costOf(place);
  if (costed === undefined) return [];
  const { cost, driver, advice } = costed;
  const amount = `cost of the expression: ${amountWords(cost)}, ${shareText(costed)} of the limit`;
  return [[amount, ...[driver, advice].filter((one) => one !== '')].join('; ')];
}
