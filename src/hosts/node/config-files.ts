import { dirname, join, resolve } from 'node:path';
import { type Config, includeOf, settingOf } from '../../config/config.ts';
import { Patterns } from '../../config/patterns.ts';
import { ConfiguredRules } from '../../config/rule-levels.ts';
import type { Finding, RuleLevels } from '../../result/finding.ts';
import type { Files } from '../../sources/project/files.ts';
import { ConfigLayers } from './config-layers.ts';
import { DISK } from './disk/disk.ts';
import { leadsOut, linkProblem } from './disk/leads-out.ts';
import { type OnProblem, reasonOf } from './disk/problem.ts';
import { LARGEST_PROJECT_FILE } from './disk/reading.ts';
import { RepositoryRoots } from './disk/repository-roots.ts';
import { isWithin, pathFrom } from './disk/within.ts';

/** The names of a configuration; the first one that exists in a folder is used. */
export const CONFIG_NAMES = ['.kubeadmit.yaml', '.kubeadmit.yml'] as const;

/** The configurations that a run uses. */
export type ConfigChoice =
  /** The nearest one above the working folder, and above each file. */
  | { readonly kind: 'nearest' }
  /** One configuration for all files, as a path from the working folder. */
  | { readonly kind: 'named'; readonly path: string }
  | { readonly kind: 'none' };

/** A configuration, with the folder that its patterns are for. */
export class FolderConfig {
  readonly config: Config;
  readonly rules: ConfiguredRules;
  readonly #folder: string;
  readonly #exclude: Patterns | undefined;
  readonly #include: Patterns | undefined;

  /** @param folder absolute */
  constructor(config: Config, folder: string) {
    this.config = config;
    this.rules = new ConfiguredRules(config);
    this.#folder = folder;
    this.#exclude = patternsOf(settingOf(config, 'exclude')?.value);
    this.#include = patternsOf(includeOf(config)?.value);
  }

  /** A path as the patterns of this configuration have it. */
  pathOf(path: string): string {
    return pathFrom(this.#folder, path);
  }

  excludes(path: string, isFolder: boolean): boolean {
    return this.#exclude?.match(this.pathOf(path), isFolder) ?? false;
  }

  /** Reports whether a file is one of the files that the configuration limits a run to. */
  includes(path: string): boolean {
    return this.#include?.match(this.pathOf(path)) ?? true;
  }
}

function patternsOf(patterns: readonly string[] | undefined): Patterns | undefined {
  return patterns === undefined ? undefined : new Patterns(patterns);
}

/** The configurations of a run; each is read once. */
export class ConfigFiles {
  /** The problems in them. */
  readonly problems: Finding[] = [];
  /** The texts of the configurations that were read, by name. */
  readonly texts = new Map<string, string>();
  /** True if a configuration that was named cannot be read. */
  failed = false;
  readonly #cwd: string;
  readonly #choice: ConfigChoice;
  readonly #onProblem: OnProblem;
  readonly #files: Files;
  readonly #roots = new RepositoryRoots();
  readonly #inFolder = new Map<string, FolderConfig | undefined>();
  readonly #above = new Map<string, readonly FolderConfig[]>();
  #named: FolderConfig | undefined;

  constructor(cwd: string, choice: ConfigChoice, onProblem: OnProblem, files: Files = DISK) {
    this.#cwd = cwd;
    this.#choice = choice;
    this.#onProblem = onProblem;
    this.#files = files;
  }

  /** Reports whether the configurations that have been read so far are valid. */
  get areValid(): boolean {
    return this.problems.length === 0 && !this.failed;
  }

  /**
   * True if the command line names the configuration, and it is outside of the repository. Otherwise the author of a
   * change may have written it.
   */
  get isTrusted(): boolean {
    return this.#choice.kind === 'named' && this.#isOutside(this.#choice.path);
  }

  /** The configuration of the run as a whole: the nearest one above the working folder. */
  forRun(): FolderConfig | undefined {
    return this.forFolder(this.#cwd, this.#cwd)[0];
  }

  /**
   * The configurations for the files in a folder, the nearest first: the configurations of the folder and of the
   * folders above it, up to the root of the git repository. Outside of a repository, the search ends at the working
   * folder, or otherwise at a given folder.
   *
   * @param folder an absolute path
   * @param top an absolute path. If a folder is in neither, folders above this one are not read.
   */
  forFolder(folder: string, top: string): readonly FolderConfig[] {
    switch (this.#choice.kind) {
      case 'none':
        return [];
      case 'named':
        this.#named ??= this.#readNamed(this.#choice.path);
        return this.#named === undefined ? [] : [this.#named];
      case 'nearest':
        return this.#nearest(folder, this.#boundOf(folder, top));
    }
  }

  /**
   * The levels that the nearest configuration sets for the rules in a file. Undefined if there is no configuration.
   *
   * @param path an absolute path
   */
  ruleLevelsFor(path: string, top: string): RuleLevels | undefined {
    const [config] = this.forFolder(dirname(path), top);
    return config?.rules.levelsFor(config.pathOf(path));
  }

  /**
   * Reports whether the configuration of the run must not name a path, as it is outside of the repository, or belongs
   * to the files of git. A configuration that is trusted may name any path.
   *
   * @param path a path from the working folder, which need not exist
   */
  leadsOut(path: string): boolean {
    return !this.isTrusted && this.#isOutside(path);
  }

  #isOutside(path: string): boolean {
    return leadsOut(resolve(this.#cwd, path), this.#boundOf(this.#cwd, this.#cwd));
  }

  #boundOf(folder: string, top: string): string {
    const bounds = [this.#roots.of(folder), this.#cwd, top];
    return bounds.find((bound) => bound !== undefined && isWithin(folder, bound)) ?? folder;
  }

  #nearest(folder: string, bound: string): readonly FolderConfig[] {
    const key = `${bound}\0${folder}`;
    const known = this.#above.get(key);
    if (known !== undefined) return known;
    const own = this.#ofFolder(folder, bound);
    const isEnd = folder === bound || folder === dirname(folder);
    const above = isEnd ? [] : this.#nearest(dirname(folder), bound);
    const all = own === undefined ? above : [own, ...above];
    this.#above.set(key, all);
    return all;
  }

  #ofFolder(folder: string, bound: string): FolderConfig | undefined {
    if (this.#inFolder.has(folder)) return this.#inFolder.get(folder);
    const path = CONFIG_NAMES.map((name) => join(folder, name)).find(
      (one) => this.#files.kindOf(one) === 'file',
    );
    const config =
      path === undefined || leadsOut(path, bound) ? undefined : this.#read(path, bound);
    const found = config === undefined ? undefined : new FolderConfig(config, folder);
    this.#inFolder.set(folder, found);
    return found;
  }

  /** A configuration that is named applies to the working folder, even if it is in another folder. */
  #readNamed(path: string): FolderConfig | undefined {
    if (this.failed) return undefined;
    const absolute = resolve(this.#cwd, path);
    const problem = linkProblem(path, this.#cwd);
    if (problem !== undefined) {
      this.failed = true;
      this.#onProblem(path, problem);
      return undefined;
    }
    const folder = dirname(absolute);
    const config = this.#read(absolute, this.#roots.of(folder) ?? folder);
    return config === undefined ? undefined : new FolderConfig(config, this.#cwd);
  }

  #read(path: string, bound: string): Config | undefined {
    const name = this.#nameOf(path);
    try {
      const text = this.#files.read(path, LARGEST_PROJECT_FILE);
      const read = new ConfigLayers(this.#cwd, bound, this.#files);
      const layers = read.of({ path, text });
      for (const [file, own] of read.texts) this.texts.set(file, own);
      this.problems.push(...read.problems);
      return { file: name, layers };
    } catch (error) {
      this.failed = true;
      this.#onProblem(name, reasonOf(error));
      return undefined;
    }
  }

  #nameOf(path: string): string {
    return pathFrom(this.#cwd, path);
  }
}
