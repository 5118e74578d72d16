import { createHash } from 'node:crypto';

/** Expressions at and beyond the limits of size and depth, by their characteristics. */
export const LARGE_EXPRESSIONS: Readonly<Record<string, () => string>> = {
  'the most code points': () => `${' '.repeat(99_996)}true`,
  'a code point too many': () => `${' '.repeat(99_997)}true`,
  'a text of the most code points, of two units each': () => `'${'😀'.repeat(99_990)}' != ''`,
  'a name of 100,000 characters': () => 'a'.repeat(100_000),
  'a number of 100,000 digits': () => '1'.repeat(100_000),
  '99,999 line breaks': () => `${'\n'.repeat(99_999)}x`,
  'a mistake on a line that is too long to show': () => `'${'a'.repeat(20_000)}' == 1`,
  '10,000 parentheses': () => `${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
  '100,000 open parentheses': () => '('.repeat(100_000),
  '100,000 closing parentheses': () => ')'.repeat(100_000),
  '10,000 lists': () => `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  '100,000 open brackets': () => '['.repeat(100_000),
  '10,000 maps': () => `${'{1: '.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '9,000 messages': () => `${'Object{a: '.repeat(9_000)}1${'}'.repeat(9_000)}`,
  '10,000 calls in each other': () => `${'size('.repeat(10_000)}[]${')'.repeat(10_000)}`,
  '10,000 calls in a row': () => `object${'.f()'.repeat(10_000)}`,
  '10,000 selections': () => `object${'.a'.repeat(10_000)}`,
  '10,000 optional selections': () => `object${'.?a'.repeat(10_000)}`,
  '10,000 indices': () => `object${'[0]'.repeat(10_000)}`,
  '10,000 sums': () => `1${' + 1'.repeat(10_000)} == 1`,
  '250 sums': () => `1${' + 1'.repeat(249)} == 1`,
  '10,000 products and sums': () => `1${' + 1 * 2'.repeat(10_000)} == 1`,
  '10,000 comparisons': () => `1${' == 1'.repeat(10_000)}`,
  '10,000 conditions': () => `true${' && true'.repeat(10_000)}`,
  '10,000 alternatives with a mistake at the end': () => `false${' || false'.repeat(10_000)} || 1`,
  '10,000 choices': () => `${'true ? 1 : '.repeat(5_000)}1`,
  '10,000 negations': () => `${'!'.repeat(10_000)}true`,
  '9,999 negations in parentheses': () => `${'!('.repeat(9_999)}true${')'.repeat(9_999)}`,
  '10,000 signs': () => `${'-'.repeat(10_000)}object`,
  '1,000 folds in each other': () => `${'[1].all(x, '.repeat(1_000)}true${')'.repeat(1_000)}`,
  '100 folds in each other': () => `${'[1].all(x, '.repeat(100)}true${')'.repeat(100)}`,
  '1,000 presence tests in each other': () => `${'has('.repeat(1_000)}object.a${')'.repeat(1_000)}`,
  '100,000 characters of no token': () => '#'.repeat(100_000),
  '100,000 quotes': () => "'".repeat(99_999),
  '10,000 names without operators': () => 'a '.repeat(10_000),
  '10,000 undeclared names': () => `${'a || '.repeat(10_000)}a`,
  '10,000 elements of mixed types': () => `[${"1, '', ".repeat(5_000)}1] == []`,
  '10,000 elements': () => `[${'1, '.repeat(10_000)}1].size() > 0`,
};

/** A long text by its beginning, its length and its hash. */
export function shortened(text: string): string {
  if (text.length <= 1000) return text;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return `${text.slice(0, 200)} ... ${text.length} characters, ${hash}`;
}
