import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { Random } from '../../scripts/fuzz/random.ts';
import { isPlainPattern } from '../../src/base/go/plain-pattern.ts';

/** The parts of patterns, and the parts that make them invalid or different. */
const PIECES = [
  'a',
  'z',
  '0',
  '-',
  '.',
  '^',
  '$',
  '|',
  '(',
  '(?:',
  '(?',
  ')',
  '[',
  '[^',
  ']',
  '*',
  '+',
  '?',
  '??',
]
  .concat([
    '{',
    '}',
    '{2}',
    '{3,1}',
    '{1,3}',
    '{,2}',
    '{1001}',
    '\\',
    '\\d',
    '\\.',
    '\\-',
    '\\1',
    '\\Z',
    '\\p{L}',
  ])
  .concat([
    '[a-z]',
    '[z-a]',
    '[a-]',
    '[-a]',
    '[]a]',
    '[^]',
    '[[:alpha:]]',
    '[\\d-z]',
    '[a-z-9]',
    '[+-\\.]',
    'é',
    '\n',
  ]);

function isValid(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

describe('a plain pattern', () => {
  it.each([
    '',
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE])?$',
    '^(?:0|[1-9][0-9]{0,3})$',
    '^(http|https)://.+?$',
    '[\\w.-]+',
  ])('is %s', (pattern) => {
    expect(isPlainPattern(pattern)).toBe(true);
  });

  it.each([
    '(',
    ')',
    'a)(',
    '[b-a]',
    'a**',
    'a{2,1}',
    'a{1001}',
    '*',
    '(?=a)',
    '(?i)a',
    '[]',
    '\\1',
    `${'a'.repeat(501)}`,
  ])('is not %s', (pattern) => {
    expect(isPlainPattern(pattern)).toBe(false);
  });

  it('is always valid', () => {
    const random = new Random(18);
    let plain = 0;
    for (let round = 0; round < 20_000; round++) {
      const length = 1 + Math.floor(random.next() * 8);
      const pattern = Array.from({ length }, () => random.pick(PIECES)).join('');
      if (!isPlainPattern(pattern)) continue;
      plain++;
      expect(isValid(pattern), pattern).toBe(true);
    }
    expect(plain).toBeGreaterThan(1000);
  });
});
