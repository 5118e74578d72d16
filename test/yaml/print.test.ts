import { expect, it } from 'vitest';
import { readParts } from '../../src/yaml/index.ts';
import { yamlText } from '../../src/yaml/print.ts';
import type { Value } from '../../src/yaml/tree.ts';

it.each<[Value, string]>([
  ['a b', 'a b'],
  ['..', '..'],
  ['../../a.yaml', '../../a.yaml'],
  ['.5', '".5"'],
  ['', '""'],
  ['yes', '"yes"'],
  ['N', '"N"'],
  ['1', '"1"'],
  ['1e3', '"1e3"'],
  ['a: b', '"a: b"'],
  ['a #b', '"a #b"'],
  ['0x1F', '"0x1F"'],
  ['~', '"~"'],
  ['a\n\u2028\u0085b', '"a\\n\\u2028\\u0085b"'],
  ['\u202e\u200b\u{e0041}', '"\\u202e\\u200b\\U000e0041"'],
  ['##vso[a]##b', '"\\u0023#vso[a]##b"'],
  ['2026-01-31', '"2026-01-31"'],
  [9223372036854775807n, '9223372036854775807'],
  [1.5, '1.5'],
  [null, 'null'],
  [[], '[]'],
  [
    { a: {}, 'b c': [1, [2, 3], { d: 'x', e: [] }] },
    'a: {}\nb c:\n  - 1\n  - - 2\n    - 3\n  - d: x\n    e: []',
  ],
])('value %# is printed and read again', (value, text) => {
  expect(yamlText(value)).toBe(text);
  const [part] = [
    ...readParts(`v: ${text.includes('\n') ? `\n  ${text.replaceAll('\n', '\n  ')}` : text}`),
  ];
  const read = part?.content.kind === 'value' ? part.content.document.value : undefined;
  expect(JSON.stringify(read, bigint)).toBe(JSON.stringify({ v: value }, bigint));
});

function bigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
