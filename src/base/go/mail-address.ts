import { parseIpAddress } from './ip-address.ts';

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\u0080-\\u{10ffff}]+";
const DOT_ATOM = `${ATOM}(?:\\.${ATOM})*`;
const QUOTED =
  '"(?:[^"\\\\\\u0000-\\u0008\\u000a-\\u001f\\u007f]|\\\\[^\\u0000-\\u0008\\u000a-\\u001f\\u007f])*"';
const DOMAIN = `(?:${DOT_ATOM}|\\[([^\\]]*)\\])`;
const SPEC = `[ \\t]*(?:${DOT_ATOM}|${QUOTED})@[ \\t]*${DOMAIN}`;
const COMMENT = '\\((?:[^()\\\\]|\\\\.)*\\)';
const COMMENTS = `[ \\t]*(?:${COMMENT}[ \\t]*)*`;
const LETTER = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\\-\\u0080-\\u{10ffff}]";
/** Words with comments after them. Each part begins with another character, so there is one way to match it. */
const PHRASE = `[ \\t]*(?:(?:${LETTER}|${QUOTED})(?:${LETTER}|${QUOTED}|[ \\t]|${COMMENT})*)?`;

/** Compiled when they are first needed: this takes milliseconds, and few schemas have this format. */
let patterns: { readonly plain: RegExp; readonly named: RegExp } | undefined;

/**
 * Reports whether a string is a single mail address for Go's `mail.ParseAddress`: `a@example.com`, optionally with a
 * display name before it and comments after it. Groups of addresses are not supported.
 */
export function isMailAddress(text: string): boolean {
  patterns ??= {
    plain: new RegExp(`^${SPEC}${COMMENTS}$`, 'u'),
    named: new RegExp(`^${PHRASE}<${SPEC}>${COMMENTS}$`, 'u'),
  };
  const match = patterns.plain.exec(text) ?? patterns.named.exec(text);
  if (match === null || /(^|[ \t<])""@/.test(text)) return false;
  const literal = match[1];
  return literal === undefined || (!literal.includes('%') && parseIpAddress(literal).ok);
}
