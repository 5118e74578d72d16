import { textRangeOfNode } from '../../analysis/cel/text-ranges.ts';
import { amountWords, percentWords } from '../../analysis/crd/cost-messages.ts';
import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import type { FunctionDeclaration, Overload } from '../../cel/declarations.ts';
import { childrenOf } from '../../cel/expression-tree.ts';
import type { Macro } from '../../cel/parse/macros.ts';
import { type Type, typeText } from '../../cel/types.ts';
import { compile } from '../../server/expressions/compile.ts';
import { environmentOf, parseOptions } from '../../server/expressions/environments.ts';
import type { Completion, Completions } from './completion.ts';
import { fieldsOf, selectedShape } from './expression-fields.ts';
import { costOf, type ExpressionPlace, expressionAt, indexIn } from './expression-place.ts';
import { expressionWord } from './expression-words.ts';
import { describe, type HoverText, type ServiceContext } from './hover.ts';
import type { OpenText } from './open-text.ts';

/** The macros on optional values; all others with a receiver are on lists and maps. */
const OPTIONAL_MACROS = new Set(['optMap', 'optFlatMap']);

/** A function that is written as such, and not as an operator. */
const WRITTEN = /^[a-zA-Z]/;

/** The names that can be written around an offset in a CEL expression. Undefined if there is no expression. */
export function expressionCompletions(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): Completions | undefined {
  const place = expressionAt(text, offset, context.minor);
  if (place === undefined) return undefined;
  const index = Math.min(indexBefore(place, offset), place.text.length);
  const word = expressionWord(place.text, index);
  const start = word.start < index ? place.spanOf(word.start, word.start + 1).start : offset;
  const { receiver } = word;
  const items =
    receiver === undefined
      ? globalItems(place, word.variables)
      : memberItems(receiver, place, context);
  return { span: { start, end: offset }, items };
}

/** The index of the end of the text before an offset. */
function indexBefore(place: ExpressionPlace, offset: number): number {
  const index = indexIn(place, offset);
  return place.spanOf(index, index + 1).start < offset ? index + 1 : index;
}

function globalItems(place: ExpressionPlace, variables: readonly string[]): readonly Completion[] {
  const environment = environmentOf(place.context);
  return [
    ...variables.map((name) => item(name, 'variable', 'variable of a macro')),
    ...environment
      .variables()
      .filter(({ name, type }) => type.kind !== 'type' && !name.includes('.'))
      .map(({ name, type }) => item(name, 'variable', typeText(type))),
    ...macroItems(place, ({ receiver }) => !receiver),
    ...[...environment.functions.values()]
      .filter(({ name, globals }) => WRITTEN.test(name) && globals.length > 0)
      .map((declaration) => functionItem(declaration, declaration.globals)),
  ];
}

function memberItems(
  receiver: string,
  place: ExpressionPlace,
  context: ServiceContext,
): readonly Completion[] {
  const fields = fieldsOf(receiver, place, context).map(
    ({ name, detail, isRequired, description }): Completion => ({
      label: name,
      kind: 'field',
      detail,
      insert: name,
      isFirst: isRequired,
      description,
    }),
  );
  const compiled = compile(receiver, place.context, { anyResult: true });
  const type = compiled.ok ? compiled.type : undefined;
  const isAny = type === undefined || type.kind === 'dyn';
  const isMany = isAny || type.kind === 'list' || type.kind === 'map';
  const { optionalName } = environmentOf(place.context);
  const isOptional = isAny || (type.kind === 'opaque' && type.name === optionalName);
  const macros = macroItems(
    place,
    ({ name, receiver }) => receiver && (OPTIONAL_MACROS.has(name) ? isOptional : isMany),
  );
  const functions = [...environmentOf(place.context).functions.values()].flatMap((declaration) => {
    const fitting = declaration.members.filter(
      ({ params: [target] }) => type === undefined || target === undefined || accepts(target, type),
    );
    return fitting.length === 0 ? [] : [functionItem(declaration, fitting)];
  });
  return [...fields, ...macros, ...functions];
}

/** The macros that the chosen minor has, one for each name. */
function macroItems(
  { context }: ExpressionPlace,
  isWanted: (macro: Macro) => boolean,
): readonly Completion[] {
  const wanted = [...parseOptions(context).macros.all].filter(isWanted);
  return [...new Set(wanted.map(({ name }) => name))].map((name) => {
    const counts = wanted.filter((macro) => macro.name === name).map(({ argCount }) => argCount);
    const arities = [...new Set(counts)].sort().join(' or ');
    return item(
      name,
      'function',
      `macro with ${arities} ${arities === '1' ? 'argument' : 'arguments'}`,
    );
  });
}

/** Reports whether a function on a type can be called on a value of another one. */
function accepts(target: Type, type: Type): boolean {
  if (target.kind === 'type-param' || target.kind === 'dyn' || type.kind === 'dyn') return true;
  if (target.kind !== type.kind) return false;
  return target.kind !== 'struct' && target.kind !== 'opaque' ? true : target.name === type.name;
}

function item(label: string, kind: Completion['kind'], detail: string): Completion {
  return { label, kind, detail, insert: label, isFirst: false, description: undefined };
}

function functionItem({ name }: FunctionDeclaration, overloads: readonly Overload[]): Completion {
  return {
    ...item(name, 'function', overloads[0] === undefined ? '' : signatureText(overloads[0])),
    description: () => signatures(overloads),
  };
}

/** The signature of an overload, as it is called: `string.matches(string) -> bool`. */
function signatureText({ function: name, isMember, params, result }: Overload): string {
  const texts = params.map(typeText);
  const [target = ''] = texts;
  const call = isMember
    ? `${target}.${name}(${texts.slice(1).join(', ')})`
    : `${name}(${texts.join(', ')})`;
  return `${call} -> ${typeText(result)}`;
}

function signatures(overloads: readonly Overload[]): string {
  return `\`\`\`\n${overloads.map(signatureText).join('\n')}\n\`\`\``;
}

/** The part of a CEL expression around an offset: its type, the function that is called, and the cost of the whole. */
export function expressionHover(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): HoverText | undefined {
  const place = expressionAt(text, offset, context.minor);
  if (place === undefined) return undefined;
  const index = indexIn(place, offset);
  const { compiled } = place;
  const node = compiled.ok ? nodeAt(compiled.checked, place.text, index) : undefined;
  const lines = [
    ...(compiled.ok && node !== undefined ? nodeLines(node.expr, compiled.checked, place) : []),
    ...fieldLines(place, index, context),
    ...costLines(place),
  ];
  if (lines.length === 0) return undefined;
  const span = node === undefined ? place.span : place.spanOf(node.from, node.to);
  return { markdown: lines.join('\n\n'), span };
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
  const lines = type === undefined ? [] : [`type: \`${typeText(type)}\``];
  if (reference?.kind !== 'function' || !WRITTEN.test(reference.name)) return lines;
  const declaration = environmentOf(place.context).findFunction(reference.name);
  const overloads = [...(declaration?.members ?? []), ...(declaration?.globals ?? [])].filter(
    ({ id }) => reference.overloads.includes(id),
  );
  return overloads.length === 0 ? lines : [...lines, signatures(overloads)];
}

/** The field that is selected around an index, as the schema of the kind describes it. */
function fieldLines(
  place: ExpressionPlace,
  index: number,
  context: ServiceContext,
): readonly string[] {
  const { text } = place;
  const end = index + (/^\w*/.exec(text.slice(index))?.[0].length ?? 0);
  const { start, receiver } = expressionWord(text, end);
  if (receiver === undefined) return [];
  const name = text.slice(start, end);
  const shape = selectedShape(`${receiver}.${name}`, place, context);
  return shape === undefined ? [] : describe(name, shape);
}

function costLines(place: ExpressionPlace): readonly string[] {
  const costed = costOf(place);
  if (costed === undefined) return [];
  const { cost, limit, driver, advice } = costed;
  const amount = `cost of the expression: ${amountWords(cost)}, ${percentWords(cost, limit)} of the limit`;
  return [[amount, ...[driver, advice].filter((one) => one !== '')].join('; ')];
}
