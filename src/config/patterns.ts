import ignore, { type Ignore } from 'ignore';

/** Patterns as in .gitignore: the last one that matches decides, and `!` takes a path out again. */
export class Patterns {
  readonly #patterns: readonly string[];
  #rules: Ignore | undefined;

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns;
  }

  /**
   * Reports whether a path, or a folder that contains it, matches.
   *
   * @param path the path from the folder that the patterns are for, with `/`. A path outside of the folder matches
   * nothing.
   */
  match(path: string, isFolder = false): boolean {
    if (path === '' || path === '..' || path.startsWith('../') || path.startsWith('/'))
      return false;
    // Most lists are empty, and need no package that reads patterns.
    if (this.#patterns.length === 0) return false;
    this.#rules ??= ignore({ ignorecase: false }).add([...this.#patterns]);
    return this.#rules.ignores(isFolder ? `${path}/` : path);
  }
}
