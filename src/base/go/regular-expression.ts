import { RE2JS } from 're2js';
import { KeptResults } from '../kept-results.ts';
import { RunEnded } from '../run-ended.ts';
import { countedText, countMatching, MatchingLimitExceeded } from './matching-limit.ts';
import { isPlainPattern } from './plain-pattern.ts';
import { bridgeToRe2js } from './re2js-bridge.ts';

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

const compiled = new KeptResults<Compiled>(200_000);

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
  // Most patterns are only tested for validity. To load the engine and compile them would take longer.
  return isPlainPattern(pattern)
    ? { ok: true, expression: new PlainExpression(pattern) }
    : compileAny(pattern);
}

/** A valid pattern that is compiled when it is first matched. */
class PlainExpression implements RegularExpression {
  readonly #pattern: string;
  #compiled: RegularExpression | undefined;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  matches(text: string): boolean {
    return this.#expression().matches(text);
  }

  finder(text: string): Finder {
    return this.#expression().finder(text);
  }

  #expression(): RegularExpression {
    if (this.#compiled === undefined) {
      const compiled = compileAny(this.#pattern);
      if (!compiled.ok) throw new Error(compiled.error);
      this.#compiled = compiled.expression;
    }
    return this.#compiled;
  }
}

class Re2jsExpression implements RegularExpression {
  readonly #re2: RE2JS;
  readonly #size: number;

  constructor(re2: RE2JS) {
    this.#re2 = re2;
    this.#size = re2.programSize();
  }

  matches(text: string): boolean {
    countMatching(this.#size, text.length);
    return this.#re2.matcher(text).find();
  }

  finder(text: string): Finder {
    const matcher = this.#re2.matcher(countedText(text, this.#size));
    return (from) =>
      matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
  }
}

function compileAny(pattern: string): Compiled {
  const asWritten = compileWithRe2js(pattern);
  if (asWritten.ok) return asWritten;
  const bridged = bridgeToRe2js(pattern);
  const second = bridged === pattern ? asWritten : compileWithRe2js(bridged);
  return second.ok ? second : asWritten;
}

function compileWithRe2js(pattern: string): Compiled {
  try {
    return { ok: true, expression: new Re2jsExpression(RE2JS.compile(pattern)) };
  } catch (error) {
    if (error instanceof RunEnded) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const refusal = message.replace(/^error parsing regexp: /, '').replaceAll('`', '');
    // Go always names a part of the pattern, even if it is empty.
    return { ok: false, error: message.endsWith('`') ? message : `${message}: \`\``, refusal };
  }
}
