import { rules as allRules } from '../rules/index.ts';
import type { RuleDescription } from './rule/rule.ts';

export { MINORS, type Minor, NEWEST_MINOR, parseMinors } from './kubernetes/minors.ts';
export { type LintOptions, lint, type Source } from './lint.ts';
export type {
  Cause,
  FieldErrorType,
  Finding,
  Range,
  RelatedLocation,
  Severity,
} from './result/finding.ts';
export type { Report, Summary } from './result/report.ts';
export type { DocumentReport, SkipReason, Verdict } from './result/verdict.ts';
export type { Message, RuleDescription } from './rule/rule.ts';

/** What is known of every rule without running it, by id. */
export const rules: readonly RuleDescription[] = allRules;
