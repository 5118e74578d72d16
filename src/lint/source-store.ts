import { SharedStrings } from '../base/kept-strings.ts';
import { inOneGo, type Steps } from '../base/steps.ts';
import type { Report } from '../result/report.ts';
import { checkSource } from './check/check-source.ts';
import type { PartResult } from './check/checked-part.ts';
import { KeptInstallations } from './installations/kept-installations.ts';
import { lintInSteps, type RunStart, startOf } from './lint.ts';
import type { LintOptions } from './options.ts';
import { KeptParts } from './parts/kept-parts.ts';
import type { SettledEarlier, SourceCheck } from './parts/parts.ts';
import { EditedText } from './read/edited-text.ts';
import type { Source } from './read/source.ts';
import { SourceText } from './read/source-text.ts';
import { TextMemory } from './read/text-memory.ts';
import type { Run } from './run.ts';

/**
 * Sources that change between reports, such as the open files of an editor. A report is the same as that of `lint` on
 * the sources, but only the sources that have changed since the last report are read, opened and checked object by
 * object, and only installations for which something has changed are checked again.
 */
export class SourceStore {
  readonly #start: RunStart;
  readonly #sources = new Map<string, Source>();
  readonly #texts: TextMemory;
  /** The parts of the sources that were in a report. They depend on nothing but the source and the options. */
  readonly #checked = new WeakMap<Source, readonly PartResult[]>();
  readonly #settled: SettledEarlier = new WeakMap();
  readonly #installations = new KeptInstallations();
  readonly #keep = new KeptParts(new SharedStrings());

  /**
   * @param options the options of all reports. The iterables in them are iterated once.
   * @param edited reads long texts that replace earlier ones
   */
  constructor(options: LintOptions = {}, edited = new EditedText()) {
    this.#start = startOf(options);
    this.#texts = new TextMemory(undefined, edited);
  }

  /**
   * Adds a source after all others, or replaces the one with its name. A source must not change: a new content, new
   * surroundings and new levels of rules need a new object.
   */
  set(source: Source): void {
    this.#sources.set(source.name, source);
  }

  /** Removes the source with a name, if there is one. */
  delete(name: string): void {
    this.#sources.delete(name);
  }

  /** The report on all sources, in the order in which their names were added. */
  report(): Report {
    return inOneGo(this.reportInSteps());
  }

  /** Makes the report in steps. Sources must not be set or removed between them. */
  reportInSteps(): Steps<Report> {
    const check: SourceCheck = (source, run, add) => this.#check(source, run, add);
    const kept = { check, settled: this.#settled, installations: this.#installations };
    return lintInSteps(this.#start, this.#sources.values(), kept);
  }

  *#check(source: Source, run: Run, add: (part: PartResult) => void): Steps<void> {
    const known = this.#checked.get(source);
    for (const part of known ?? []) {
      add(part);
      yield;
    }
    if (known !== undefined) return;
    const parts: PartResult[] = [];
    yield* checkSource(new SourceText(source, this.#texts), run, (part) => {
      const kept = { ...part, ...this.#keep.of(part) };
      parts.push(kept);
      add(kept);
    });
    this.#checked.set(source, parts);
  }
}
