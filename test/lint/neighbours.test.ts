import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/lint/read/source.ts';
import { lintPedantically } from './lint-pedantically.ts';

/** A document with a mistake in its fifth line. */
function budget(name: string): string {
  return `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name} }
spec:
  maxUnavailable: -1
  selector: { matchLabels: { app: shop } }
`;
}

const MISTAKE_LINE = 5;
const LINES = budget('a').split('\n').length;

/** The content of a text that cannot be read, as it is between two documents. */
const DAMAGED: ReadonlyMap<string, string | Uint8Array> = new Map<string, string | Uint8Array>([
  ['a NUL', 'apiVersion: v1\nkind: \0\n'],
  ['many NULs', `apiVersion: v1\n${'\0'.repeat(5000)}\n`],
  [
    'binary data',
    Uint8Array.from({ length: 5000 }, (_, n) => ((n * 7919) % 256 === 10 ? 0 : (n * 7919) % 256)),
  ],
  ['invalid UTF-8', Uint8Array.of(0x61, 0x3a, 0x20, 0xff, 0xfe, 0xc0, 0x0a)],
  ['an unpaired surrogate', Uint8Array.of(0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80, 0x0a)],
  ['a control character', 'a: \u0007\n'],
  ['an open bracket', 'a: [\n'],
  ['an open quote', 'a: "\n'],
  ['a tab', 'a:\n\tb: 1\n'],
  ['an unknown anchor', 'a: *b\n'],
  [
    'a bomb of aliases',
    `a: &a [${'1,'.repeat(2000)}]\nb: &b [${'*a,'.repeat(2000)}]\nc: [${'*b,'.repeat(2000)}]\n`,
  ],
  ['deep nesting', `a: ${'['.repeat(20_000)}\n`],
  ['a directive without a document', '%YAML 3.0\n'],
]);

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function concatenate(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...bytesOf(part)]));
}

/** The findings in a text, without the part that cannot be read. */
function mistakes(content: Source['content']) {
  const { findings, documents } = lintPedantically([{ name: 'a.yaml', content }]);
  return {
    lines: findings.filter(({ cause }) => cause === 'FieldValueInvalid').map(({ line }) => line),
    unreadable: findings.filter(({ rule }) => rule === 'yaml/syntax').map(({ index }) => index),
    verdicts: documents.map(({ verdicts }) => Object.values(verdicts)[0]),
  };
}

describe.each([...DAMAGED])('a document with %s', (_, damaged) => {
  it('is the only one that is not checked', () => {
    const before = `${budget('a')}---\n`;
    const after = `\n---\n${budget('b')}`;
    const breaks = bytesOf(damaged).filter((byte) => byte === 0x0a).length;
    const { lines, unreadable, verdicts } = mistakes(concatenate(before, damaged, after));
    expect(lines[0]).toBe(MISTAKE_LINE);
    expect(lines).toHaveLength(2);
    expect(verdicts).toEqual(['rejected', 'undecodable', 'rejected']);
    expect(unreadable).toEqual([1]);
    if (typeof damaged === 'string') {
      expect(lines[1]).toBe(LINES + breaks + 2 + MISTAKE_LINE);
    }
  });
});

describe('text after `--- text`', () => {
  const text = `${budget('a')}---\n${budget('b')}--- text\n\n${budget('c')}---\n${budget('d')}`;

  it('is reported as not read, as is the document before it', () => {
    const { findings, documents } = lintPedantically([{ name: 'a.yaml', content: text }]);
    expect(documents.map(({ verdicts }) => Object.values(verdicts)[0])).toEqual([
      'rejected',
      'undecodable',
    ]);
    const separator = 2 * LINES;
    expect(findings.filter(({ rule }) => rule.startsWith('yaml/'))).toMatchObject([
      { rule: 'yaml/syntax', line: separator, column: 5 },
      { rule: 'yaml/ignored-text', line: separator + 2, column: 1, endLine: 4 * LINES },
    ]);
  });

  it.each(['', '\n\n', '\n# nothing but a comment\n'])('is not reported where it is %j', (rest) => {
    const { findings } = lintPedantically([
      { name: 'a.yaml', content: `${budget('a')}--- text${rest}` },
    ]);
    expect(findings.map(({ rule }) => rule)).toEqual(['yaml/syntax']);
  });
});

it.each(['utf-16le', 'utf-16be'])('a file in %s has one finding, which says so', (encoding) => {
  const text = `\ufeff${budget('a')}---\n${budget('b')}`;
  const units = Uint8Array.from(
    [...text].flatMap((char) => {
      const unit = char.charCodeAt(0);
      return encoding === 'utf-16le' ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff];
    }),
  );
  const { findings, documents } = lintPedantically([{ name: 'a.yaml', content: units }]);
  expect(documents).toHaveLength(1);
  expect(findings).toMatchObject([{ cause: 'Undecodable', line: 1 }]);
  expect(findings[0]?.message).toContain('UTF-16');
});
