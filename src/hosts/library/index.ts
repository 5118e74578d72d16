import { rules as entries } from '../../../rules/index.ts';
import { lint as lintSources } from '../../lint/lint.ts';
import type { LintOptions } from '../../lint/options.ts';
import type { Source } from '../../lint/read/source.ts';
import { type ReportJson as Report, reportJson } from '../../report/formats/json.ts';
import type { RuleDescription } from '../../rule/description.ts';
import type { RuleEntry } from '../../rule/rule.ts';
import { checkOptions, checkSource } from './check-options.ts';

export type { FixEdits as Fix, RangeEdit } from '../../edits/report-fixes.ts';
export type {
  DocumentJson as DocumentReport,
  FindingJson as Finding,
  ReportJson as Report,
} from '../../report/formats/json.ts';
export type {
  Cause,
  FieldErrorType,
  Range,
  RelatedLocation,
  RuleLevel,
  RuleLevels,
  Severity,
} from '../../result/finding.ts';
export type { Summary } from '../../result/report.ts';
export type { SkipReason, Verdict } from '../../result/verdict.ts';
export type { Message, RuleDescription } from '../../rule/description.ts';
export { MINORS, type Minor, NEWEST_MINOR, parseMinors } from '../../server/kubernetes/minors.ts';
export type { LintOptions, Source };

/**
 * Checks manifests like the Kubernetes API server, and reports other problems in them.
 *
 * It is synchronous and pure: it reads nothing but its arguments, so it runs in browsers too.
 *
 * @param sources named texts of YAML or JSON; a text may have several documents
 * @returns the report as `kubeadmit/report.schema.json` describes it
 * @throws TypeError for a source or an option that is not valid
 */
export function lint(sources: Iterable<Source>, options: LintOptions = {}): Report {
  checkOptions(options);
  return reportJson(lintSources(checked(sources), options));
}

function* checked(sources: Iterable<Source>): Iterable<Source> {
  for (const source of sources) {
    checkSource(source);
    yield source;
  }
}

/**
 * The descriptions of all rules, in the order of their ids. A rule is loaded when a member of its description is read.
 */
export const rules: readonly RuleDescription[] = entries.map(describe);

function describe({ id, load }: RuleEntry): RuleDescription {
  return {
    id,
    get severity() {
      return load().severity;
    },
    get summary() {
      return load().summary;
    },
    get details() {
      return load().details;
    },
    get reference() {
      return load().reference;
    },
    get messages() {
      return load().messages;
    },
    get examples() {
      return load().examples;
    },
  };
}
