import { lazy } from '../base/lazy.ts';
import { PatternIndex } from './pattern-index.ts';
import { type PathMatch, Steps, wildmatch } from './wildmatch.ts';

interface Pattern {
  /** The pattern without the characters that the other members replace. */
  readonly text: string;
  readonly isNegated: boolean;
  /** True if the pattern matches folders only. */
  readonly isForFolders: boolean;
  /** The parts of the path that it is for: all of them, or the name only. */
  readonly matches: PathMatch;
}

/** The number of patterns up to which each of them is tried. */
const FEW = 16;

/** Patterns as in .gitignore: the last one that matches decides, and `!` takes a path out again. */
export class Patterns {
  readonly #lines: readonly string[];
  readonly #patterns = lazy(() => this.#lines.flatMap(readPattern));
  readonly #index = lazy(() => new PatternIndex(this.#patterns().map(({ text }) => text)));

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
    const steps = new Steps();
    const candidates = this.#candidatesFor(parts, steps, 0);
    if (candidates.length === 0) return false;
    for (let length = 1; length < parts.length; length++) {
      if (decide(candidates, parts.slice(0, length), true, steps) === true) return true;
    }
    return decide(candidates, parts, isFolder, steps) === true;
  }

  /**
   * Decides on a path without looking at the folders above it: true if it is ignored, false if a pattern with `!`
   * excludes it again, undefined if no pattern matches.
   *
   * @param parts the names in the path
   * @param steps the steps that are left for the path
   * @param start the position of the first name that patterns are compared with
   */
  decide(
    parts: readonly string[],
    isFolder: boolean,
    steps = new Steps(),
    start = 0,
  ): boolean | undefined {
    if (this.isEmpty) return undefined;
    return decide(this.#candidatesFor(parts, steps, start), parts, isFolder, steps, start);
  }

  /** The patterns that may match a path, or a folder that contains it. */
  #candidatesFor(parts: readonly string[], steps: Steps, start: number): readonly Pattern[] {
    const patterns = this.#patterns();
    if (patterns.length <= FEW) return patterns;
    return this.#index()
      .candidatesFor(parts, steps, start)
      .flatMap((index) => patterns[index] ?? []);
  }
}

/** The texts of the patterns in lines, as `PatternIndex` takes them. */
export function patternTexts(lines: readonly string[]): readonly string[] {
  return lines.flatMap(readPattern).map(({ text }) => text);
}

function decide(
  patterns: readonly Pattern[],
  parts: readonly string[],
  isFolder: boolean,
  steps: Steps,
  start = 0,
): boolean | undefined {
  const last = patterns.findLast(
    ({ isForFolders, matches }) => (isFolder || !isForFolders) && matches(parts, steps, start),
  );
  return last === undefined ? undefined : !last.isNegated;
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
  const untied = pattern.replace(/^\//, '');
  const matchesParts = wildmatch(untied);
  const matches: PathMatch = isTied
    ? matchesParts
    : (parts, steps) => matchesParts(parts, steps, parts.length - 1);
  return [{ text: untied, isNegated, isForFolders, matches }];
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ' && text[end - 2] !== '\\') end--;
  return text.slice(0, end);
}
