import { indexBy } from '../../base/index-by.ts';
import { limitRun } from '../../base/run-limits.ts';
import { EditableText } from '../../edits/editable-text.ts';
import { lint } from '../../lint/lint.ts';
import { type LintOptions, repeatable } from '../../lint/options.ts';
import type { Source } from '../../lint/read/source.ts';
import { namesRule } from '../../lint/rules/rule-names.ts';
import { type Finding, SEVERITIES } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import { applyEdits } from '../../result/text-edit.ts';
import { decodeText } from '../../yaml/index.ts';
import { failureOf } from './compare-reports.ts';
import { type Candidate, type Care, FileFixes } from './file-fixes.ts';

interface FixSelection {
  /** True if fixes are applied that choose one of several possible intentions of the author. */
  readonly unsafe: boolean;
  readonly isWanted: (finding: Finding) => boolean;
}

interface FixedSources {
  /** The findings that were fixed, in the order in which that was done. */
  readonly fixed: readonly Finding[];
  /** The new texts of the sources that have changed, by the name of the source. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The largest number of checks of all sources. */
const MOST_CHECKS = 200;

/**
 * Fixes the findings of rules in sources, if the rules have fixes.
 *
 * All fixes that do not overlap are applied in one round, then all sources are checked again. If a finding remains
 * after its fix, or a fix adds an error in any minor, the fixes are undone and tried one by one. The next round applies
 * the fixes that overlapped, and the fixes of new findings. The function is pure: it writes no files.
 *
 * @param sources sources with unique names
 */
export function fixSources(
  sources: readonly Source[],
  options: LintOptions,
  selection: FixSelection,
): FixedSources {
  return limitRun(() => new FixRun(sources, options, selection).run());
}

class FixRun {
  readonly #names: ReadonlySet<string>;
  readonly #options: LintOptions;
  readonly #selection: FixSelection;
  readonly #fixed: Finding[] = [];
  readonly #changed = new Map<string, string>();
  readonly #care = new Map<string, Care>();
  readonly #rejected = new Set<string>();
  #sources: readonly Source[];
  #report: Report;
  #checks = 0;
  /** The number of findings that were fixed when fixes were allowed again. */
  #fixedBefore = 0;

  constructor(sources: readonly Source[], options: LintOptions, selection: FixSelection) {
    const { only: _, skip: __, ...others } = repeatable(options);
    this.#names = namesOfTexts(sources);
    // The errors of all rules count, but only the selected findings are fixed.
    this.#options = { ...others, mergeRepetitions: false };
    this.#selection = {
      ...selection,
      isWanted: (finding) => isSelected(finding, options) && selection.isWanted(finding),
    };
    this.#sources = sources;
    this.#report = this.#check(sources);
  }

  run(): FixedSources {
    while (this.#checks < MOST_CHECKS) {
      const batch = this.#nextBatch();
      if (batch.length > 0) this.#try(batch);
      else if (!this.#forgetRejected()) break;
    }
    return { fixed: this.#fixed, texts: this.#changed };
  }

  /**
   * Allows the fixes again that were rejected before the last ones were applied: a fix can add an error because of
   * another mistake that has been fixed since.
   *
   * @returns false if there are none
   */
  #forgetRejected(): boolean {
    if (this.#rejected.size === 0 || this.#fixed.length === this.#fixedBefore) return false;
    this.#fixedBefore = this.#fixed.length;
    this.#rejected.clear();
    this.#care.clear();
    return true;
  }

  #check(sources: readonly Source[]): Report {
    this.#checks++;
    return lint(sources, this.#options);
  }

  /** Applies fixes, and keeps them if that is better. */
  #try(batch: readonly Candidate[]): void {
    const texts = this.#edited(batch);
    const sources = withTexts(this.#sources, texts);
    const findings = batch.map(({ finding }) => finding);
    const report = this.#check(sources);
    const failure = failureOf(this.#report, report, findings);
    if (failure !== undefined) {
      const blamed = batch.filter(
        ({ finding }) =>
          failure.remaining.includes(finding) || failure.worseFiles.has(finding.file),
      );
      this.#beCareful(batch, blamed.length > 0 ? blamed : batch);
      return;
    }
    this.#sources = sources;
    this.#report = report;
    this.#fixed.push(...findings);
    for (const [name, text] of texts) this.#changed.set(name, text);
  }

  /** Tries fixes with more care the next time, or never again. */
  #beCareful(batch: readonly Candidate[], blamed: readonly Candidate[]): void {
    for (const { id, finding } of blamed) {
      const others = batch.filter((other) => other.finding.file === finding.file);
      if (batch.length === 1) this.#rejected.add(id);
      else this.#care.set(id, others.length === 1 ? 'alone' : 'alone-in-file');
    }
  }

  #edited(batch: readonly Candidate[]): ReadonlyMap<string, string> {
    return new Map(
      [...indexBy(batch, ({ finding }) => [finding.file])].map(([file, own]) => [
        file,
        applyEdits(
          this.#report.texts.get(file) ?? '',
          own.flatMap(({ edits }) => edits),
        ),
      ]),
    );
  }

  /** The fixes of the next round. Empty if there is nothing left to fix. */
  #nextBatch(): readonly Candidate[] {
    const wanted = bySeverity(
      this.#report.findings.filter((finding) => this.#isToBeFixed(finding)),
    );
    const tried = { care: this.#care, rejected: this.#rejected };
    const files = [...indexBy(wanted, ({ file }) => [file])].map(([file, findings]) => {
      const text = new EditableText(this.#report.texts.get(file) ?? '');
      return new FileFixes(findings, text, tried);
    });
    const batch = inOrder(
      files.map((file) => file.batch()),
      wanted,
      this.#care,
    );
    if (batch.length > 0) return batch;
    const alone = files.map((file) => file.alone()).filter((one) => one !== undefined);
    return inOrder(
      alone.map((one) => [one]),
      wanted,
      this.#care,
    ).slice(0, 1);
  }

  #isToBeFixed(finding: Finding): boolean {
    const { fix, file } = finding;
    return (
      fix !== null &&
      (fix.isSafe || this.#selection.unsafe) &&
      this.#names.has(file) &&
      this.#selection.isWanted(finding)
    );
  }
}

/** The fixes of some files. Files that were not tried before come first, then the order is that of their findings. */
function inOrder(
  batches: readonly (readonly Candidate[])[],
  findings: readonly Finding[],
  care: ReadonlyMap<string, Care>,
): readonly Candidate[] {
  const positions = new Map(findings.map((finding, position) => [finding, position]));
  const positionOf = ([first]: readonly Candidate[]) =>
    first === undefined
      ? 0
      : (care.has(first.id) ? findings.length : 0) + (positions.get(first.finding) ?? 0);
  return batches.toSorted((a, b) => positionOf(a) - positionOf(b)).flat();
}

function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return SEVERITIES.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
}

/** The sources whose texts can be written back: all of their bytes are UTF-8, and no other one has the same name. */
function namesOfTexts(sources: readonly Source[]): ReadonlySet<string> {
  const names = new Set<string>();
  const unfit = new Set<string>();
  for (const { name, content } of sources) {
    const { invalid, unreadable } = decodeText(content);
    if (names.has(name) || invalid.length > 0 || unreadable !== undefined) unfit.add(name);
    names.add(name);
  }
  return new Set([...names].filter((name) => !unfit.has(name)));
}

function isSelected({ rule }: Finding, { only, skip }: LintOptions): boolean {
  const isNamed = (names: readonly string[]) => names.some((name) => namesRule(name, rule));
  return (only === undefined || isNamed(only)) && !isNamed(skip ?? []);
}

/** Sources with other texts, by their names. */
export function withTexts(
  sources: readonly Source[],
  texts: ReadonlyMap<string, string>,
): readonly Source[] {
  return sources.map((source) => {
    const content = texts.get(source.name);
    return content === undefined ? source : { ...source, content };
  });
}
