import { dirname } from 'node:path';
import { Patterns } from '../../config/patterns.ts';
import type { ConfigFiles, FolderConfig } from './config-files.ts';
import { pathFrom } from './disk/within.ts';

/** The options of the command line that select files. */
interface SelectionOptions {
  /** Patterns as in .gitignore, from the working folder. */
  readonly exclude: readonly string[];
  /** True if files that are named may be excluded too. */
  readonly forceExclude: boolean;
  /** Files that are read only if they are named, by absolute path. */
  readonly except: readonly string[];
}

/** The exclusions among the files that were found. */
export interface Selection {
  /**
   * Returns a function that reports whether a file or folder in a folder is excluded. Patterns that exclude a folder do
   * not apply if the folder is named on the command line.
   *
   * @param named the absolute path of the folder that was named
   */
  below(named: string): (path: string, isFolder: boolean) => boolean;
  /** Reports whether a file that matches a pattern of the command line is excluded. */
  leavesOut(path: string): boolean;
  /** Reports whether a file that was named is excluded. */
  leavesOutNamed(path: string): boolean;
}

/** The selection of the files that are read, by configurations and the command line. */
export class FileSelection implements Selection {
  readonly #configs: ConfigFiles;
  readonly #cwd: string;
  readonly #exclude: Patterns;
  readonly #options: SelectionOptions;

  constructor(configs: ConfigFiles, cwd: string, options: SelectionOptions) {
    this.#configs = configs;
    this.#cwd = cwd;
    this.#exclude = new Patterns(options.exclude);
    this.#options = options;
  }

  /** The same selection for a copy of the files. Patterns and configurations apply to the paths of the originals. */
  ofCopy(originalOf: (path: string) => string): Selection {
    return {
      below: (named) => {
        const leavesOut = this.below(originalOf(named));
        return (path, isFolder) => leavesOut(originalOf(path), isFolder);
      },
      leavesOut: (path) => this.leavesOut(originalOf(path)),
      leavesOutNamed: (path) => this.leavesOutNamed(originalOf(path)),
    };
  }

  below(named: string): (path: string, isFolder: boolean) => boolean {
    const dropped = this.#options.forceExclude
      ? []
      : this.#configs.forFolder(named, named).filter((config) => config.excludes(named, true));
    const isOptionDropped = !this.#options.forceExclude && this.#isExcludedByOption(named, true);
    return (path, isFolder) => {
      if (this.#options.except.includes(path)) return true;
      if (!isOptionDropped && this.#isExcludedByOption(path, isFolder)) return true;
      const configs = this.#configs.forFolder(dirname(path), named);
      return (
        configs.some((config) => !dropped.includes(config) && config.excludes(path, isFolder)) ||
        (!isFolder && !isIncluded(configs, path))
      );
    };
  }

  leavesOut(path: string): boolean {
    return (
      this.#excludes(path) || !isIncluded(this.#configs.forFolder(dirname(path), this.#cwd), path)
    );
  }

  leavesOutNamed(path: string): boolean {
    return this.#options.forceExclude && this.#excludes(path);
  }

  #excludes(path: string): boolean {
    return (
      this.#options.except.includes(path) ||
      this.#isExcludedByOption(path, false) ||
      this.#configs
        .forFolder(dirname(path), this.#cwd)
        .some((config) => config.excludes(path, false))
    );
  }

  #isExcludedByOption(path: string, isFolder: boolean): boolean {
    return this.#exclude.match(pathFrom(this.#cwd, path), isFolder);
  }
}

/** Reports whether `include` of the nearest configuration, the only one that applies, has a file. */
function isIncluded([nearest]: readonly FolderConfig[], path: string): boolean {
  return nearest?.includes(path) ?? true;
}
