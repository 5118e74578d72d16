import { RE2JS, RE2Set } from 're2js';
import { RunEnded } from '../run-ended.ts';
import { countMatching } from '../run-limits.ts';
import { outlineOf, withoutRepeatedItems } from './pattern-outline.ts';
import { compilingWork, countInstructions, isWithinGoLimits } from './pattern-size.ts';
import { withoutFolding } from './pattern-tokens.ts';
import { bridgeToRe2js } from './re2js-bridge.ts';

const TOO_LARGE = 'expression too large';

/** A pattern above this size is not compiled: it takes 80 MB and a third of a second. */
const LARGEST_PROGRAM = 100_000;

/** The number of instructions or characters above which only an outline of the syntax is read. */
const LARGE_SYNTAX = 10_000;

/** The number of classes of Unicode up to which they are within the limit of Go for the ranges of all classes. */
const UNICODE_CLASSES = 10_000;

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
  const plain = pattern.length > LARGE_SYNTAX ? withoutRepeatedItems(pattern) : pattern;
  const refusal = refusalOf(plain);
  if (refusal === undefined) return { ok: true, pattern: plain };
  const bridged = bridgeToRe2js(plain);
  if (bridged === plain) return refusal;
  const read = pattern.length > LARGE_SYNTAX ? withoutRepeatedItems(bridged) : bridged;
  return refusalOf(read) === undefined ? { ok: true, pattern: read } : refusal;
}

/** Reports whether it would take too much time and memory to compile a pattern. */
export function isTooLargeToCompile(pattern: string): boolean {
  return compilingWork(pattern) > LARGEST_PROGRAM;
}

/**
 * Compiles a pattern that `readForRe2js` has returned.
 *
 * @throws MatchingLimitExceeded
 */
export function compileProgram(pattern: string): Program {
  countMatching(compilingWork(pattern), COMPILING);
  const re2 = RE2JS.compile(pattern);
  return { re2, instructions: re2.programSize() };
}

/** The reason for which Go does not take a pattern. The limits of re2js are lower than those of Go. */
function refusalOf(pattern: string): Refusal | undefined {
  const unfolded = withoutFolding(pattern);
  const isShort = pattern.length <= LARGE_SYNTAX;
  if (isShort && countInstructions(pattern) <= LARGE_SYNTAX) {
    return syntaxRefusalOf(unfolded, pattern);
  }
  const refusal = refusalOfOutline(unfolded, pattern);
  // Only the pattern itself has the part that Go names.
  return refusal !== undefined && isShort
    ? (syntaxRefusalOf(unfolded, pattern) ?? refusal)
    : refusal;
}

function refusalOfOutline(unfolded: string, pattern: string): Refusal | undefined {
  const { syntax, unicodeClasses, isTooDeep } = outlineOf(unfolded);
  if (isTooDeep) return refusedFor('expression nests too deeply', pattern);
  const refusal = syntaxRefusalOf(syntax, pattern);
  if (refusal !== undefined) return refusal;
  const isWithinLimits =
    isWithinGoLimits(pattern) &&
    (unicodeClasses.length <= UNICODE_CLASSES ||
      syntaxRefusalOf(unicodeClasses.join(''), pattern) === undefined);
  return isWithinLimits ? undefined : tooLarge(pattern);
}

/** @param read is read in the place of the pattern */
function syntaxRefusalOf(read: string, pattern: string): Refusal | undefined {
  try {
    // A set reads patterns without compiling them.
    new RE2Set().add(read);
    return undefined;
  } catch (error) {
    if (error instanceof RunEnded) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const text = message.replace('error parsing regexp: ', '');
    const [reason = ''] = text.split(': `', 1);
    const part = text.slice(reason.length + ': `'.length, -1);
    return reason === TOO_LARGE
      ? tooLarge(pattern)
      : refusedFor(reason, partOf(part, read, pattern));
  }
}

/** The part of a pattern that is a part of what was read in its place. */
function partOf(part: string, read: string, pattern: string): string {
  if (part === read) return pattern;
  const at = read.length === pattern.length ? read.indexOf(part) : -1;
  return at === -1 ? part : pattern.slice(at, at + part.length);
}

function tooLarge(pattern: string): Refusal {
  return { ...refusedFor(TOO_LARGE, pattern), refusal: TOO_LARGE };
}

/** @param part Go always names a part of the pattern, even if it is empty */
function refusedFor(reason: string, part: string): Refusal {
  const refusal = part === '' ? reason : `${reason}: ${part.replaceAll('`', '')}`;
  return { ok: false, error: `error parsing regexp: ${reason}: \`${part}\``, refusal };
}
