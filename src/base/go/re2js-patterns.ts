import { RE2JS, RE2Set } from 're2js';
import { RunEnded } from '../run-ended.ts';
import { countMatching } from './matching-limit.ts';
import {
  countInstructions,
  isWithinGoLimits,
  MOST_INSTRUCTIONS,
  withoutCounts,
} from './pattern-size.ts';
import { bridgeToRe2js } from './re2js-bridge.ts';

const TOO_LARGE = 'expression too large';

/** A pattern above this size is not compiled: it takes 80 MB and a third of a second. */
const LARGEST_PROGRAM = 100_000;

/** The number of instructions above which the syntax is read without repetitions, which would take memory. */
const LARGE_SYNTAX = 10_000;

/** To compile a pattern takes the time of matching it with a text of this length, at most. */
const COMPILING = 100;

/** A compiled pattern. */
export interface Program {
  readonly re2: RE2JS;
  readonly instructions: number;
}

interface Refusal {
  readonly ok: false;
  readonly error: string;
  readonly refusal: string;
}

/** A pattern of Go in the syntax of re2js, or why Go does not take it. */
export function readForRe2js(
  pattern: string,
): { readonly ok: true; readonly pattern: string } | Refusal {
  const refusal = refusalOf(pattern);
  if (refusal === undefined) return { ok: true, pattern };
  const bridged = bridgeToRe2js(pattern);
  const isBridged = bridged !== pattern && refusalOf(bridged) === undefined;
  return isBridged ? { ok: true, pattern: bridged } : refusal;
}

/** Reports whether it would take too much time and memory to compile a pattern. */
export function isTooLargeToCompile(pattern: string): boolean {
  return countInstructions(pattern) > LARGEST_PROGRAM;
}

/**
 * Compiles a pattern that `readForRe2js` has returned.
 *
 * @throws MatchingLimitExceeded
 */
export function compileProgram(pattern: string): Program {
  countMatching(countInstructions(pattern), COMPILING);
  const re2 = RE2JS.compile(pattern);
  return { re2, instructions: re2.programSize() };
}

/** The reason for which Go does not take a pattern. The limits of re2js are lower than those of Go. */
function refusalOf(pattern: string): Refusal | undefined {
  if (countInstructions(pattern) <= LARGE_SYNTAX) return syntaxRefusalOf(pattern);
  if (pattern.length > MOST_INSTRUCTIONS) return tooLarge(pattern);
  const isValid = syntaxRefusalOf(withoutCounts(pattern)) === undefined;
  return isValid && isWithinGoLimits(pattern) ? undefined : syntaxRefusalOf(pattern);
}

function syntaxRefusalOf(pattern: string): Refusal | undefined {
  try {
    // A set reads patterns without compiling them.
    new RE2Set().add(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof RunEnded) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const refusal = message.replace(/^error parsing regexp: /, '').replaceAll('`', '');
    if (refusal === TOO_LARGE) return tooLarge(pattern);
    // Go always names a part of the pattern, even if it is empty.
    return { ok: false, error: message.endsWith('`') ? message : `${message}: \`\``, refusal };
  }
}

function tooLarge(pattern: string): Refusal {
  return {
    ok: false,
    error: `error parsing regexp: ${TOO_LARGE}: \`${pattern}\``,
    refusal: TOO_LARGE,
  };
}
