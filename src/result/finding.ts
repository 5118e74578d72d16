import type { Minor } from '../server/kubernetes/minors.ts';
import type { Fix } from './fix.ts';

/**
 * `error`: the API server refuses the object, or a part of the file never reaches it.
 * `warning`: it is accepted and will not do what it says, or the server itself warns.
 * `info`: worth knowing.
 */
export type Severity = 'error' | 'warning' | 'info';

/** From the most severe to the least. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Whether findings of a severity fail a run that fails at some severity. */
export function failsAt(failOn: Severity | 'never', severity: Severity): boolean {
  return failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}

/** What the findings of a rule can be made to count as; `off`: they are not reported. */
export type RuleLevel = Severity | 'off';

/** All levels. */
export const RULE_LEVELS: readonly RuleLevel[] = ['off', 'info', 'warning', 'error'];

/** The levels that are chosen for rules, by the id of the rule. */
export type RuleLevels = ReadonlyMap<string, RuleLevel>;

/** The error types of the API server's `Status.details.causes[].reason`. */
export type FieldErrorType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/**
 * What the API server itself would say: a field error of validation, a complaint of its decoder, a
 * version that it does not serve, or a warning in its answer. A finding without a cause is ours alone.
 */
export type Cause =
  | FieldErrorType
  | 'DuplicateField'
  | 'Undecodable'
  | 'UnknownField'
  | 'Unserved'
  | 'Warning';

/** A range of a file. Lines and columns are 1-based, columns count UTF-16 code units, the end is exclusive. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Another place that helps to understand a finding. */
export interface RelatedLocation extends Range {
  readonly file: string;
  readonly message: string;
  /** What the place is for the finding: the template that its own place was rendered from. */
  readonly role?: 'template';
}

/** One thing that a rule has to say about one place. */
export interface Finding extends Range {
  /** Id of the rule, such as `webhook/timeout`. */
  readonly rule: string;
  readonly message: string;
  /** Which message of the rule this is. */
  readonly messageId: string;
  readonly severity: Severity;
  readonly file: string;
  /** The part of the file, as kubectl splits it, from 0. */
  readonly index: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  /** The field as the API server writes it, null where no field is meant. */
  readonly field: string | null;
  readonly cause: Cause | null;
  /** The index, among the findings of the report, of the one that this one follows from; null where it stands alone. */
  readonly causedBy: number | null;
  /** The minors, of those asked for, in which the finding holds; oldest first. */
  readonly minors: readonly Minor[];
  readonly related: readonly RelatedLocation[];
  /** What to write instead, where there is more to say than the message does. */
  readonly help: string | null;
  /** How to fix it, if the rule knows. */
  readonly fix: Fix | null;
  /** The URL of the rule's page. */
  readonly docs: string;
}
