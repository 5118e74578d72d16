import { describe, expect, it } from 'vitest';
import { formatString } from '../../../src/cel/library/string-format.ts';
import { MemoryLimitExceeded } from '../../../src/cel/memory-limit.ts';
import { ArrayList, EntryMap } from '../../../src/cel/values/collections.ts';
import { goFormat } from '../../../src/cel/values/go-format.ts';
import { ErrorValue, OptionalValue, type Value } from '../../../src/cel/values/value.ts';

const DEPTH = 50_000;
const OPTIONS = { exponentGap: '' };

/** A value that is nested to the depth. */
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
    expect(goFormat(value).lastIndexOf(go)).toBe((DEPTH - 1) * go.length);
    const formatted = formatString('%s', new ArrayList([value]), OPTIONS);
    expect(String(formatted).lastIndexOf(cel)).toBe((DEPTH - 1) * cel.length);
  });

  it('are printed: optionals', () => {
    expect(goFormat(nested((inner) => new OptionalValue(inner)))).toMatch(/^(optional\()+x\)+$/);
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
    expect(goFormat(doubling(2))).toBe('[[1, 1], [1, 1]]');
    expect(formatString('%s', new ArrayList([doubling(2)]), OPTIONS)).toBe('[[1, 1], [1, 1]]');
  });

  it('are not printed if the string would be too long', () => {
    const value = doubling(60);
    expect(() => goFormat(value)).toThrow(MemoryLimitExceeded);
    expect(() => formatString('%s', new ArrayList([value]), OPTIONS)).toThrow(MemoryLimitExceeded);
  });
});

it('fails with the first part that cannot be formatted', () => {
  const list = new ArrayList([
    1n,
    new ArrayList([new OptionalValue(1n)]),
    new EntryMap([[1.5, 'x']]),
  ]);
  expect(formatString('%s', new ArrayList([list]), OPTIONS)).toEqual(
    new ErrorValue('error during formatting: no formatting function for optional_type'),
  );
});
