import { dirname, join, resolve } from 'node:path';
import type { ConfigLayer } from '../../config/config.ts';
import { configProblem } from '../../config/config-problem.ts';
import { readConfig } from '../../config/read-config.ts';
import type { Finding } from '../../result/finding.ts';
import type { Files } from '../../sources/project/files.ts';
import { leadsOut } from './disk/leads-out.ts';
import { reasonOf } from './disk/problem.ts';
import { LARGEST_PROJECT_FILE } from './disk/reading.ts';
import { pathFrom } from './disk/within.ts';

/** The file of a package that a configuration can extend. */
const PACKAGE_FILE = 'kubeadmit.yaml';

/** The most files that one configuration consists of. */
const MOST_EXTENDED = 100;

/** A file of a configuration. */
interface ConfigFile {
  /** The absolute path. */
  readonly path: string;
  readonly text: string;
}

type FoundFile =
  | ({ readonly kind: 'new' } & ConfigFile)
  | { readonly kind: 'known' }
  | { readonly kind: 'problem'; readonly problem: string };

/** Reads a configuration with the files that it extends: other files of the repository, and files of packages. */
export class ConfigLayers {
  /** The texts of the files, by their names. */
  readonly texts = new Map<string, string>();
  /** The problems in the files. */
  readonly problems: Finding[] = [];
  readonly #cwd: string;
  readonly #bound: string;
  readonly #files: Files;
  /** The layers by the paths of their files, from the last one. */
  readonly #reversed = new Map<string, ConfigLayer>();

  /**
   * @param cwd the folder that names of files start from
   * @param bound the folder that all files of the repository must be in
   */
  constructor(cwd: string, bound: string, files: Files) {
    this.#cwd = cwd;
    this.#bound = bound;
    this.#files = files;
  }

  /** The layers of a file: first those of the files that it extends. */
  of(file: ConfigFile): readonly ConfigLayer[] {
    this.#add(file, []);
    return [...this.#reversed.values()].reverse();
  }

  /**
   * Adds the layer of a file, and those of the files that it extends. Of a file that several of them extend, what
   * matters is its last place, so they are looked at from the last one, and each is read once.
   *
   * @param extending the files on the way to this one
   */
  #add({ path, text }: ConfigFile, extending: readonly string[]): void {
    const file = pathFrom(this.#cwd, path);
    const { layer, extended, problems } = readConfig(text, file);
    this.texts.set(file, text);
    this.problems.push(...problems);
    this.#reversed.set(path, layer);
    const chain = [...extending, path];
    for (const { name, range } of extended.toReversed()) {
      const found = this.#find(name, dirname(path), chain);
      if (found.kind === 'problem') {
        const values = { name, problem: found.problem };
        this.problems.push(configProblem(file, range, 'extends', values));
      } else if (found.kind === 'new') {
        this.#add(found, chain);
      }
    }
  }

  /**
   * Finds the file that a configuration extends.
   *
   * @param folder of the configuration
   * @param chain the files that extend each other, up to the configuration
   */
  #find(name: string, folder: string, chain: readonly string[]): FoundFile {
    const path = /^\.\.?\//.test(name) ? resolve(folder, name) : this.#packageFile(name, folder);
    if (path === undefined) {
      const existsInFolder =
        !name.startsWith('/') && this.#files.kindOf(resolve(folder, name)) === 'file';
      return refused(
        existsInFolder
          ? `a path must begin with ./, as in ./${name}`
          : 'no such package is installed; a path must begin with ./ or ../',
      );
    }
    if (leadsOut(path, this.#bound)) return refused('it is outside of the repository');
    if (chain.includes(path)) return refused('it extends this configuration itself');
    if (this.#reversed.has(path)) return { kind: 'known' };
    if (this.#reversed.size >= MOST_EXTENDED) {
      return refused(`a configuration can be made of ${MOST_EXTENDED} files at most`);
    }
    try {
      return { kind: 'new', path, text: this.#files.read(path, LARGEST_PROJECT_FILE) };
    } catch (error) {
      return refused(reasonOf(error));
    }
  }

  /** The file in an installed package that a name such as `@acme/rules` or `@acme/rules/strict.yaml` means. */
  #packageFile(name: string, folder: string): string | undefined {
    const parts = /^(?<name>(?:@[\w.-]+\/)?\w[\w.-]*)(?:\/(?<file>.+))?$/.exec(name)?.groups;
    if (parts?.name === undefined || parts.file?.split('/').includes('..')) return undefined;
    for (let at = folder; ; at = dirname(at)) {
      const root = join(at, 'node_modules', parts.name);
      if (this.#files.kindOf(root) === 'folder') return join(root, parts.file ?? PACKAGE_FILE);
      if (at === this.#bound || at === dirname(at)) return undefined;
    }
  }
}

function refused(problem: string): FoundFile {
  return { kind: 'problem', problem };
}
