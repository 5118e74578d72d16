import { findString, type StringQuery } from '../../base/go/pattern-strings.ts';
import { areSame } from '../crd/equality.ts';
import type { Keyword } from '../crd/schema-node.ts';
import {
  isIntOrString,
  preservesUnknownFields,
  propertySchema,
  type StructuralSchema,
} from '../crd/structural.ts';
import { areDeeplyEqual } from '../crd/values/enum.ts';
import { isRecognizedFormat } from '../crd/values/string-formats.ts';
import { lengthBounds, patternsOf } from '../custom-resources/examples/example-strings.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ValidationRule } from '../kubernetes/types.generated.ts';

/** The keywords that can refuse values. Those of one group are reported under the first name. */
export const REFUSING_KEYWORDS = [
  'type',
  'properties',
  'enum',
  'format',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'nullable',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
] as const satisfies readonly Keyword[];

export type RefusingKeyword = (typeof REFUSING_KEYWORDS)[number];

/**
 * Reports whether a keyword of a schema refuses nothing that another schema accepts, as far as the keywords show it:
 * the keyword is the same, or wider, or other keywords of the earlier schema imply it.
 */
export function isImplied(
  before: StructuralSchema,
  after: StructuralSchema,
  keyword: RefusingKeyword,
  minor: Minor,
): boolean {
  if (isAlwaysSame(before, after, keyword)) return true;
  const stated = withAllOf(before);
  switch (keyword) {
    case 'type':
      return isTypeImplied(before, after);
    case 'properties':
      return false;
    case 'enum':
      return (after.enum ?? []).length === 0 || hasValuesThatPass(stated, after);
    case 'format':
      return isFormatImplied(before, after, minor);
    case 'minimum':
      if (Number(after.minimum) <= -INT32 && isInt32(before)) return true;
      return after.minimum === undefined || stated.some((one) => isAtLeast(one, after));
    case 'maximum':
      if (Number(after.maximum) > INT32 && isInt32(before)) return true;
      return after.maximum === undefined || stated.some((one) => isAtMost(one, after));
    case 'multipleOf':
      return isMultipleImplied(stated, after);
    case 'minLength':
    case 'maxLength':
    case 'pattern':
      return isStringImplied(stated, after, keyword);
    case 'minItems':
    case 'minProperties':
      if (keyword === 'minProperties' && hasTooFewProperties(before)) return true;
      return stated.some((one) => Number(one[keyword] ?? 0) >= Number(after[keyword] ?? 0));
    case 'maxItems':
    case 'maxProperties': {
      const most = Number(after[keyword] ?? Number.POSITIVE_INFINITY);
      if (keyword === 'maxProperties' && mostProperties(before) <= most) return true;
      return stated.some((one) => Number(one[keyword] ?? Number.POSITIVE_INFINITY) <= most);
    }
    case 'required':
      return addedRequirements(before, after).length === 0;
    case 'additionalProperties':
      // The values of a map are compared as fields of their own.
      return after.additionalProperties !== undefined
        ? after.additionalProperties !== false
        : before.additionalProperties === undefined || preservesUnknownFields(after);
    case 'anyOf':
      return areBranchesImplied(before.anyOf, after.anyOf);
    case 'oneOf':
      return (after.oneOf ?? []).length === 0 || haveSameBranches(before.oneOf, after.oneOf);
    case 'allOf':
      return (after.allOf ?? []).every((branch) => isBranchImplied(stated, branch, minor));
    case 'not':
      return after.not === undefined;
    case 'nullable':
      return after.nullable === true || before.nullable !== true;
    case 'x-kubernetes-list-type':
    case 'x-kubernetes-list-map-keys':
      return isUniquenessImplied(before, after);
    case 'x-kubernetes-embedded-resource':
      return after[keyword] !== true;
    case 'x-kubernetes-preserve-unknown-fields':
      return after[keyword] === true || before[keyword] !== true || isMapAfter(after);
    case 'x-kubernetes-validations':
      return addedRules(before, after).length === 0;
  }
}

/** The required properties that are new, except those that the server always sets. */
export function addedRequirements(
  before: StructuralSchema,
  after: StructuralSchema,
): readonly string[] {
  const known = new Set(withAllOf(before).flatMap(({ required = [] }) => required));
  return (after.required ?? []).filter((name) => {
    const given = propertySchema(after, name)?.default ?? null;
    return !known.has(name) && given === null;
  });
}

/** The rules that are new. A rule that differs only in its message or in white space is not new. */
export function addedRules(
  before: StructuralSchema,
  after: StructuralSchema,
): readonly ValidationRule[] {
  const known = new Set((before['x-kubernetes-validations'] ?? []).map(identityOf));
  return (after['x-kubernetes-validations'] ?? []).filter((rule) => !known.has(identityOf(rule)));
}

/** White space outside of string literals does not count. */
function identityOf({ rule = '', optionalOldSelf }: ValidationRule): string {
  const plain = withSingleSpaces(rule)
    .trim()
    .replace(/ ?([()[\]{},?:!<>=&|+*/%-]) ?/g, '$1');
  return JSON.stringify([plain, optionalOldSelf === true]);
}

/** An expression with one space for each piece of white space that is not in a string literal. */
function withSingleSpaces(rule: string): string {
  let text = '';
  let quote = '';
  for (let index = 0; index < rule.length; index++) {
    const char = rule.charAt(index);
    const isEscape = quote !== '' && char === '\\';
    if (quote === '' ? char === '"' || char === "'" : char === quote) quote = quote ? '' : char;
    if (quote !== '' || !/\s/.test(char)) text += isEscape ? char + rule.charAt(++index) : char;
    else if (!text.endsWith(' ')) text += ' ';
  }
  return text;
}

function isAlwaysSame(
  before: StructuralSchema,
  after: StructuralSchema,
  keyword: RefusingKeyword,
): boolean {
  if (keyword === 'type' || keyword === 'properties') return false;
  const same = areSame({ [keyword]: before[keyword] }, { [keyword]: after[keyword] });
  if (keyword === 'minimum') {
    return same && (before.exclusiveMinimum === true) === (after.exclusiveMinimum === true);
  }
  if (keyword === 'maximum') {
    return same && (before.exclusiveMaximum === true) === (after.exclusiveMaximum === true);
  }
  // The default of a property also decides whether it is absent.
  return same && keyword !== 'required';
}

/** A schema with the schemas of its `allOf`. */
function withAllOf(schema: StructuralSchema): readonly StructuralSchema[] {
  return [schema, ...(schema.allOf ?? []).flatMap(withAllOf)];
}

/** Reports whether only certain values are possible, and all of them are accepted. */
function hasValuesThatPass(
  stated: readonly StructuralSchema[],
  { enum: allowed = [] }: StructuralSchema,
): boolean {
  const values = stated.map((one) => one.enum ?? []).find((list) => list.length > 0);
  if (values === undefined) return false;
  const texts = new Set(allowed.filter((one) => typeof one === 'string'));
  return values.every((value) =>
    typeof value === 'string'
      ? texts.has(value)
      : allowed.some((one) => areDeeplyEqual(value, one)),
  );
}

function isTypeImplied(before: StructuralSchema, after: StructuralSchema): boolean {
  const types = typesOf(before);
  const allowed = typesOf(after);
  if (allowed.length === 0) return true;
  return (
    types.length > 0 &&
    types.every(
      (type) => allowed.includes(type) || (type === 'integer' && allowed.includes('number')),
    )
  );
}

/** The types of the values of a schema; none if all are allowed. */
function typesOf(schema: StructuralSchema): readonly string[] {
  if (isIntOrString(schema)) return ['integer', 'string'];
  return (schema.type ?? '') === '' ? [] : [schema.type ?? ''];
}

function isFormatImplied(
  { format: before = '' }: StructuralSchema,
  { format = '', type = '' }: StructuralSchema,
  minor: Minor,
): boolean {
  if (format === '' || format === before) return true;
  if (!isRecognizedFormat(format, type, minor)) return true;
  return ['password', 'int64', 'float', 'double'].includes(format);
}

const INT32 = 2 ** 31 - 1;

/** Reports whether the format allows integers of 32 bits only. */
function isInt32({ type, format }: StructuralSchema): boolean {
  return type === 'integer' && format === 'int32';
}

function isAtLeast(
  one: StructuralSchema,
  { minimum, exclusiveMinimum }: StructuralSchema,
): boolean {
  if (one.minimum === undefined || minimum === undefined) return false;
  if (Number(one.minimum) !== Number(minimum)) return Number(one.minimum) > Number(minimum);
  return exclusiveMinimum !== true || one.exclusiveMinimum === true;
}

function isAtMost(one: StructuralSchema, { maximum, exclusiveMaximum }: StructuralSchema): boolean {
  if (one.maximum === undefined || maximum === undefined) return false;
  if (Number(one.maximum) !== Number(maximum)) return Number(one.maximum) < Number(maximum);
  return exclusiveMaximum !== true || one.exclusiveMaximum === true;
}

function isMultipleImplied(
  stated: readonly StructuralSchema[],
  { multipleOf, type }: StructuralSchema,
): boolean {
  const factor = Number(multipleOf ?? 0);
  if (multipleOf === undefined || (type === 'integer' && factor === 1)) return true;
  return stated.some((one) => {
    const times = Number(one.multipleOf ?? 0) / factor;
    return one.multipleOf !== undefined && Number.isInteger(times) && Number.isInteger(factor);
  });
}

/** Reports whether all strings with the right lengths that match the earlier patterns are accepted. */
function isStringImplied(
  stated: readonly StructuralSchema[],
  after: StructuralSchema,
  keyword: 'minLength' | 'maxLength' | 'pattern',
): boolean {
  const bounds = lengthBounds(stated);
  const matches = patternsOf(stated);
  const least = Number(after.minLength ?? 0);
  const most = Number(after.maxLength ?? Number.POSITIVE_INFINITY);
  switch (keyword) {
    case 'minLength':
      if (bounds.minLength >= least) return true;
      return isNone({ matches, avoids: [], ...bounds, maxLength: least - 1 });
    case 'maxLength':
      if (bounds.maxLength <= most) return true;
      return isNone({ matches, avoids: [], ...bounds, minLength: most + 1 });
    case 'pattern': {
      const { pattern = '' } = after;
      if (pattern === '' || matches.includes(pattern)) return true;
      return isNone({ matches, avoids: [pattern], ...bounds });
    }
  }
}

/** The largest length of strings that are searched. */
const LONGEST_SEARCHED = 2000;

function isNone(query: StringQuery): boolean {
  return query.minLength <= LONGEST_SEARCHED && findString(query).kind === 'none';
}

function areBranchesImplied(
  before: readonly StructuralSchema[] = [],
  after: readonly StructuralSchema[] = [],
): boolean {
  if (after.length === 0) return true;
  return before.length > 0 && before.every((one) => after.some((other) => areSame(one, other)));
}

function haveSameBranches(
  before: readonly StructuralSchema[] = [],
  after: readonly StructuralSchema[] = [],
): boolean {
  return before.length === after.length && areBranchesImplied(before, after);
}

/** Reports whether a branch of `allOf` is one of the earlier schemas, or has only keywords that they imply. */
function isBranchImplied(
  stated: readonly StructuralSchema[],
  branch: StructuralSchema,
  minor: Minor,
): boolean {
  if (stated.some((one) => areSame(one, branch))) return true;
  if (branch.properties !== undefined || branch.items !== undefined) return false;
  const [declared = {}] = stated;
  const before = { ...declared, allOf: stated.slice(1) };
  return REFUSING_KEYWORDS.filter((keyword) => branch[keyword] !== undefined).every((keyword) =>
    isImplied(before, branch, keyword, minor),
  );
}

/** Reports whether items that are distinct now were also distinct before. */
function isUniquenessImplied(before: StructuralSchema, after: StructuralSchema): boolean {
  const listType = after['x-kubernetes-list-type'] ?? 'atomic';
  if (listType === 'atomic' || Number(after.maxItems ?? 2) <= 1) return true;
  if (listType !== before['x-kubernetes-list-type']) return false;
  const keys = new Set(after['x-kubernetes-list-map-keys']);
  return (before['x-kubernetes-list-map-keys'] ?? []).every((key) => keys.has(key));
}

/** The largest number of properties that an object can have. Undeclared properties are removed. */
function mostProperties(schema: StructuralSchema): number {
  const isOpen = preservesUnknownFields(schema) || schema.additionalProperties !== undefined;
  return isOpen ? Number.POSITIVE_INFINITY : Object.keys(schema.properties ?? {}).length;
}

/** Reports whether no object can have as many properties as its schema requires. */
function hasTooFewProperties(schema: StructuralSchema): boolean {
  return mostProperties(schema) < Number(schema.minProperties ?? 0);
}

function isMapAfter(after: StructuralSchema): boolean {
  return after.additionalProperties !== undefined && after.additionalProperties !== false;
}
