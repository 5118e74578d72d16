import { RE2JS } from 're2js';
import { bridgeToRe2js } from './re2js-bridge.ts';

/** A compiled expression of Go's syntax (RE2: no lookaheads, no backreferences). */
export interface RegularExpression {
  /** Whether it matches anywhere in a text; in time linear in its length. */
  matches(text: string): boolean;
  /** The first match that begins at an offset or after it, and where it ends. */
  find(text: string, from: number): { readonly start: number; readonly end: number } | undefined;
}

export type Compiled =
  | { readonly ok: true; readonly expression: RegularExpression }
  | {
      readonly ok: false;
      /** Go's error: `error parsing regexp: missing closing ): \`(\``. */
      readonly error: string;
      /** The reason alone, such as `invalid or unsupported Perl syntax: (?=`. */
      readonly refusal: string;
    };

const compiled = new Map<string, Compiled>();

/** How many patterns are remembered; a process that lives long may see many. */
const MOST_REMEMBERED = 2000;

/** Compiles a pattern as Go's `regexp` does; each pattern only once. */
export function compileRegularExpression(pattern: string): Compiled {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= MOST_REMEMBERED) compiled.clear();
  const result = compile(pattern);
  compiled.set(pattern, result);
  return result;
}

function compile(pattern: string): Compiled {
  const asWritten = compileWithRe2js(pattern);
  if (asWritten.ok) return asWritten;
  const bridged = bridgeToRe2js(pattern);
  const second = bridged === pattern ? asWritten : compileWithRe2js(bridged);
  return second.ok ? second : asWritten;
}

function compileWithRe2js(pattern: string): Compiled {
  try {
    const re2 = RE2JS.compile(pattern);
    const find = (text: string, from: number) => {
      const matcher = re2.matcher(text);
      return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
    };
    return { ok: true, expression: { matches: (text) => re2.matcher(text).find(), find } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const refusal = message.replace(/^error parsing regexp: /, '').replaceAll('`', '');
    return { ok: false, error: message, refusal };
  }
}
