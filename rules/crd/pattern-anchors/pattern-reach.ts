import { compileRegularExpression } from '../../../src/go/regular-expression.ts';

/** What is odd about a pattern that the server takes. */
export type PatternOddity =
  /** It matches every text. */
  | 'everything'
  /** An anchor at each end, but each belongs to one alternative only: `^a|b$`. */
  | 'alternatives'
  /** It describes whole texts, and has no anchors to say so: `[a-z]+`. */
  | 'unanchored';

/** Texts that no pattern matches which wants anything of a text. */
const ODD_TEXTS = ['', ' ', '\u0000', '\n', '!?#', '-.-\n~', 'a', '0', '\u{10ffff}'];

/** Undefined also for a pattern that cannot be read. */
export function oddityOf(pattern: string): PatternOddity | undefined {
  if (pattern === '') return undefined;
  const alternatives = topAlternatives(pattern);
  const first = alternatives[0] ?? '';
  const last = alternatives.at(-1) ?? '';
  const isOpen = !startsAnchored(first) || !endsAnchored(last);
  if (alternatives.length > 1) {
    const isSplit =
      startsAnchored(first) && !endsAnchored(first) && !startsAnchored(last) && endsAnchored(last);
    if (isSplit) return 'alternatives';
  }
  if (!isOpen) return undefined;
  if (matchesAll(pattern)) return /^\^?\(?\.\*\)?\$?$/.test(pattern) ? undefined : 'everything';
  if (alternatives.some((one) => startsAnchored(one) || endsAnchored(one))) return undefined;
  return alternatives.every(describesWhole) ? 'unanchored' : undefined;
}

function matchesAll(pattern: string): boolean {
  const compiled = compileRegularExpression(pattern);
  return compiled.ok && ODD_TEXTS.every((text) => compiled.expression.matches(text));
}

function startsAnchored(pattern: string): boolean {
  return /^(?:\(\?[a-zA-Z]+\))?\(*(?:\?:)?(?:\^|\\A)/.test(pattern);
}

function endsAnchored(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*(?:\$|\\z)\)*$/.test(pattern);
}

/** The parts of a pattern between bars that are in no group and no class. */
function topAlternatives(pattern: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let inClass = false;
  let start = 0;
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at];
    if (letter === '\\') at++;
    else if (inClass) inClass = letter !== ']';
    else if (letter === '[') {
      inClass = true;
      // A bracket right at the beginning of a class is one of its letters.
      if (pattern.startsWith('^]', at + 1)) at += 2;
      else if (pattern[at + 1] === ']') at++;
    } else if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === '|' && depth === 0) {
      parts.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(pattern.slice(start));
  return parts;
}

/**
 * Whether a pattern without anchors tells what a text consists of, from its first letter to its last: it
 * begins and ends with letters of a class, at least one of them repeated. Without anchors that
 * matches any text which has one such letter in it.
 */
function describesWhole(pattern: string): boolean {
  return (
    /^\(*(?:\?:)?(?:\[|\\[dw])/.test(pattern) &&
    /(?:\]|\\[dw])\)*(?:[+*?]|\{[\d,]+\})?\)*[+*?]?$/.test(pattern) &&
    /[+*}]/.test(pattern)
  );
}
