import { KeptResults } from '../kept-results.ts';
import { countedText, countMatching, MatchingLimitExceeded } from '../run-limits.ts';
import { isPlainPattern } from './plain-pattern.ts';
import {
  compileProgram,
  isTooLargeToCompile,
  type Program,
  readForRe2js,
} from './re2js-patterns.ts';

/** A compiled regular expression in Go's syntax (RE2: no lookaheads, no backreferences). */
export interface RegularExpression {
  /**
   * Reports whether the pattern matches anywhere in a string. The time is linear in the length of the string.
   *
   * @throws MatchingLimitExceeded
   */
  matches(text: string): boolean;
  /** Searches a string for matches. The time is linear in the number of characters that the search looks at. */
  finder(text: string): Finder;
}

/**
 * Start and end of the first match that starts at `from` or later.
 *
 * @throws MatchingLimitExceeded
 */
export type Finder = (from: number) => { readonly start: number; readonly end: number } | undefined;

export type Compiled =
  | { readonly ok: true; readonly expression: RegularExpression }
  | {
      readonly ok: false;
      /** Go's error: `error parsing regexp: missing closing ): \`(\``. */
      readonly error: string;
      /** The reason alone, such as `invalid or unsupported Perl syntax: (?=`. */
      readonly refusal: string;
    };

const compiled = new KeptResults<Compiled>(4_000_000);
/** The programs that are kept take 140 MB at most. */
const programs = new KeptResults<Program>(200_000, ({ instructions }) => instructions);

/** Compiles a pattern as Go's `regexp.Compile` does. Results are kept. */
export function compileRegularExpression(pattern: string): Compiled {
  return compiled.get(pattern, compile);
}

/** Reports whether a pattern matches anywhere in a string. Undefined if that takes too much time to know. */
export function matchesWithinLimit(
  expression: RegularExpression,
  text: string,
): boolean | undefined {
  try {
    return expression.matches(text);
  } catch (error) {
    if (error instanceof MatchingLimitExceeded) return undefined;
    throw error;
  }
}

function compile(pattern: string): Compiled {
  if (isPlainPattern(pattern)) return { ok: true, expression: new Re2jsExpression(pattern) };
  const read = readForRe2js(pattern);
  return read.ok ? { ok: true, expression: new Re2jsExpression(read.pattern) } : read;
}

/** A valid pattern that is compiled when it is matched. Most patterns are only tested for validity. */
class Re2jsExpression implements RegularExpression {
  readonly #pattern: string;
  #isTooLarge: boolean | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  matches(text: string): boolean {
    const { re2, instructions } = this.#program();
    countMatching(instructions, text.length);
    return re2.matcher(text).find();
  }

  finder(text: string): Finder {
    const { re2, instructions } = this.#program();
    const matcher = re2.matcher(countedText(text, instructions));
    return (from) =>
      matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
  }

  #program(): Program {
    this.#isTooLarge ??= isTooLargeToCompile(this.#pattern);
    if (this.#isTooLarge) throw new MatchingLimitExceeded();
    return programs.get(this.#pattern, compileProgram);
  }
}
