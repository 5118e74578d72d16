import { describe, expect, it } from 'vitest';
import { formatText } from '../../../src/cel/evaluate/extensions/text-format.ts';
import { goText } from '../../../src/cel/evaluate/go-text.ts';
import { MemoryLimitExceeded } from '../../../src/cel/evaluate/memory-limit.ts';
import { ArrayList, EntryMap } from '../../../src/cel/values/collections.ts';
import { ErrorValue, OptionalValue, type Value } from '../../../src/cel/values/value.ts';

const DEPTH = 50_000;
const OPTIONS = { exponentGap: '' };

/** A value within values of its kind. */
function nested(wrap: (inner: Value) => Value): Value {
  let value: Value = 'x';
  for (let depth = 0; depth < DEPTH; depth++) value = wrap(value);
  return value;
}

describe('values nested deeper than the stack', () => {
  it.each([
    { what: 'lists', wrap: (inner: Value) => new ArrayList([inner]), go: '[', cel: '[' },
    {
      what: 'maps',
      wrap: (inner: Value) => new EntryMap([['k', inner]]),
      go: '{k: ',
      cel: '{"k":',
    },
  ])('are printed: $what', ({ wrap, go, cel }) => {
    const value = nested(wrap);
    expect(goText(value).lastIndexOf(go)).toBe((DEPTH - 1) * go.length);
    const text = formatText('%s', new ArrayList([value]), OPTIONS);
    expect(String(text).lastIndexOf(cel)).toBe((DEPTH - 1) * cel.length);
  });

  it('are printed: optionals', () => {
    expect(goText(nested((inner) => new OptionalValue(inner)))).toMatch(/^(optional\()+x\)+$/);
  });
});

/** A list that contains the same list twice, which contains the same list twice, and so on. */
function doubling(levels: number): Value {
  let value: Value = 1n;
  for (let level = 0; level < levels; level++) value = new ArrayList([value, value]);
  return value;
}

describe('values that contain one another twice', () => {
  it('are printed', () => {
    expect(goText(doubling(2))).toBe('[[1, 1], [1, 1]]');
    expect(formatText('%s', new ArrayList([doubling(2)]), OPTIONS)).toBe('[[1, 1], [1, 1]]');
  });

  it('are not printed where the text would be too long', () => {
    expect(() => goText(doubling(60))).toThrow(MemoryLimitExceeded);
    expect(() => formatText('%s', new ArrayList([doubling(60)]), OPTIONS)).toThrow(
      MemoryLimitExceeded,
    );
  });
});

it('fails with the first part that has no text', () => {
  const list = new ArrayList([
    1n,
    new ArrayList([new OptionalValue(1n)]),
    new EntryMap([[1.5, 'x']]),
  ]);
  const text = formatText('%s', new ArrayList([list]), OPTIONS);
  expect(text).toEqual(
    new ErrorValue('error during formatting: no formatting function for optional_type'),
  );
});
