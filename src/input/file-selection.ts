import { dirname, relative, sep } from 'node:path';
import { Patterns } from '../config/patterns.ts';
import type { ConfigFiles, FolderConfig } from './config-files.ts';

/** What the command line says about which files are read. */
export interface SelectionOptions {
  /** Patterns as in .gitignore, from the working folder. */
  readonly exclude: readonly string[];
  /** Whether a file that is named may be excluded too. */
  readonly forceExclude: boolean;
}

/** Which files are read of those that were found, as configurations and the command line say. */
export class FileSelection {
  readonly #configs: ConfigFiles;
  readonly #cwd: string;
  readonly #exclude: Patterns;
  readonly #forceExclude: boolean;

  constructor(configs: ConfigFiles, cwd: string, { exclude, forceExclude }: SelectionOptions) {
    this.#configs = configs;
    this.#cwd = cwd;
    this.#exclude = new Patterns(exclude);
    this.#forceExclude = forceExclude;
  }

  /**
   * Whether what is in a folder is left out. Patterns that exclude a folder that was named do not count: who names it
   * wants it read.
   *
   * @param named the absolute path of the folder that was named
   */
  below(named: string): (path: string, isFolder: boolean) => boolean {
    const dropped = this.#forceExclude
      ? []
      : this.#configs.forFolder(named, named).filter((config) => config.excludes(named, true));
    const isOptionDropped = !this.#forceExclude && this.#isExcludedByOption(named, true);
    return (path, isFolder) => {
      if (!isOptionDropped && this.#isExcludedByOption(path, isFolder)) return true;
      const configs = this.#configs.forFolder(dirname(path), named);
      return (
        configs.some((config) => !dropped.includes(config) && config.excludes(path, isFolder)) ||
        (!isFolder && !isIncluded(configs, path))
      );
    };
  }

  /** Whether a file that matches a pattern of the command line is left out. */
  leavesOut(path: string): boolean {
    return (
      this.#excludes(path) || !isIncluded(this.#configs.forFolder(dirname(path), this.#cwd), path)
    );
  }

  /** Whether a file that was named is left out. */
  leavesOutNamed(path: string): boolean {
    return this.#forceExclude && this.#excludes(path);
  }

  #excludes(path: string): boolean {
    return (
      this.#isExcludedByOption(path, false) ||
      this.#configs
        .forFolder(dirname(path), this.#cwd)
        .some((config) => config.excludes(path, false))
    );
  }

  #isExcludedByOption(path: string, isFolder: boolean): boolean {
    return this.#exclude.match(relative(this.#cwd, path).replaceAll(sep, '/'), isFolder);
  }
}

/** Only the nearest configuration says what is included. */
function isIncluded([nearest]: readonly FolderConfig[], path: string): boolean {
  return nearest?.includes(path) ?? true;
}
