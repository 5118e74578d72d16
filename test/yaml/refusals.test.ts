import { describe, expect, test } from 'vitest';
import { decodeText, readParts } from '../../src/yaml/index.ts';
import { documentOf, refusalOf } from './read-one.ts';

describe('a refusal points at the mistake', () => {
  test.each([
    ['a: "x\nb: 1\n', 'unclosed-quote', '"'],
    ["a: 'x\nb: 1\n", 'unclosed-quote', "'"],
    ['a: [1, 2\nb: 1\n', 'expected-comma', ':'],
    ['a: [1, 2\n', 'unclosed-flow', '['],
    ['a: {b: 1\n', 'unclosed-flow', '{'],
    ['a: {b: 1]\n', 'expected-comma', ']'],
    ['a: "\\d"\n', 'escape', '\\d'],
    ['a: "\\x4g"\n', 'escape-digits', '\\x4'],
    ['a: "\\ud800"\n', 'escape-code', '\\ud800'],
    ['a:\n\tb: 1\n', 'tab-indent', '\t'],
    ['a: @b\n', 'reserved-character', '@'],
    ['a: `b`\n', 'reserved-character', '`'],
    ['a: |0\n  b\n', 'block-scalar-indent', '0'],
    ['a: | b\n', 'block-scalar-header', 'b'],
    ['a: [|]\n', 'block-scalar-in-flow', '|'],
    ['a: 1\nb\nc: 2\n', 'missing-colon', 'b'],
    ['a: b: c\n', 'unexpected-colon', ':'],
    ['a: - b\n', 'unexpected-dash', '-'],
    ['a: ? b\n', 'unexpected-question-mark', '?'],
    ['a: 1\n  b: 2\n', 'deeper-line', '  b'],
    ['a:\n    b: 1\n  c: 2\n', 'indentation', 'c'],
    ['a:\n    - b\n  - c\n', 'indentation', '-'],
    ['- a\nb: 1\n', 'expected-item', 'b'],
    ['a: 1\n- b\n', 'expected-key', '-'],
    ['a: &\n', 'anchor', '&'],
    ['a: !x!y z\n', 'tag-handle', '!x!y'],
    ['a: !!int b\n', 'tag-mismatch', 'b'],
    ['a: !!binary "*"\n', 'binary-data', '"*"'],
    ['a: !!timestamp 2023-02-29\n', 'tag-mismatch', '2023-02-29'],
    ['a: !!timestamp 1900-02-29\n', 'tag-mismatch', '1900-02-29'],
    ['a: !!timestamp 2024-04-31\n', 'tag-mismatch', '2024-04-31'],
    ['a: !<tag:yaml.org,2002:str b\n', 'tag', '!<tag:yaml.org,2002:str'],
    ['a: !x%c3%c3 b\n', 'tag', '!x%c3'],
    ['a: !x%bf b\n', 'tag', '!x'],
    ['a: *b\n', 'unknown-anchor', '*b'],
    ['a: &b [*b]\n', 'recursive-anchor', '*b'],
    ['a: {<<: 1}\n', 'merge-value', '1'],
    ['a: {<<: [[]]}\n', 'merge-value', '['],
    ['a: {[b]: 1}\n', 'complex-key', '['],
    ['a: {{ .Values.b }}\n', 'template', '{'],
    ['a: {: 1}\n', 'missing-value', ':'],
    ['~: 1\n', 'null-key', '~'],
    ['18446744073709551615: 1\n', 'number-key', '18446744073709551615'],
    ['a: {b: -.inf}\n', 'not-finite', '-.inf'],
    ['a: 1\n--- b\nc: 2\n', 'separator', 'b'],
    ['%YAML 1.1\n---\na: 1\n', 'directive-alone', '%YAML 1.1\n'],
    ['%FOO\n', 'directive', '%FOO'],
    ['a: \u0007\n', 'control-character', '\u0007'],
  ])('%j', (text, id, place) => {
    const refusal = refusalOf(text);
    expect([refusal.id, text.slice(refusal.span.start, refusal.span.end)]).toEqual([id, place]);
    expect(refusal.message).not.toContain('undefined');
  });

  test('the other parts are read if only one is bad', () => {
    const bytes = Uint8Array.from(
      [...'a: 1\n---\nb: ', 0xff, ...'\n---\nc: 3\n'].map((c) =>
        typeof c === 'string' ? c.charCodeAt(0) : c,
      ),
    );
    const decoded = decodeText(bytes);
    expect(decoded.text).toBe('a: 1\n---\nb: \ufffd\n---\nc: 3\n');
    const kinds = [...readParts(decoded)].map(({ content }) => content.kind);
    expect(kinds).toEqual(['value', 'refused', 'value']);
    expect(refusalOf(bytes, 1)).toMatchObject({ id: 'encoding', span: { start: 12, end: 13 } });
  });

  test.each([
    ['!!timestamp 2000-02-29', '2000-02-29'],
    ['!!timestamp 2024-02-29', '2024-02-29'],
    ['!<tag:yaml.org,2002:str> 1', '1'],
    ['!x%c0%80 b', 'b'],
    ['!x%c3%a9 b', 'b'],
  ])('%j is none', (text, value) => {
    expect(documentOf(`a: ${text}\n`).value).toEqual({ a: value });
  });

  test.each([
    [[0x80], '\ufffd'],
    [[0xc1, 0xbf], '\ufffd\ufffd'],
    [[0xc2, 0x80], '\u0080'],
    [[0xe0, 0x9f, 0xbf], '\ufffd\ufffd\ufffd'],
    [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    [[0xe2, 0x82, 0xac], '\u20ac'],
    [[0xf0, 0x9f, 0x98], '\ufffd\ufffd\ufffd'],
    [[0xf0, 0x9f, 0x98, 0x80], '\u{1f600}'],
    [[0xf4, 0x8f, 0xbf, 0xbf], '\u{10ffff}'],
    [[0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    [[0xf5, 0x80, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
  ])('the bytes %j, of which those that are not UTF-8 are marked one by one', (bytes, text) => {
    // A wrong byte elsewhere, so that the text is decoded one character after the other.
    const { text: decoded } = decodeText(Uint8Array.from([0xff, ...bytes]));
    expect(decoded).toBe(`\ufffd${text}`);
  });

  test.each([
    ['\\ud7ff\\ue000', '\ud7ff\ue000'],
    ['\\ud83d\\ude00', '\u{1f600}'],
    ['\\ud800\\udc00\\udbff\\udfff', '\u{10000}\u{10ffff}'],
    ['\\ud83d', '\ufffd'],
    ['\\ud83dx', '\ufffdx'],
    ['\\udc00\\ud800', '\ufffd\ufffd'],
    ['\\ud83d\\u0061', '\ufffda'],
  ])('the JSON string "%s", in which lone surrogates are replaced', (escapes, text) => {
    expect(documentOf(`{"a": "${escapes}"}`).value).toEqual({ a: text });
  });

  test('values that JSON cannot hold matter only where they are sent', () => {
    expect(documentOf('a: .inf\na: 1\n').value).toMatchObject({ a: 1 });
    expect(documentOf('a: {~: 1}\na: 1\n').value).toMatchObject({ a: 1 });
    expect(refusalOf('a: &x {~: 1}\na: 1\nb: *x\n').id).toBe('null-key');
    expect(refusalOf('a: &x {b: .nan}\na: 1\nc: {<<: *x}\n').id).toBe('not-finite');
  });

  test('UTF-16 and binary data are one refusal', () => {
    const utf16 = Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x2d, 0, 0x2d, 0, 0x2d, 0]);
    expect([...readParts(utf16)].length).toBe(1);
    expect(refusalOf(utf16).id).toBe('utf-16');
    const binary = new Uint8Array(10_000).fill(0, 0, 5000).fill(0x0a, 5000);
    expect([...readParts(binary)].length).toBe(1);
    expect(refusalOf(binary).id).toBe('binary');
  });
});
