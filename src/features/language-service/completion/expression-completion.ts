import type { FunctionDeclaration, Overload } from '../../../cel/declarations.ts';
import type { Macro } from '../../../cel/parse/macros.ts';
import { BOOL, DOUBLE, DYN, INT, listOf, mapOf, STRING, type Type } from '../../../cel/types.ts';
import { compile } from '../../../server/expressions/compile.ts';
import { ENVIRONMENTS } from '../../../server/expressions/environment-table.ts';
import { environmentOf, parseOptions } from '../../../server/expressions/environments.ts';
import { JSON_PATCH, OBJECT } from '../../../server/expressions/types/declared-types.ts';
import { OPERATIONS } from '../../../server/kubernetes/operations.ts';
import type { Span } from '../../../yaml/index.ts';
import {
  fieldsOf,
  fieldsOfType,
  type SelectedField,
  selectedShape,
  typesBelow,
} from '../expressions/expression-fields.ts';
import { type ExpressionPlace, expressionAt, indexIn } from '../expressions/expression-place.ts';
import { expressionWord, nameEnd, nameStart } from '../expressions/expression-words.ts';
import { macroDescription, macroUsages } from '../expressions/macro-texts.ts';
import { isWritten, shownType, signatures, signatureText } from '../expressions/signatures.ts';
import { VARIABLE_TEXTS } from '../expressions/variable-texts.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Shape } from '../shape.ts';
import { OpenText } from '../text/open-text.ts';
import { completedTexts, type WordPlace } from '../text/written-words.ts';
import type { Completion, CompletionForm, Completions } from './completion-item.ts';

/** The macro that is written `cel.bind`. */
const BIND = 'bind';

/** The macros on optional values; all others with a receiver are on lists and maps. */
const OPTIONAL_MACROS = new Set(['optMap', 'optFlatMap']);

/** The names that can be written around an offset in a CEL expression. Undefined if there is no expression. */
export function expressionCompletions(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): Completions | undefined {
  const place = expressionAt(text, offset, context.minor);
  if (place === undefined) return undefined;
  if (isOutsideQuotes(text, place.span, offset)) {
    return { span: { start: offset, end: offset }, items: [] };
  }
  const index = Math.min(indexBefore(place, offset), place.text.length);
  const { start } = expressionWord(place.text, index);
  const end = nameEnd(place.text, index);
  const span = {
    start: start < index ? place.spanOf(start, start + 1).start : offset,
    end: index < end ? place.spanOf(end - 1, end).end : offset,
  };
  return { span, items: itemsBefore(place, index, context) };
}

/** Reports whether an offset is before or after the quotes of a value. */
function isOutsideQuotes({ text }: OpenText, { start, end }: Span, offset: number): boolean {
  const quote = text.charAt(start);
  const isBehind = offset === end && end - start > 1 && text[end - 1] === quote;
  return (quote === '"' || quote === "'") && (offset === start || isBehind);
}

/** A name in the place of one that is still to be written. */
const UNFINISHED = 'x';

/** A line that gives a field with an expression its value. */
const EXPRESSION_LINE = /(?:[eE]xpression|\brule)["']?:/;

/** The same where the text is not an expression yet: nothing is written, or a quote or bracket is not closed. */
export function completedExpression(
  { text }: OpenText,
  offset: number,
  { document, gap }: WordPlace,
  context: ServiceContext,
): Completions | undefined {
  const before = text.slice(document.start, offset);
  if (!EXPRESSION_LINE.test(lineOfField(before))) return undefined;
  const name = nameStart(before, before.length);
  const word = before.slice(name);
  const written = `${gap}${word}${UNFINISHED}`;
  const at = name + written.length;
  for (const completed of completedTexts(
    before.slice(0, name) + written,
    text.slice(offset, document.end),
  )) {
    const place = expressionAt(new OpenText(completed), at, context.minor);
    if (place === undefined) continue;
    const index = indexBefore(place, at) - UNFINISHED.length;
    const items = itemsBefore(place, index, context).map((item) =>
      gap === '' ? item : { ...item, insert: gap + item.insert, form: undefined },
    );
    return { span: { start: offset - word.length, end: offset }, items };
  }
  return undefined;
}

/** The last line of a text, or the line before it with the header of the block that it is in. */
function lineOfField(text: string): string {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  if (EXPRESSION_LINE.test(last)) return last;
  const indent = last.search(/\S|$/);
  return lines.findLast((line) => /\S/.test(line) && line.search(/\S/) < indent) ?? '';
}

/** The names that can be written before an index of an expression. */
function itemsBefore(
  place: ExpressionPlace,
  index: number,
  context: ServiceContext,
): readonly Completion[] {
  const { receiver, variables, literal, initialized } = expressionWord(place.text, index);
  if (literal !== undefined) return literalItems(literal.compared, place, context);
  if (initialized !== undefined) {
    return fieldsOfType(initialized, place, context).map((field) => ({
      ...fieldItem(field),
      insert: `${field.name}: `,
    }));
  }
  const items =
    receiver === undefined
      ? globalItems(place, [...variables.keys()])
      : memberItems(receiver, place, context);
  const isCalled = /^\s*\(/.test(place.text.slice(nameEnd(place.text, index)));
  return isCalled ? items.map((item) => ({ ...item, form: undefined })) : items;
}

/** The values of texts that no shape lists. */
const TEXTS = new Map<string, readonly string[]>([
  ['request.operation', OPERATIONS],
  [`${JSON_PATCH}.op`, ['add', 'copy', 'move', 'remove', 'replace', 'test']],
]);

/** The values that a text can have, from what it is compared with. */
function literalItems(
  compared: string | undefined,
  place: ExpressionPlace,
  context: ServiceContext,
): readonly Completion[] {
  if (compared === undefined) return [];
  const values = TEXTS.get(compared) ?? selectedShape(compared, place, context)?.allowed ?? [];
  return values.map((value) => item(value, 'value', ''));
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
      .map(({ name, type }) => ({
        ...item(name, 'variable', shownType(type)),
        description: () => VARIABLE_TEXTS.get(name) ?? '',
      })),
    ...(ENVIRONMENTS[place.context.environment].patches
      ? [OBJECT, JSON_PATCH].map((name) => item(name, 'variable', 'type of mutations'))
      : []),
    ...macroItems(place, ({ receiver }) => !receiver),
    ...[...environment.functions.values()]
      .filter(({ name, globals }) => isWritten(name) && globals.length > 0)
      .map((declaration) => functionItem(declaration, declaration.globals, place)),
  ];
}

function memberItems(
  receiver: string,
  place: ExpressionPlace,
  context: ServiceContext,
): readonly Completion[] {
  const types = typesBelow(receiver, place, context);
  const fields = [...types, ...fieldsOf(receiver, place, context)].map(fieldItem);
  const type = receiverType(receiver, place, context);
  // A receiver without a type may be the beginning of a qualified name.
  if (type === undefined) return [...fields, ...qualifiedItems(receiver, place)];
  // An object with declared fields has no functions.
  if (type === 'object') return fields;
  const isAny = type.kind === 'dyn';
  const isMany = isAny || type.kind === 'list' || type.kind === 'map';
  const { optionalName } = environmentOf(place.context).settings;
  const isOptional = isAny || (type.kind === 'opaque' && type.name === optionalName);
  const macros = macroItems(
    place,
    ({ name, receiver }) =>
      receiver && name !== BIND && (OPTIONAL_MACROS.has(name) ? isOptional : isMany),
  );
  const functions = [...environmentOf(place.context).functions.values()].flatMap((declaration) => {
    if (!isWritten(declaration.name)) return [];
    const fitting = declaration.members.filter(
      ({ params: [target] }) => target === undefined || accepts(target, type),
    );
    return fitting.length === 0 ? [] : [functionItem(declaration, fitting, place)];
  });
  return [...fields, ...macros, ...functions];
}

/** The functions and the macro with a qualified name, such as `lists.range`, that begins with a name. */
function qualifiedItems(qualifier: string, place: ExpressionPlace): readonly Completion[] {
  const start = `${qualifier}.`;
  const functions = [...environmentOf(place.context).functions.values()].flatMap((declaration) => {
    const label = declaration.name.slice(start.length);
    if (!declaration.name.startsWith(start) || !isWritten(label)) return [];
    return [functionItem(declaration, declaration.globals, place, label)];
  });
  return qualifier === 'cel'
    ? [...functions, ...macroItems(place, ({ name }) => name === BIND)]
    : functions;
}

/**
 * The type of a value that is selected from: that of the expression, or else that of the field that it selects.
 * Undefined if the expression has none.
 */
function receiverType(
  receiver: string,
  place: ExpressionPlace,
  context: ServiceContext,
): Type | 'object' | undefined {
  const compiled = compiledReceiver(receiver, place);
  if (compiled === undefined) return undefined;
  const shape = compiled.type.kind === 'dyn' ? selectedShape(receiver, place, context) : undefined;
  return shape === undefined ? compiled.type : (celType(shape) ?? compiled.type);
}

/** The compiled receiver. Undefined if it does not compile. */
function compiledReceiver(receiver: string, { context }: ExpressionPlace) {
  const options = { anyResult: true };
  const compiled = compile(receiver, context, options);
  if (compiled.ok) return compiled;
  const element = '[0]';
  if (!receiver.endsWith(element)) return undefined;
  // The receiver may be the variable of a macro, which is a key if the range is a map.
  const key = `${receiver.slice(0, -element.length)}.map(key, key)${element}`;
  const ofKey = compile(key, context, options);
  return ofKey.ok ? ofKey : undefined;
}

/** The type of the values with a shape. Undefined if they have several. */
function celType({ form, type, fields }: Shape): Type | 'object' | undefined {
  if (form === 'list') return listOf(DYN);
  if (form === 'mapping') {
    const isStruct = fields().length > 0 && !type.startsWith('map of ');
    return isStruct ? 'object' : mapOf(STRING, DYN);
  }
  return SCALAR_TYPES.get(type);
}

/** The types of scalars in JSON, by the words of a shape. */
const SCALAR_TYPES: ReadonlyMap<string, Type> = new Map([
  ['string', STRING],
  ['quantity', STRING],
  ['boolean', BOOL],
  ['integer', INT],
  ['int32', INT],
  ['int64', INT],
  ['number', DOUBLE],
]);

/** The macros that the chosen minor has, one for each name. */
function macroItems(
  { context }: ExpressionPlace,
  isWanted: (macro: Macro) => boolean,
): readonly Completion[] {
  const wanted = [...parseOptions(context).macros.all].filter(isWanted);
  return [...new Set(wanted.map(({ name }) => name))].map((name) => {
    const macros = wanted.filter((macro) => macro.name === name);
    return {
      ...item(name, 'function', macroUsages(macros)[0] ?? ''),
      form: callOf(name, true),
      description: () => macroDescription(macros),
    };
  });
}

/** Reports whether a function on a type can be called on a value of another one. */
function accepts(target: Type, type: Type): boolean {
  if (target.kind === 'type-param' || target.kind === 'dyn' || type.kind === 'dyn') return true;
  if (target.kind !== type.kind) return false;
  return target.kind !== 'struct' && target.kind !== 'opaque' ? true : target.name === type.name;
}

function fieldItem({ name, detail, isRequired, description }: SelectedField): Completion {
  return { ...item(name, 'field', detail), isFirst: isRequired, description };
}

function item(label: string, kind: Completion['kind'], detail: string): Completion {
  return { label, kind, detail, insert: label, isFirst: false, description: undefined };
}

/** @param label its name, or the part of it that is still to be written */
function functionItem(
  { name }: FunctionDeclaration,
  overloads: readonly Overload[],
  { context }: ExpressionPlace,
  label = name,
): Completion {
  const hasArguments = overloads.some(({ isMember, params }) => params.length > (isMember ? 1 : 0));
  return {
    ...item(label, 'function', overloads[0] === undefined ? '' : signatureText(overloads[0])),
    form: callOf(label, hasArguments),
    description: () => signatures(overloads, context),
  };
}

/** A call of a function, in which the arguments are to be filled in. */
function callOf(name: string, hasArguments: boolean): CompletionForm {
  const text = `${name}()`;
  const at = text.length - (hasArguments ? 1 : 0);
  return { text, blank: { start: at, end: at } };
}
