import { relative } from 'node:path';
import { addTo } from '../../../base/index-by.ts';
import { isNamedAsTest } from '../../../sources/project/file-location.ts';
import { looksLikeTemplate } from '../../../sources/project/unreadable-text.ts';
import { readSmallText } from '../disk/open-file.ts';
import {
  type BuildFailure,
  failureOf,
  fatalErrorIn,
  needOf,
  ownValuesNeedOf,
  type RefusedBuild,
} from './build-failure.ts';
import type { RenderedBuild } from './origins/build-origin.ts';
import { type Build, hasOwnValues, nameOf } from './sources/builds.ts';
import type { ChartTree } from './sources/chart-tree.ts';

/** The builds of a run that were not rendered: failures, which are reported, and those that are only named. */
export class UnrenderedBuilds {
  readonly #cwd: string;
  readonly #charts: ChartTree;
  readonly #refused: { readonly build: Build; readonly failure: BuildFailure }[] = [];
  /** The failures of builds that have reached a limit, of which it is not known what they would render. */
  readonly #ended: BuildFailure[] = [];
  /** The names of the others, by the reason. */
  readonly #omitted = new Map<string, string[]>();

  /**
   * @param cwd the folder from which the names of files in reports start
   * @param charts the charts within charts of the run
   */
  constructor(cwd: string, charts: ChartTree) {
    this.#cwd = cwd;
    this.#charts = charts;
  }

  /** Keeps the name of what is not rendered. */
  omit(name: string, reason: string): void {
    addTo(this.#omitted, reason, name);
  }

  /** Keeps the failure of a build that has reached a limit. */
  stop(build: Build, problem: string): void {
    const { file, line } = build;
    if (this.#isOfTests(build)) this.omit(nameOf(build), problem);
    else this.#ended.push({ file, line, messageId: 'failed', problem });
  }

  /** Keeps the failure of a build that its program refuses, unless that need not be a mistake. */
  refuse(refused: RefusedBuild): void {
    const { build, message, root } = refused;
    const fatal = fatalErrorIn(message);
    const excuse = this.#excuseFor(build, message);
    if (fatal !== undefined) this.stop(build, `the program has crashed: ${fatal}`);
    else if (excuse !== undefined) this.omit(nameOf(build), excuse);
    else this.#keep(build, failureOf(refused, this.#charts), root);
  }

  #keep(build: Build, failure: BuildFailure, root: string): void {
    const isTemplate = build.kind === 'kustomization' && isOfTemplate(failure);
    if (!isTemplate) this.#refused.push({ build, failure });
    else this.omit(nameOf(build), `${relative(root, failure.file)} is a template`);
  }

  /** The reason why a refused build is not a mistake; undefined if it is one. */
  #excuseFor(build: Build, message: string): string | undefined {
    const need = needOf(message);
    if (need !== undefined) return need;
    if (this.#isOfTests(build)) return 'the program refuses it';
    if (build.stated?.isLiteral === false) return 'it needs values that are given later';
    if (build.isDependency) return 'the chart that depends on it may give it values';
    return hasOwnValues(build) ? ownValuesNeedOf(build, message) : undefined;
  }

  /** Reports whether a build is data of tests, which may be wrong on purpose. */
  #isOfTests({ name, file }: Build): boolean {
    return [`${name}/`, relative(this.#cwd, file)].some((location) => isNamedAsTest({ location }));
  }

  /**
   * The failures, without those of charts that are meant to be rendered with other values, and were.
   *
   * @param builds all builds that were rendered
   */
  failuresAmong(builds: Iterable<RenderedBuild>): readonly BuildFailure[] {
    const rendered = new Set([...builds].map(({ build }) => build.folder));
    const refused = this.#refused.filter(
      ({ build }) => !hasOwnValues(build) || !rendered.has(build.folder),
    );
    return [...refused.map(({ failure }) => failure), ...this.#ended];
  }

  /** Lines about what is only named. */
  get notices(): readonly string[] {
    return [...this.#omitted].map(
      ([reason, names]) => `not rendered: ${names.join(', ')} (${reason})`,
    );
  }
}

/**
 * Reports whether a kustomization is refused because it is a template, which may name a path such as `{{ env }}/base`.
 */
function isOfTemplate({ file, problem }: BuildFailure): boolean {
  const text = readSmallText(file) ?? '';
  return looksLikeTemplate(text) || /\{[{%]/.test(problem);
}
