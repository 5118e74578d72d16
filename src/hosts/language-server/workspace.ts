import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { rules } from '../../../rules/index.ts';
import { areEqualLists } from '../../base/equal-lists.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { Steps } from '../../base/steps.ts';
import { fixSources } from '../../features/fix/fix-sources.ts';
import { FolderIndex } from '../../features/language-service/index/folder-index.ts';
import { movedFindings } from '../../features/language-service/text/line-changes.ts';
import { lintInSteps, startOf } from '../../lint/lint.ts';
import type { LintOptions } from '../../lint/options.ts';
import { EditedText } from '../../lint/read/edited-text.ts';
import type { Source } from '../../lint/read/source.ts';
import { SourceStore } from '../../lint/source-store.ts';
import { applyBaseline } from '../../result/baseline/baseline.ts';
import type { Finding } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import type { Stage } from '../../rule/rule.ts';
import { type Minor, NEWEST_MINOR, newestOf } from '../../server/kubernetes/minors.ts';
import { decodeText } from '../../yaml/index.ts';
import type { OnProblem } from '../node/disk/problem.ts';
import { isWithin, pathFrom } from '../node/disk/within.ts';
import {
  type FolderConfiguration,
  type FolderContent,
  FolderFiles,
  type FolderScope,
} from './folder-files.ts';

/** The result of checking a folder. */
export interface FolderReport {
  /** The report on the last content of the folder with a valid configuration; undefined if there was none. */
  readonly report: Report | undefined;
  /** The problems in its configurations. */
  readonly problems: readonly Finding[];
}

/** A report with the content of the folder that it is on. */
interface LastReport extends FolderReport {
  readonly content: FolderContent | undefined;
}

interface FixedText {
  readonly text: string;
  readonly fixed: string | undefined;
}

/** The stages of rules whose findings depend on other files. */
const STAGES_WITH_OTHERS: ReadonlySet<Stage> = new Set([
  'custom-resource',
  'installation',
  'object-and-kinds',
  'request',
  'run',
]);

/** The rules whose findings depend on other files. */
const NEEDING_OTHERS: ReadonlySet<string> = new Set(
  rules.filter(({ on }) => STAGES_WITH_OTHERS.has(on)).map(({ id }) => id),
);

/** Called between steps, so that other work can happen. It rejects to end the work. */
export type Pause = () => Promise<void>;

/**
 * A folder of an editor, and the report on it: the one that the command line gives in this folder, with the texts that
 * the editor shows.
 */
export class Workspace {
  readonly #files: FolderFiles;
  readonly #isPartial: boolean;
  #minors: readonly Minor[] | undefined;
  /** The chosen minors when the store was made. */
  #runMinors: readonly Minor[] | undefined;
  /** The part of the folder that has changed since the last report. */
  #changed: 'nothing' | 'texts' | 'folder' = 'folder';
  #content: FolderContent | undefined;
  #options: LintOptions = {};
  readonly #edited = new EditedText();
  #store = new SourceStore();
  /** Resolves when the last check has ended. */
  #checking: Promise<void> = Promise.resolve();
  #index:
    | { readonly content: FolderContent | undefined; readonly objects: FolderIndex }
    | undefined;
  /** The texts of files before and after all safe fixes, by their paths. They depend on the content of the folder. */
  readonly #fixed = onceForEach((_: FolderContent) => new Map<string, FixedText>());
  #last: LastReport = { report: undefined, problems: [], content: undefined };

  /**
   * @param root absolute
   * @param onProblem called for each path that cannot be read
   * @param scope if it is not all files, they are checked like a part of what is applied together
   */
  constructor(root: string, onProblem: OnProblem, scope: FolderScope) {
    this.#files = new FolderFiles(root, scope, onProblem);
    this.#isPartial = scope !== 'all-files';
  }

  /** The absolute path of the folder. */
  get root(): string {
    return this.#files.root;
  }

  /** The minors that the report is for, oldest first. */
  get minors(): readonly Minor[] {
    return this.#options.kubernetesVersions ?? [NEWEST_MINOR];
  }

  /** The sources of the last report. */
  get sources(): readonly Source[] {
    return this.#content?.files.map(({ source }) => source) ?? [];
  }

  get minor(): Minor {
    return newestOf(this.minors);
  }

  /** The objects of the folder, and of the CRDs that its configuration names. */
  get index(): FolderIndex {
    let known = this.#index;
    if (known === undefined || known.content !== this.#content) {
      const sources = [...(this.#content?.crds ?? []), ...this.sources];
      // The configuration often names CRDs of the folder.
      const byName = new Map(sources.map((source) => [source.name, source]));
      known = {
        content: this.#content,
        objects: new FolderIndex([...byName.values()], this.#edited),
      };
      this.#index = known;
    }
    return known.objects;
  }

  /** Finds the objects of the index in slices. */
  prepareIndex(pause: Pause): Promise<void> {
    return inSlices(this.index.prepare(), pause);
  }

  get isRead(): boolean {
    return this.#content !== undefined;
  }

  /** Reports whether the editor shows a file of this folder. */
  get isOpen(): boolean {
    return this.#files.texts.size > 0;
  }

  contains(path: string): boolean {
    return isWithin(path, this.root);
  }

  /** The absolute path of a file of a report. */
  pathOf(name: string): string {
    return resolve(this.root, name);
  }

  /** The name that a file has, or would have, in a report. */
  nameOf(path: string): string {
    return pathFrom(this.root, path);
  }

  /** Replaces the minors of the configuration, or uses those again. */
  chooseMinors(minors: readonly Minor[] | undefined): void {
    this.#minors = minors;
    this.#changed = 'folder';
  }

  /** Sets the text that the editor shows for a file; undefined if it does not show it any more. */
  setText(path: string, text: string | undefined): void {
    const { texts } = this.#files;
    const before = texts.get(path);
    if (before === text) return;
    if (text === undefined) texts.delete(path);
    else texts.set(path, text);
    if (
      before === undefined ||
      text === undefined ||
      this.#files.countsForOthers(path, [before, text])
    ) {
      this.#changed = 'folder';
    } else if (this.#changed === 'nothing') this.#changed = 'texts';
  }

  /** The configuration in the folder; see `FolderFiles`. */
  get configuration(): FolderConfiguration | undefined {
    return this.#files.configuration;
  }

  /** Reads the folder again for the next report, because files on the disk may have changed. */
  markStale(): void {
    this.#changed = 'folder';
  }

  /**
   * The text of a file with all safe fixes; undefined if there are none. Some editors request it at each move of the
   * cursor.
   */
  fixedText(path: string): string | undefined {
    const text = this.#files.texts.get(path);
    const content = this.#content;
    if (text === undefined || content === undefined) return undefined;
    const known = this.#fixed(content);
    const last = known.get(path);
    if (last?.text === text) return last.fixed;
    const fixed = this.#fixText(path, text);
    known.set(path, { text, fixed });
    return fixed;
  }

  #fixText(path: string, text: string): string | undefined {
    const source = this.#content?.files.find((file) => file.path === path)?.source;
    if (source === undefined) return undefined;
    const options = { ...this.#options, partial: true, crds: this.#crdsFor(source.name) };
    const selection = { unsafe: false, isWanted: () => true };
    return fixSources([{ ...source, content: text }], options, selection).texts.get(source.name);
  }

  /** The sources that define kinds for a file, except for the file itself. */
  #crdsFor(name: string): readonly Source[] {
    const defining = new Set(
      this.index.objects
        .filter(({ defines }) => defines !== undefined)
        .map(({ range }) => range.file),
    );
    const others = this.sources.filter((one) => one.name !== name && defining.has(one.name));
    return [...(this.#content?.crds ?? []), ...others];
  }

  /**
   * The findings in an open file, before the folder is checked again: those of rules that look at one object are of the
   * text as it is now, all others are of the last report. Undefined before the first report, and if something newer is
   * known in the end.
   */
  async earlyFindings(path: string, pause: Pause): Promise<readonly Finding[] | undefined> {
    const text = this.#files.texts.get(path);
    const before = this.#last;
    const { report, content } = before;
    if (text === undefined || report === undefined || content === undefined) return undefined;
    const source = content.files.find((file) => file.path === path)?.source;
    if (source === undefined) return undefined;
    const { policies: _, ...options } = this.#options;
    const start = startOf({ ...options, crds: [], partial: true });
    const sources = [{ ...source, content: text, readAgain: () => text }];
    const alone = await inSlices(lintInSteps(start, sources), pause);
    if (this.#last !== before || this.#files.texts.get(path) !== text) return undefined;
    const needsOthers = ({ rule }: Finding) => NEEDING_OTHERS.has(rule);
    const last = report.findings.filter(({ file }) => file === source.name).filter(needsOthers);
    return [
      ...applyBaseline(alone, content.baseline).report.findings.filter((one) => !needsOthers(one)),
      ...movedFindings(last, decodeText(source.content).text, text),
    ];
  }

  /** Checks the folder as it is now. Checks that were asked for earlier end first. */
  check(pause: Pause): Promise<FolderReport> {
    const checked = this.#checking.then(() => this.#check(pause));
    this.#checking = checked.then(
      () => {},
      () => {},
    );
    return checked;
  }

  async #check(pause: Pause): Promise<FolderReport> {
    while (this.#changed !== 'nothing') {
      const changed = this.#changed;
      this.#changed = 'nothing';
      try {
        await this.#checkAgain(changed, pause);
      } catch (error) {
        this.#changed = changed;
        throw error;
      }
    }
    return this.#last;
  }

  async #checkAgain(changed: 'texts' | 'folder', pause: Pause): Promise<void> {
    if (changed === 'texts' && this.#content !== undefined) {
      this.#take(this.#files.withTexts(this.#content));
    } else {
      const reading = await this.#files.read(pause);
      if (reading.kind === 'misconfigured') {
        // A problem of the configuration does not depend on the minor.
        const problems = reading.problems.map((one) => ({ ...one, minors: this.minors }));
        this.#last = { ...this.#last, problems };
        return;
      }
      this.#take(reading.content);
      this.#last = { ...this.#last, problems: [] };
    }
    const content = this.#content;
    const found = await inSlices(this.#store.reportInSteps(), pause);
    const { report } = applyBaseline(found, content?.baseline ?? []);
    this.#last = { ...this.#last, report, content };
  }

  /** Puts the sources into the store, in the order of the report. */
  #take(content: FolderContent): void {
    const before = this.#content;
    const { settings, flags, podSecurity, crds, policies } = content;
    const isSameRun =
      before !== undefined &&
      areEqualLists(before.crds, crds) &&
      areEqualLists(before.policies ?? [], policies ?? []) &&
      isDeepStrictEqual(before.settings, settings) &&
      isDeepStrictEqual(before.flags, flags) &&
      isDeepStrictEqual(before.podSecurity, podSecurity) &&
      this.#runMinors === this.#minors;
    if (!isSameRun) {
      this.#runMinors = this.#minors;
      this.#options = {
        kubernetesVersions: this.#minors ?? settings.kubernetesVersion,
        runtimeConfig: flags.runtimeConfig,
        featureGates: flags.featureGates,
        ...(flags.nodePorts && { nodePorts: flags.nodePorts }),
        flagFiles: flags.files,
        ...(podSecurity && { podSecurity }),
        // A known finding must not have a new one among its repetitions.
        mergeRepetitions: settings.baseline === undefined,
        pedantic: settings.pedantic,
        partial: this.#isPartial,
        now: new Date(),
        crds,
        ...(policies === undefined ? {} : { policies }),
      };
      this.#store = new SourceStore(this.#options, this.#edited);
    }
    this.#content = content;
    const isSameList = isSameRun && areEqualLists(namesOf(before), namesOf(content));
    if (before !== undefined && !isSameList) {
      for (const name of namesOf(before)) this.#store.delete(name);
    }
    for (const { source } of content.files) this.#store.set(source);
  }
}

/** Does all steps of some work, and lets other work happen between them. */
async function inSlices<T>(steps: Steps<T>, pause: Pause): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

function namesOf({ files }: FolderContent): readonly string[] {
  return files.map(({ source }) => source.name);
}
