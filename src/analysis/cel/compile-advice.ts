import type { Issue } from '../../cel/ast.ts';
import { nearestName } from '../../result/suggestion.ts';
import { type Context, environmentOf } from '../../server/expressions/environments.ts';
import { type TextRange, textRangeOf } from './text-ranges.ts';

/**
 * The help on a part of an expression that does not compile, for common mistakes: names and operators of other
 * languages, keys of maps without quotes, operands that need a conversion.
 *
 * @param text the compiled expression
 * @param issue one of its errors
 * @returns help for the finding; undefined if the error does not show the intention of the author
 */
export function compileAdvice(text: string, context: Context, issue: Issue): string | undefined {
  const range = textRangeOf(issue, text);
  if (range === undefined) return undefined;
  const undeclared = UNDECLARED.exec(issue.message)?.[1];
  if (undeclared !== undefined) return adviceOnName(undeclared, range, text, context);
  const field = UNDEFINED_FIELD.exec(issue.message)?.[1];
  if (field !== undefined) return adviceOnField(field, text.slice(0, range.from), context);
  const overload = OVERLOAD.exec(issue.message);
  if (overload !== null) return adviceOnOperands(overload[1] ?? '', overload[2] ?? '');
  if (issue.message === 'invalid argument to has() macro') {
    return "has() requires a field, as in has(object.spec.replicas); for a key of a map, use 'key' in map";
  }
  if (issue.message.startsWith('Syntax error')) {
    return OPERATORS.get(
      followsNot(text, range.from) ? 'not' : text.slice(range.from, range.to).trim(),
    );
  }
  const isOperation = context.environment === 'map-jsonpatch' && !text.includes('JSONPatch');
  return isOperation && issue.message.startsWith('expected type') ? JSON_PATCH : undefined;
}

const UNDECLARED = /^undeclared reference to '([^']*)'/;
const UNDEFINED_FIELD = /^undefined field '([^']*)'/;
const OVERLOAD = /^found no matching overload for '([^']*)' applied to '(.*)'$/;
const JSON_PATCH = "use JSONPatch{op: 'add', path: '/spec/...', value: ...} for each operation";
const FIELD_TEST = 'use has(...) to test whether a field is set';

/** Operators of other languages, as the syntax errors show them. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['and', 'use && instead of and'],
  ['or', 'use || instead of or'],
  ['not', 'use ! instead of not'],
  ['=', 'use == to compare'],
]);

const FOREIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ...['len', 'length', 'count'].map((name) => [name, 'use size()'] as const),
  ...['some', 'any'].map((name) => [name, 'use list.exists(x, condition)'] as const),
  ...['every', 'forall', 'forAll'].map((name) => [name, 'use list.all(x, condition)'] as const),
  ...['toLowerCase', 'toLower', 'lower'].map((name) => [name, 'use lowerAscii()'] as const),
  ...['toUpperCase', 'toUpper', 'upper'].map((name) => [name, 'use upperAscii()'] as const),
  ...['nil', 'None', 'undefined', 'isNull'].map((name) => [name, FIELD_TEST] as const),
  ['isEmpty', 'use size(...) == 0'],
  ['includes', "use contains() for a part of a string, or 'item' in list"],
  ['concat', 'use + to concatenate strings or lists'],
  ['True', 'use true'],
  ['False', 'use false'],
]);

/** Variables of the other kind of expressions. */
const VARIABLES_OF_POLICIES: ReadonlyMap<string, string> = new Map([
  ['object', 'use self'],
  ['oldObject', 'use oldSelf'],
]);
const VARIABLES_OF_CRDS: ReadonlyMap<string, string> = new Map([
  ['self', 'use object'],
  ['oldSelf', 'use oldObject'],
]);

function adviceOnName(
  name: string,
  { from, to }: TextRange,
  text: string,
  context: Context,
): string | undefined {
  const before = lastCharacter(text, from);
  const isCall = text[to] === '(';
  if (name === 'has' && isCall) {
    return "use has(object.field) for a field, or 'key' in map for a key of a map";
  }
  if ((before === '{' || before === ',') && /^\s*:/.test(text.slice(to, to + LONGEST_GAP))) {
    return `put the key of the map in quotes: '${name}'`;
  }
  if (text[from - 1] === '-' && /\w/.test(text[from - 2] ?? '')) {
    return "'-' subtracts; for a key with '-', use ['key'], as in object.metadata.labels['my-app']";
  }
  const isRule = context.environment === 'crd' || context.environment === 'crd-message';
  const variable = (isRule ? VARIABLES_OF_POLICIES : VARIABLES_OF_CRDS).get(name);
  if (variable !== undefined && !isCall) return variable;
  const foreign = FOREIGN_NAMES.get(name);
  if (foreign !== undefined) return foreign;
  const environment = environmentOf(context);
  const known = isCall
    ? [...environment.functions.keys()].filter((candidate) => /^[a-z]\w*$/i.test(candidate))
    : environment.variables().map((declared) => declared.name);
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : `use ${nearest}, if that is meant`;
}

/** The help on a field of `variables` that the policy does not define. */
function adviceOnField(field: string, before: string, { variables }: Context): string | undefined {
  if (variables === undefined || !/(?:^|\W)variables$/.test(before)) return undefined;
  const nearest = nearestName(field, [...variables.keys()]);
  return nearest === undefined ? undefined : `did you mean ${nearest}?`;
}

function adviceOnOperands(operator: string, operands: string): string | undefined {
  const types = operands.slice(1, -1).split(', ');
  const isConvertible = types.length === 2 && types.every((type) => SCALARS.has(type));
  switch (operator) {
    case '_+_':
      if (operands.includes('map(')) {
        return 'maps cannot be merged with +; write all entries in one map';
      }
      if (isConvertible) return 'use string(...) to convert a number or boolean';
      return operands.startsWith('(list(') && SCALARS.has(types.at(-1) ?? '')
        ? 'lists are concatenated with lists, as in list + [item]'
        : undefined;
    case '_==_':
    case '_!=_':
    case '_<_':
    case '_<=_':
    case '_>_':
    case '_>=_':
      if (types.length === 2 && types.includes('null')) return FIELD_TEST;
      return isConvertible
        ? 'both sides must have the same type; convert one, as in int(...) or string(...)'
        : undefined;
    case '@in':
      return operands === '(string, string)' ? 'use contains() to search in a string' : undefined;
    case '!_':
      return "! requires a boolean; compare the value, as in x == '' or size(x) == 0";
    default:
      return undefined;
  }
}

const SCALARS: ReadonlySet<string> = new Set(['bool', 'int', 'uint', 'double', 'string']);

/** White space between the parts of an expression is rarely longer. */
const LONGEST_GAP = 200;

/** The last character before an index that is not white space. */
function lastCharacter(text: string, at: number): string | undefined {
  return text
    .slice(Math.max(0, at - LONGEST_GAP), at)
    .trimEnd()
    .at(-1);
}

/** Reports whether the word before an index is `not`. After it, a syntax error is at the next word. */
function followsNot(text: string, at: number): boolean {
  return /\bnot$/.test(text.slice(Math.max(0, at - LONGEST_GAP), at).trimEnd());
}
