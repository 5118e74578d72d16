import { findString } from '../../../src/base/go/pattern-strings.ts';
import {
  compileRegularExpression,
  matchesWithinLimit,
} from '../../../src/base/go/regular-expression.ts';

/** The way in which a valid pattern accepts more strings than its author expects. */
type ExcessiveReach =
  /** The pattern matches every string. */
  | { readonly kind: 'everything'; readonly missing: string; readonly anchored: string | undefined }
  /** The pattern has an anchor at each end, but each applies to one alternative only: `^a|b$`. */
  | { readonly kind: 'alternatives'; readonly witness: string; readonly anchored: string }
  /** The pattern describes a whole string, but has no anchors: `[a-z]+`. */
  | { readonly kind: 'unanchored'; readonly witness: string; readonly anchored: string };

/** Strings that only a pattern without any requirement matches all of. */
const UNUSUAL_STRINGS = ['', ' ', '\u0000', '\n', '!?#', '-.-\n~', 'a', '0', '\u{10ffff}'];

/** A witness has printable characters only: a line break alone would make `.` differ. */
const PRINTABLE = '^[ -~]*$';

/** The largest length of an example in characters. A longer one does not help a reader. */
const LONGEST_WITNESS = 100;

/** Undefined also for an invalid pattern, and if no string shows the difference. */
export function excessiveReach(pattern: string): ExcessiveReach | undefined {
  const compiled = compileRegularExpression(pattern);
  if (pattern === '' || !compiled.ok) return undefined;
  const alternatives = topLevelAlternatives(pattern);
  const first = alternatives[0] ?? '';
  const last = alternatives.at(-1) ?? '';
  const isSplit =
    alternatives.length > 1 &&
    startsAnchored(first) &&
    !endsAnchored(first) &&
    !startsAnchored(last) &&
    endsAnchored(last);
  if (isSplit) {
    const witness = witnessOf(pattern);
    return witness === undefined
      ? undefined
      : { kind: 'alternatives', witness, anchored: grouped(pattern) };
  }
  if (startsAnchored(first) && endsAnchored(last)) return undefined;
  if (UNUSUAL_STRINGS.every((string) => matchesWithinLimit(compiled.expression, string) === true)) {
    // The pattern .* is not intended as a restriction.
    if (/^\^?\(?\.\*\)?\$?$/.test(pattern)) return undefined;
    const missing = [startsAnchored(first) ? '' : '^', endsAnchored(last) ? '' : '$'];
    const [start = '', end = ''] = missing;
    return {
      kind: 'everything',
      missing: missing.filter((anchor) => anchor !== '').join(' and '),
      anchored: alternatives.length === 1 ? `${start}${pattern}${end}` : undefined,
    };
  }
  if (alternatives.some((alternative) => startsAnchored(alternative) || endsAnchored(alternative)))
    return undefined;
  if (!alternatives.every(describesWholeString)) return undefined;
  const witness = witnessOf(pattern);
  const anchored = alternatives.length === 1 ? `^${pattern}$` : `^(${pattern})$`;
  return witness === undefined ? undefined : { kind: 'unanchored', witness, anchored };
}

/** A pattern with an anchor at each end, which then apply to all of its alternatives. */
function grouped(pattern: string): string {
  return pattern.replace(/^\^(.*)\$$/s, '^($1)$');
}

/** A string that a pattern matches, and would not match if all its alternatives were anchored at both ends. */
function witnessOf(pattern: string): string | undefined {
  const found = findString({
    matches: [pattern, PRINTABLE],
    avoids: [`^(?:${pattern})$`],
    minLength: 0,
    maxLength: LONGEST_WITNESS,
  });
  return found.kind === 'found' ? found.text : undefined;
}

function startsAnchored(pattern: string): boolean {
  return /^(?:\(\?[a-zA-Z]+\))?\(*(?:\?:)?(?:\^|\\A)/.test(pattern);
}

function endsAnchored(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*(?:\$|\\z)\)*$/.test(pattern);
}

/** Splits a pattern at the bars that are in no group and no class. */
function topLevelAlternatives(pattern: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let inClass = false;
  let start = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') {
      inClass = true;
      // A bracket right at the beginning of a class is one of its characters.
      if (pattern.startsWith('^]', at + 1)) at += 2;
      else if (pattern[at + 1] === ']') at++;
    } else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === '|' && depth === 0) {
      parts.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(pattern.slice(start));
  return parts;
}

/**
 * Reports whether a pattern without anchors describes all characters of a string. It begins and ends with a character
 * class, and repeats at least one. Without anchors it matches any string that contains one such character.
 */
function describesWholeString(pattern: string): boolean {
  return (
    /^\(*(?:\?:)?(?:\[|\\[dw])/.test(pattern) &&
    /(?:\]|\\[dw])\)*(?:(?:[+*?]|\{[\d,]+\})\)*)?[+*?]?$/.test(pattern) &&
    /[+*}]/.test(pattern)
  );
}
