import type { Cause } from '../../result/finding.ts';
import type { Fix } from '../../result/fix.ts';
import type { Field } from '../../rule/field.ts';
import { valueText } from '../../server/crd/values/json-text.ts';
import type { Value } from '../../server/kubernetes/value.ts';
import { isEmptyList, isEmptyText } from '../emptiness.ts';
import { enumFix } from './value-fixes.ts';

/**
 * The messages that rules about values share. Each rule that calls a check below declares the message of the check,
 * with its own rows.
 */
export const VALUE_MESSAGES = {
  required: {
    text: '{field} is required',
    help: 'add {field} ({problem})',
    cause: 'FieldValueRequired',
  },
  invalid: { text: '{field} is {value}; {problem}', cause: 'FieldValueInvalid' },
  unsupported: {
    text: '{field} is {value}, which the server does not support',
    help: 'use {problem}',
    cause: 'FieldValueNotSupported',
  },
  duplicate: {
    text: '{field} repeats {value}: {problem}',
    help: 'remove one of them, or change it',
    cause: 'FieldValueDuplicate',
  },
  forbidden: {
    text: '{field} is not allowed here: {problem}',
    help: 'remove {field}',
    cause: 'FieldValueForbidden',
  },
  tooLong: {
    text: '{field} is too long: {problem}',
    help: 'shorten {field}',
    cause: 'FieldValueTooLong',
  },
  tooMany: {
    text: '{field} has {value} items; at most {problem} are allowed',
    help: 'remove some of them',
    cause: 'FieldValueTooMany',
  },
} as const;

/** The id of a shared message. */
type ValueMessage = keyof typeof VALUE_MESSAGES;

/** A finding with one of the shared messages. Each has the values of all of them, so that checks can pass it on. */
export interface ValueFinding<Id extends ValueMessage> {
  readonly message: Id;
  readonly at: Field;
  readonly values: {
    readonly field: string;
    /** The value as `shownValue` makes it. */
    readonly value: string;
    /** The error, or the expected value, as a clause. */
    readonly problem: string;
  };
  readonly path?: string;
  readonly fix?: Fix | undefined;
}

/** The function `report` of a rule that has the messages with these ids. */
export type ValueReport<Id extends ValueMessage> = (finding: ValueFinding<Id>) => void;

/** The optional parts of a finding about a value. */
export interface Place {
  /** The path that the server reports for a value, if it is not the path of the field. */
  readonly path?: string;
  readonly fix?: Fix | undefined;
  /** The cause, if it is not that of the message. */
  readonly cause?: Cause;
}

/** The values of a shared message about a field. */
export function valueTexts(field: Field, problem: string): ValueFinding<ValueMessage>['values'] {
  return { field: fieldName(field), value: shownValue(field.value), problem };
}

/**
 * Reports a text that is empty or absent.
 *
 * @param expected the value to write, for the help
 * @returns true if there is a text, which may be checked further
 */
export function requireText(
  report: ValueReport<'required'>,
  field: Field<string | undefined>,
  expected: string,
  place: Place = {},
): boolean {
  if (isEmptyText(field)) {
    report({ message: 'required', at: field, values: valueTexts(field, expected), ...place });
  }
  return (field.value ?? '') !== '';
}

/**
 * Reports a field that is absent.
 *
 * @param expected the value to write, for the help
 * @returns true if there is a value, which may be checked further
 */
export function requireValue(
  report: ValueReport<'required'>,
  field: Field,
  expected: string,
  place: Place = {},
): boolean {
  if (field.absent) {
    report({ message: 'required', at: field, values: valueTexts(field, expected), ...place });
  }
  return field.value !== undefined;
}

/**
 * Reports a text that is none of the values of an enumeration. An absent or empty text is reported too; ask before if
 * the field is optional.
 */
export function requireOneOf(
  report: ValueReport<'unsupported'>,
  field: Field<string | undefined>,
  allowed: readonly string[],
  place: Place = {},
): void {
  if (field.pruned || allowed.includes(field.value ?? '')) return;
  const values = valueTexts(field, alternatives(allowed));
  report({ message: 'unsupported', at: field, values, fix: enumFix(field, allowed), ...place });
}

/** The numbers that a field may have, its bounds included. */
interface Range {
  readonly least?: number;
  readonly most?: number;
}

/** Reports a number outside of a range. An absent number is in every range. */
export function requireRange(
  report: ValueReport<'invalid'>,
  field: Field<number | bigint | undefined>,
  { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Range,
  place: Place = {},
): void {
  const { value } = field;
  if (value === undefined || (value >= least && value <= most)) return;
  const problem = `it must be ${rangeText(least, most)}`;
  report({ message: 'invalid', at: field, values: valueTexts(field, problem), ...place });
}

function rangeText(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${least}`;
  return least === Number.NEGATIVE_INFINITY ? `at most ${most}` : `between ${least} and ${most}`;
}

/**
 * Reports a text that does not have the required format. An absent text is not checked.
 *
 * @param problemOf the error of a text, as a clause; undefined for a valid text
 */
export function requireFormat(
  report: ValueReport<'invalid'>,
  field: Field<string | undefined>,
  problemOf: (text: string) => string | undefined,
  place: Place = {},
): void {
  const problem = field.value === undefined ? undefined : problemOf(field.value);
  if (problem !== undefined) reportInvalid(report, field, problem, place);
}

/** Reports a text that does not have the required format. An absent text is an empty one, as on the server. */
export function requireValidText(
  report: ValueReport<'invalid'>,
  field: Field<string | undefined>,
  problemOf: (text: string) => string | undefined,
  place: Place = {},
): void {
  const problem = field.pruned ? undefined : problemOf(field.value ?? '');
  if (problem !== undefined) reportInvalid(report, field, problem, place);
}

/** Reports an error of the value of a field. */
export function reportInvalid(
  report: ValueReport<'invalid'>,
  field: Field,
  problem: string,
  place: Place = {},
): void {
  report({ message: 'invalid', at: field, values: valueTexts(field, problem), ...place });
}

/** Reports a value that may be given only once, for a reason that is given as a clause. */
export function reportDuplicate(
  report: ValueReport<'duplicate'>,
  field: Field,
  problem: string,
): void {
  report({ message: 'duplicate', at: field, values: valueTexts(field, problem) });
}

/** Reports a text that is too long; the limit is given as a clause. */
export function reportTooLong(
  report: ValueReport<'tooLong'>,
  field: Field,
  limit: string,
  place: Place = {},
): void {
  report({ message: 'tooLong', at: field, values: valueTexts(field, limit), ...place });
}

/**
 * Reports a list with too many items.
 *
 * @returns true if the items may be checked further
 */
export function requireCount(
  report: ValueReport<'tooMany'>,
  field: Field<readonly unknown[] | undefined>,
  most: number,
): boolean {
  const count = field.value?.length ?? 0;
  if (count <= most) return true;
  const values = { field: fieldName(field), value: String(count), problem: String(most) };
  report({ message: 'tooMany', at: field, values });
  return false;
}

/**
 * Reports a list that is empty or absent.
 *
 * @param expected the value to write, for the help
 */
export function requireItems(
  report: ValueReport<'required'>,
  field: Field<readonly unknown[] | undefined>,
  expected: string,
): void {
  if (isEmptyList(field)) {
    report({ message: 'required', at: field, values: valueTexts(field, expected) });
  }
}

/** Reports a field that must be absent, for a reason that is given as a clause. */
export function forbid(
  report: ValueReport<'forbidden'>,
  field: Field,
  reason: string,
  place: Place = {},
): void {
  if (field.absent) return;
  report({ message: 'forbidden', at: field, values: valueTexts(field, reason), ...place });
}

/**
 * Reports each value that an earlier one of a list equals.
 *
 * @param keyOf the part of a value that must be unique; undefined if the value is not compared
 * @param rule the requirement, as a clause
 */
export function requireUnique<T>(
  report: ValueReport<'duplicate'>,
  fields: readonly Field<T>[],
  keyOf: (field: Field<T>) => string | undefined,
  rule: string,
): void {
  const seen = new Set<string>();
  for (const field of fields) {
    const key = keyOf(field);
    if (key === undefined) continue;
    if (seen.has(key)) {
      const values = { field: fieldName(field), value: shownValue(key), problem: rule };
      report({ message: 'duplicate', at: field, values });
    }
    seen.add(key);
  }
}

/** The name of a field for a message: the last part of its path that is a name, with the indices after it. */
function fieldName(field: Field): string {
  const { documentPath } = field;
  const from = documentPath.findLastIndex((segment) => typeof segment === 'string');
  const [name = '', ...indices] = documentPath.slice(Math.max(0, from));
  return `${name}${indices.map((index) => `[${index}]`).join('')}`;
}

/** The values of an enumeration that are not empty, as a text: `A, B or C`. */
function alternatives(allowed: readonly string[]): string {
  const named = allowed.filter((one) => one !== '');
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`;
}

/** A value for a message: a string in quotes, anything else as JSON. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return 'empty';
  return typeof value === 'string' ? `'${value}'` : valueText(value as Value);
}
