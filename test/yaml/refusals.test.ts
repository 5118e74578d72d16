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

  test('where only one part is bad, the others are read', () => {
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

  test('what JSON cannot hold matters only where it is sent', () => {
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
