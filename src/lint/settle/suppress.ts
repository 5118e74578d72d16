import { rules } from '../../../rules/index.ts';
import { getOrCompute } from '../../base/get-or-compute.ts';
import { type Finding, isCrashRule, type Range } from '../../result/finding.ts';
import type { MessageParameters } from '../../result/message-text.ts';
import type { SuppressedFinding } from '../../result/report.ts';
import { suggestion } from '../../result/suggestion.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import { namesRule, ruleNames } from '../rules/rule-names.ts';
import { findingInText } from '../rules/rule-registry.ts';
import type { RuleSelection } from '../rules/rule-selection.ts';
import type { Run } from '../run.ts';
import type { Suppression } from '../suppress/suppression.ts';
import { withConsequences } from './consequences.ts';
import { CoveringSuppressions } from './covering-suppressions.ts';
import { compareFindings } from './merge-minors.ts';
import { groupRepetitions } from './repetitions.ts';

/** The findings of a part that are reported, and those that are suppressed. */
interface SuppressionOutcome {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
}

/**
 * Removes the suppressed findings of a part, and adds findings about invalid and unused suppressions.
 *
 * The consequences of a suppressed finding are suppressed with it, and so are its repetitions in the other versions of
 * a CRD: without suppressions they are not reported on their own.
 *
 * @param findings in the order of the report
 */
export function suppress(
  findings: readonly Finding[],
  part: CheckedPart,
  run: Run,
): SuppressionOutcome {
  const { suppressions } = part;
  if (suppressions.length === 0) return { findings, suppressed: [] };
  const used = new Set<Suppression['names'][number]>();
  const reasons = new Map<Finding, string>();
  const documents = new Map(part.documents.map((document) => [document.item, document]));
  const covering = new CoveringSuppressions(suppressions, findings);
  for (const { first, others } of groupRepetitions(findings, ({ item }) => documents.get(item))) {
    const isNamed = ({ name }: { readonly name: string }) => isFor(name, first.rule);
    const repetitions = [first, ...others];
    for (const { names, reason } of covering.of(repetitions)) {
      if (reason !== '') for (const name of names.filter(isNamed)) used.add(name);
    }
    const reason = covering
      .of([first])
      .findLast(({ names, reason }) => reason !== '' && names.some(isNamed))?.reason;
    if (reason !== undefined) for (const one of repetitions) reasons.set(one, reason);
  }
  addConsequences(findings, reasons);
  const complaints = complaintsOf(part, used, run);
  return {
    findings: [...findings.filter((finding) => !reasons.has(finding)), ...complaints].sort(
      compareFindings,
    ),
    suppressed: [...reasons].map(([finding, reason]) => ({ finding, reason })),
  };
}

function isFor(name: string, rule: string): boolean {
  return namesRule(name, rule) && !isCrashRule(rule);
}

function addConsequences(findings: readonly Finding[], reasons: Map<Finding, string>): void {
  if (reasons.size === 0) return;
  const caused = withConsequences(findings);
  const reasonOf = (index: number): string | undefined => {
    const finding = findings[index];
    const own = finding === undefined ? undefined : reasons.get(finding);
    const causedBy = caused[index]?.causedBy ?? null;
    return own ?? (causedBy === null ? undefined : reasonOf(causedBy));
  };
  for (const [index, finding] of findings.entries()) {
    const reason = reasonOf(index);
    if (reason !== undefined) reasons.set(finding, reason);
  }
}

/** Findings about the suppressions of a part; none if the part was not checked. */
function complaintsOf(
  part: CheckedPart,
  used: ReadonlySet<Suppression['names'][number]>,
  run: Run,
): readonly Finding[] {
  const isChecked = part.documents.some(
    ({ skipped }) => skipped === undefined || skipped === 'kustomize-patch',
  );
  if (!isChecked) return [];
  const { source } = part;
  const selected = run.rulesFor(source);
  const haveRun = new Map<string, boolean>();
  const hasRun = (name: string) =>
    getOrCompute(haveRun, name, () => haveAllRun(name, selected, run));
  return [...complaintsAbout(part.suppressions, used, hasRun)].flatMap((complaint) => {
    const { rule, message, range, values } = complaint;
    if (!selected.reports(rule)) return [];
    const finding = findingInText(rule, message, values, {
      ...range,
      file: source.file,
      index: part.part.index,
      minors: run.servers.map(({ minor }) => minor),
    });
    return [{ ...finding, severity: source.severityOf(rule, finding.severity) }];
  });
}

/** A message about a suppression. */
interface Complaint {
  readonly rule: string;
  readonly message: string;
  readonly range: Range;
  readonly values: MessageParameters;
}

/** @param hasRun reports whether the rules of a name ran, so that an unused suppression of them needs a message */
function* complaintsAbout(
  suppressions: readonly Suppression[],
  used: ReadonlySet<Suppression['names'][number]>,
  hasRun: (name: string) => boolean,
): Iterable<Complaint> {
  const known = new Set(ruleNames());
  for (const { names, reason, range } of suppressions) {
    const rule = 'suppression/syntax';
    if (names.length === 0) yield { rule, message: 'noRules', range, values: {} };
    else if (reason === '') {
      const rules = names.map(({ name }) => name).join(', ');
      yield { rule, message: 'noReason', range, values: { rules } };
    }
    for (const named of names) {
      const { name, range } = named;
      if (!known.has(name)) {
        const values = { name, suggestion: suggestion(name, [...known]) };
        yield { rule: 'suppression/unknown-rule', message: 'unknown', range, values };
      } else if (reason !== '' && !used.has(named) && hasRun(name)) {
        yield { rule: 'suppression/unused', message: 'unused', range, values: { name } };
      }
    }
  }
}

/** Reports whether all rules of a name ran on the part, so that a suppression of them without findings is unused. */
function haveAllRun(name: string, selected: RuleSelection, { isPartial }: Run): boolean {
  return rules
    .filter(({ id }) => namesRule(name, id))
    .every(
      ({ id, on }) =>
        selected.reports(id) &&
        !(isPartial && (on === 'installation' || on === 'object-and-kinds')),
    );
}
