import { wildmatch } from './wildmatch.ts';

interface Pattern {
  readonly isNegated: boolean;
  /** True if the pattern matches folders only. */
  readonly isForFolders: boolean;
  /** The parts of the path that it is for: all of them, or the name only. */
  readonly matches: (parts: readonly string[]) => boolean;
}

/** Patterns as in .gitignore: the last one that matches decides, and `!` takes a path out again. */
export class Patterns {
  readonly #lines: readonly string[];
  #patterns: readonly Pattern[] | undefined;

  /** @param lines each a pattern, a comment, or blank */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
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
    if (this.isEmpty) return false;
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length++) {
      if (this.#decide(parts.slice(0, length), true) === true) return true;
    }
    return this.#decide(parts, isFolder) === true;
  }

  /**
   * Decides on a path without looking at the folders above it: true if it is ignored, false if a pattern with `!`
   * excludes it again, undefined if no pattern matches.
   */
  decide(path: string, isFolder: boolean): boolean | undefined {
    return this.isEmpty ? undefined : this.#decide(path.split('/'), isFolder);
  }

  #decide(parts: readonly string[], isFolder: boolean): boolean | undefined {
    this.#patterns ??= this.#lines.flatMap(readPattern);
    const last = this.#patterns.findLast(
      ({ isForFolders, matches }) => (isFolder || !isForFolders) && matches(parts),
    );
    return last === undefined ? undefined : !last.isNegated;
  }
}

/** Reads a line of `.gitignore`. */
function readPattern(line: string): readonly Pattern[] {
  if (line.startsWith('#')) return [];
  const isNegated = line.startsWith('!');
  // Spaces at the end count only where they are escaped.
  const text = withoutSpacesAtEnd(line.slice(isNegated ? 1 : 0));
  const isForFolders = text.endsWith('/');
  const pattern = isForFolders ? text.slice(0, -1) : text;
  if (pattern === '') return [];
  // A slash at the beginning or in the middle ties a pattern to the folder of the file.
  const isTied = pattern.includes('/');
  const matchesParts = wildmatch(pattern.replace(/^\//, ''));
  const matches = isTied
    ? matchesParts
    : (parts: readonly string[]) => matchesParts(parts.slice(-1));
  return [{ isNegated, isForFolders, matches }];
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ' && text[end - 2] !== '\\') end--;
  return text.slice(0, end);
}
