import { describe, expect, it } from 'vitest';
import { findString, type StringQuery } from '../../src/base/go/pattern-strings.ts';
import { compileRegularExpression } from '../../src/base/go/regular-expression.ts';

const LABEL = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';
const SUBDOMAIN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

function query(part: Partial<StringQuery>): StringQuery {
  return { matches: [], avoids: [], minLength: 0, maxLength: 300, ...part };
}

describe('a search for strings', () => {
  it.each<[Partial<StringQuery>, string]>([
    [{}, ''],
    [{ minLength: 3 }, 'aaa'],
    [{ matches: [LABEL] }, 'a'],
    [{ matches: [LABEL], minLength: 64 }, 'a'.repeat(64)],
    [{ matches: [SUBDOMAIN], avoids: [LABEL] }, 'a.a'],
    [{ matches: ['[a-z]'], avoids: ['^[a-z]+$'] }, 'a0'],
    [{ matches: ['^a|b$'], avoids: ['^(a|b)$'] }, 'aa'],
    [{ matches: ['^\\d{2,3}$'], avoids: ['^\\d{2}$'] }, '000'],
    [{ matches: ['(?i)^abc$'], avoids: ['^abc$'] }, 'abC'],
    [{ matches: ['^.$'], avoids: ['^[[:print:]]$'] }, '\t'],
    [{ matches: ['^\\Qa.b\\E$'] }, 'a.b'],
    [{ matches: ['^[^\\]a]$'], avoids: ['x'] }, 'n'],
    [{ matches: ['^$|^b$'], minLength: 1 }, 'b'],
    [{ matches: ['^(?:0|[1-9][0-9]*)(?:s|m)$'] }, '0m'],
  ])('finds a shortest one for %j', (part, text) => {
    const found = findString(query(part));
    expect(found).toEqual({ kind: 'found', text });
    const isMatch = (pattern: string) => {
      const compiled = compileRegularExpression(pattern);
      return compiled.ok && compiled.expression.matches(text);
    };
    expect((part.matches ?? []).every(isMatch)).toBe(true);
    expect((part.avoids ?? []).some(isMatch)).toBe(false);
  });

  it.each<Partial<StringQuery>>([
    { matches: [LABEL], avoids: [SUBDOMAIN] },
    { matches: ['^[a-c]+$'], avoids: ['^(a|b|c)*$'] },
    { matches: [LABEL], maxLength: 0 },
    { matches: ['^a$', '^b$'] },
    { avoids: [''] },
    { avoids: ['.*'] },
    { matches: ['^a{2}$'], minLength: 3 },
  ])('proves that there is none for %j', (part) => {
    expect(findString(query(part))).toEqual({ kind: 'none' });
  });

  it('ends early if very many characters have to be tried', () => {
    const characters = Array.from({ length: 3000 }, (_, i) => String.fromCodePoint(0x4e00 + 2 * i));
    const pattern = `^[${characters.join('')}]{1900}$`;
    expect(findString(query({ matches: [pattern], maxLength: 5000 }))).toEqual({ kind: 'unknown' });
  });

  it.each([['\\bword\\b'], ['\\p{L}'], ['(?m)^a$'], ['(?i)ä']])('does not read %s', (pattern) => {
    expect(findString(query({ matches: [pattern] }))).toEqual({ kind: 'unknown' });
  });
});
