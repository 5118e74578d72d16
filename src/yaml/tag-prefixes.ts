import { Refused } from './refusals.ts';
import type { Scanner } from './scanner.ts';
import { Token } from './tokens.ts';

/** The tag prefixes that are predefined. */
const DEFAULT_PREFIXES: readonly (readonly [string, string])[] = [
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
];

/** Parses the directives of a document. Returns the prefixes of tag handles. */
export function readDirectives(scanner: Scanner): ReadonlyMap<string, string> {
  const { tokens } = scanner;
  const prefixes = new Map<string, string>();
  let isDirective = false;
  let hasVersion = false;
  for (;;) {
    scanner.fill();
    if (tokens.kind === Token.VersionDirective) {
      checkVersion(scanner, hasVersion);
      hasVersion = true;
    } else if (tokens.kind === Token.TagDirective) addPrefix(scanner, prefixes);
    else break;
    isDirective = true;
    tokens.take();
  }
  if (isDirective && tokens.kind !== Token.DocumentStart) {
    const span = { start: scanner.start, end: tokens.start };
    const problem = 'did not find expected <document start>';
    throw Refused.parser('directive-alone', span, { problem, at: tokens.start });
  }
  for (const [handle, prefix] of DEFAULT_PREFIXES) {
    if (!prefixes.has(handle)) prefixes.set(handle, prefix);
  }
  return prefixes;
}

function checkVersion(scanner: Scanner, isSecond: boolean): void {
  if (isSecond) throw badDirective(scanner, 'found duplicate %YAML directive');
  if (scanner.tokens.detail !== 101)
    throw badDirective(scanner, 'found incompatible YAML document');
}

function addPrefix(scanner: Scanner, prefixes: Map<string, string>): void {
  const { text, detail } = scanner.tokens;
  const handle = text.slice(0, detail);
  if (prefixes.has(handle)) throw badDirective(scanner, 'found duplicate %TAG directive');
  prefixes.set(handle, text.slice(detail));
}

function badDirective({ tokens }: Scanner, problem: string): Refused {
  const span = { start: tokens.start, end: tokens.end };
  return Refused.parser('directive', span, { problem, at: tokens.start }, problem);
}

/**
 * The full name of the tag that is the next token.
 *
 * @param context the start of its node
 */
export function tagOf(
  { tokens }: Scanner,
  prefixes: ReadonlyMap<string, string>,
  context: number,
): string {
  const handle = tokens.text.slice(0, tokens.detail);
  const suffix = tokens.text.slice(tokens.detail);
  if (handle === '') return suffix;
  const tag = (prefixes.get(handle) ?? '') + suffix;
  if (prefixes.has(handle) && tag !== '') return tag;
  const span = { start: tokens.start, end: tokens.end };
  const serverError = { problem: 'found undefined tag handle', at: tokens.start, context };
  throw Refused.parser('tag-handle', span, serverError, handle);
}
