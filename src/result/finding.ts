import type { Minor } from '../server/kubernetes/minors.ts';
import type { Fix } from './fix.ts';

/**
 * `error`: the API server refuses the object, or a part of the file never reaches it. `warning`: the object is accepted
 * but does not have the intended effect, or the server itself warns. `info`: useful information.
 */
export type Severity = 'error' | 'warning' | 'info';

/** The severities from the most severe to the least. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/**
 * Reports whether a finding fails the run.
 *
 * @param failOn the lowest severity that fails the run
 * @param severity the severity of the finding
 */
export function failsAt(failOn: Severity | 'never', severity: Severity): boolean {
  return failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
}

/** The level that the findings of a rule can be set to. With `off`, they are not reported. */
export type RuleLevel = Severity | 'off';

export const RULE_LEVELS: readonly RuleLevel[] = ['off', 'info', 'warning', 'error'];

/** The levels that are chosen for rules, by the id of the rule. */
export type RuleLevels = ReadonlyMap<string, RuleLevel>;

/** The severity of the findings of a rule that runs. */
export function severityAt(
  levels: RuleLevels | undefined,
  rule: string,
  byDefault: Severity,
): Severity {
  const level = levels?.get(rule);
  return level === undefined || level === 'off' ? byDefault : level;
}

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
 * The error or warning of the API server itself: a field error of validation, an error of its decoder, a version that
 * it does not serve, a refusal that names no field, or a warning in its answer. A finding without a cause comes from
 * kubeadmit only.
 */
export type Cause =
  | FieldErrorType
  | 'DuplicateField'
  | 'Status'
  | 'Undecodable'
  | 'UnknownField'
  | 'Unserved'
  | 'Warning';

/** An admission plugin of the API server whose answers are reported. They do not change the verdict on a document. */
export type Plugin = 'PodSecurity';

/** A range of a file. Lines and columns are 1-based, columns count UTF-16 code units, the end is exclusive. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A related location that helps to understand a finding. */
export interface RelatedLocation extends Range {
  readonly file: string;
  readonly message: string;
  /** The role of the location: the template from which the location of the finding was rendered. */
  readonly role?: 'template';
}

/**
 * Reports whether a rule is the one that reports crashes of others. They are bugs of kubeadmit, and nothing hides them.
 */
export function isCrashRule(rule: string): boolean {
  return rule === 'internal/rule-crash';
}

/** A report of a rule about one place. */
export interface Finding extends Range {
  /** Id of the rule, such as `webhook/timeout`. */
  readonly rule: string;
  readonly message: string;
  readonly messageId: string;
  readonly severity: Severity;
  readonly file: string;
  /** The part of the file, as kubectl splits it, from 0. */
  readonly index: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  /** The field as the API server writes it. Null if the finding is not about a field. */
  readonly field: string | null;
  readonly cause: Cause | null;
  /** The admission plugin of the server that gives this answer; absent if it is none of a plugin. */
  readonly plugin?: Plugin;
  /**
   * The index, among the findings of the report, of the finding that this one is a consequence of. Null if it is not a
   * consequence.
   */
  readonly causedBy: number | null;
  /**
   * Fields whose other findings are consequences of this one; `spec.*` is all that is below `spec`. Absent for none.
   */
  readonly explainsFields?: readonly string[];
  /** The minors of the run in which the finding holds, oldest first. */
  readonly minors: readonly Minor[];
  readonly related: readonly RelatedLocation[];
  /** The text to write instead, if the message does not contain it. */
  readonly help: string | null;
  /** The fix of the finding, if the rule has one. */
  readonly fix: Fix | null;
  /** The URL of the rule's page. */
  readonly docs: string;
}
