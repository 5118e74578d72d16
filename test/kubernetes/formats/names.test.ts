import { describe, expect, test } from 'vitest';
import {
  byteLength,
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
} from '../../../src/server/kubernetes/formats/dns.ts';
import { pathSegmentProblems } from '../../../src/server/kubernetes/formats/path-segment.ts';
import {
  isLabelValue,
  labelValueProblems,
  qualifiedNameProblems,
} from '../../../src/server/kubernetes/formats/qualified-name.ts';

const long = (length: number) => 'a'.repeat(length);

describe('DNS names', () => {
  test.each([
    ['a', [], [], []],
    ['example', [], [], []],
    ['1a', [], [], ['format']],
    ['a.b', [], ['format'], ['format']],
    ['', ['format'], ['format'], ['format']],
    ['A', ['format'], ['format'], ['format']],
    ['-a', ['format'], ['format'], ['format']],
    ['a-', ['format'], ['format'], ['format']],
    ['a..b', ['format'], ['format'], ['format']],
    ['a\n', ['format'], ['format'], ['format']],
    [long(63), [], [], []],
    [long(64), [], ['too-long'], ['too-long']],
    [long(253), [], ['too-long'], ['too-long']],
    [long(254), ['too-long'], ['too-long'], ['too-long']],
    // A letter of two bytes counts twice.
    ['ä'.repeat(32), ['format'], ['too-long', 'format'], ['too-long', 'format']],
  ])('%j', (text, subdomain, label, letterFirst) => {
    expect(dns1123SubdomainProblems(text)).toEqual(subdomain);
    expect(dns1123LabelProblems(text)).toEqual(label);
    expect(dns1035LabelProblems(text)).toEqual(letterFirst);
  });

  test('lengths are bytes', () => {
    expect(byteLength('aä€😀')).toBe(1 + 2 + 3 + 4);
  });
});

describe('qualified names', () => {
  const badName =
    "use only letters, digits, '-', '_' and '.', and start and end with a letter or digit";
  test.each([
    ['app', []],
    ['example.com/App_1.b', []],
    [`${long(253)}/${long(63)}`, []],
    ['', ['its name is empty', badName]],
    ['a/', ['its name is empty', badName]],
    ['/a', ['its prefix is empty']],
    ['a/b/c', ["it has more than one '/'"]],
    ['A/b', ['its prefix is not a lowercase DNS name']],
    [`${long(254)}/b`, ['its prefix is longer than 253 bytes']],
    [long(64), ['its name is longer than 63 bytes']],
    ['a b', [badName]],
    ['-a', [badName]],
  ])('%j', (text, problems) => {
    expect(qualifiedNameProblems(text)).toEqual(problems);
  });
});

test('label values', () => {
  for (const text of ['', 'a', 'A_b.c-1', long(63)]) expect(isLabelValue(text), text).toBe(true);
  expect(labelValueProblems(long(64))).toEqual(['too-long']);
  expect(labelValueProblems('a b')).toEqual(['format']);
  expect(labelValueProblems('_a')).toEqual(['format']);
});

test('names that are segments of a path', () => {
  expect(pathSegmentProblems('Any Name…')).toEqual([]);
  expect(pathSegmentProblems('.')).toEqual(['dot']);
  expect(pathSegmentProblems('..')).toEqual(['dot']);
  expect(pathSegmentProblems('a/b%')).toEqual(['slash', 'percent']);
});
