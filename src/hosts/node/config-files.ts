import { dirname, join, resolve } from 'node:path';
import { type Config, type ConfigLayer, includeOf, settingOf } from '../../config/config.ts';
import { configProblem } from '../../config/config-problem.ts';
import { Patterns } from '../../config/patterns.ts';
import { type Extended, readConfig } from '../../config/read-config.ts';
import { ConfiguredRules } from '../../config/rule-levels.ts';
import type { Finding, RuleLevels } from '../../result/finding.ts';
import type { Files } from '../../sources/project/files.ts';
import { DISK } from './disk/disk.ts';
import { leadsOut, linkProblem } from './disk/leads-out.ts';
import { type OnProblem, reasonOf } from './disk/problem.ts';
import { LARGEST_PROJECT_FILE } from './disk/reading.ts';
import { RepositoryRoots } from './disk/repository-roots.ts';
import { isWithin, pathFrom } from './disk/within.ts';

/** The names of a configuration; the first one that exists in a folder is used. */
export const CONFIG_NAMES = ['.kubeadmit.yaml', '.kubeadmit.yml'] as const;

/** The file of a package that a configuration can extend. */
const PACKAGE_FILE = 'kubeadmit.yaml';

/** The most files that one configuration consists of. */
const MOST_EXTENDED = 100;

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
      return { file: name, layers: this.#layers(path, text, bound) };
    } catch (error) {
      this.failed = true;
      this.#onProblem(name, reasonOf(error));
      return undefined;
    }
  }

  /**
   * The layers of a file: first those of the files that it extends. Of a file that several of them extend, what matters
   * is its last place, so they are looked at from the last one, and each is read once.
   *
   * @param reversed the layers that are known already, from the last one
   * @param extending the files on the way to this one
   */
  #layers(
    path: string,
    text: string,
    bound: string,
    reversed = new Map<string, ConfigLayer>(),
    extending: readonly string[] = [],
  ): readonly ConfigLayer[] {
    const file = this.#nameOf(path);
    const { layer, extended, problems } = readConfig(text, file);
    this.texts.set(file, text);
    this.problems.push(...problems);
    reversed.set(path, layer);
    const chain = [...extending, path];
    for (const one of extended.toReversed()) {
      const found = findExtended(one, path, bound, chain, reversed, this.#files);
      if (found.kind === 'problem') {
        const values = { name: one.name, problem: found.problem };
        this.problems.push(configProblem(file, one.range, 'extends', values));
      } else if (found.kind === 'new') {
        this.#layers(found.path, found.text, bound, reversed, chain);
      }
    }
    return [...reversed.values()].reverse();
  }

  #nameOf(path: string): string {
    return pathFrom(this.#cwd, path);
  }
}

type FoundFile =
  | { readonly kind: 'new'; readonly path: string; readonly text: string }
  | { readonly kind: 'known' }
  | { readonly kind: 'problem'; readonly problem: string };

/**
 * Finds the file that a configuration extends: another file of the repository, or a file of a package.
 *
 * @param extending the chain of files that extend each other, up to this one
 * @param known the files that have been read
 */
function findExtended(
  { name }: Extended,
  from: string,
  bound: string,
  extending: readonly string[],
  known: ReadonlyMap<string, ConfigLayer>,
  files: Files,
): FoundFile {
  const refused = (problem: string) => ({ kind: 'problem', problem }) as const;
  const isPath = /^\.\.?\//.test(name);
  const path = isPath
    ? resolve(dirname(from), name)
    : packageFile(name, dirname(from), bound, files);
  if (path === undefined) {
    const existsInFolder =
      !name.startsWith('/') && files.kindOf(resolve(dirname(from), name)) === 'file';
    return refused(
      existsInFolder
        ? `a path must begin with ./, as in ./${name}`
        : 'no such package is installed; a path must begin with ./ or ../',
    );
  }
  if (leadsOut(path, bound)) return refused('it is outside of the repository');
  if (extending.includes(path)) return refused('it extends this configuration itself');
  if (known.has(path)) return { kind: 'known' };
  if (known.size >= MOST_EXTENDED) {
    return refused(`a configuration can be made of ${MOST_EXTENDED} files at most`);
  }
  try {
    return { kind: 'new', path, text: files.read(path, LARGEST_PROJECT_FILE) };
  } catch (error) {
    return refused(reasonOf(error));
  }
}

/** The file in an installed package that a name such as `@acme/rules` or `@acme/rules/strict.yaml` means. */
function packageFile(
  name: string,
  folder: string,
  bound: string,
  files: Files,
): string | undefined {
  const parts = /^(?<name>(?:@[\w.-]+\/)?\w[\w.-]*)(?:\/(?<file>.+))?$/.exec(name)?.groups;
  if (parts?.name === undefined || parts.file?.split('/').includes('..')) return undefined;
  for (let at = folder; ; at = dirname(at)) {
    const root = join(at, 'node_modules', parts.name);
    if (files.kindOf(root) === 'folder') return join(root, parts.file ?? PACKAGE_FILE);
    if (at === bound || at === dirname(at)) return undefined;
  }
}
