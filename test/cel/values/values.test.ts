import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/base/compare.ts';
import { codePointCount } from '../../../src/cel/code-points.ts';
import {
  ArrayList,
  ConcatList,
  concatLists,
  EntryMap,
} from '../../../src/cel/values/collections.ts';
import {
  compareBytes,
  compareNumbers,
  compareTimestamps,
  equal,
} from '../../../src/cel/values/equality.ts';
import { actualSize, traversal } from '../../../src/cel/values/size.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  OptionalValue,
  Timestamp,
  Uint,
  type Value,
} from '../../../src/cel/values/value.ts';

const list = (...elements: readonly Value[]) => new ArrayList(elements);
const DEPTH = 100_000;

describe('equality', () => {
  it.each<[string, Value, Value, boolean]>([
    ['numbers of different types', 1n, new Uint(1n), true],
    ['an int and a double', 1n, 1, true],
    ['an int that no double is', 2n ** 53n + 1n, 2 ** 53, true],
    ['NaN', Number.NaN, Number.NaN, false],
    ['both zeros', 0, -0, true],
    ['an int and its text', 1n, '1', false],
    ['null and nothing else', null, false, false],
    ['lists', list(1n, 'a'), list(new Uint(1n), 'a'), true],
    ['lists of other length', list(1n), list(1n, 1n), false],
    ['maps by keys of other types', new EntryMap([[1n, 'a']]), new EntryMap([[1, 'a']]), true],
    ['maps of other keys', new EntryMap([['a', 1n]]), new EntryMap([['b', 1n]]), false],
    ['bytes', Uint8Array.of(1, 2), Uint8Array.of(1, 2), true],
    ['durations', new Duration(1n), new Duration(1n), true],
    ['times in other zones', new Timestamp(1n, 2, 0), new Timestamp(1n, 2, 3600), true],
    ['empty optionals', new OptionalValue(undefined), new OptionalValue(undefined), true],
    ['one empty optional', new OptionalValue(undefined), new OptionalValue(null), false],
  ])('is right for %s', (_, left, right, expected) => {
    expect(equal(left, right)).toBe(expected);
    expect(equal(right, left)).toBe(expected);
  });

  it.each([
    { what: 'lists', wrap: (inner: Value) => list(inner) },
    { what: 'maps', wrap: (inner: Value) => new EntryMap([['k', inner]]) },
    { what: 'optionals', wrap: (inner: Value) => new OptionalValue(inner) },
  ])('takes no stack for nested $what', ({ wrap }) => {
    const nested = (innermost: Value) => {
      let value = innermost;
      for (let depth = 0; depth < DEPTH; depth++) value = wrap(value);
      return value;
    };
    expect(equal(nested(1n), nested(1n))).toBe(true);
    expect(equal(nested(1n), nested(2n))).toBe(false);
    expect(actualSize(nested(1n))).toBe(1);
  });
});

describe('order', () => {
  it.each<[Value, Value, -1 | 0 | 1 | undefined]>([
    [1n, 2n, -1],
    [new Uint(2n ** 64n - 1n), -1n, 1],
    [2n ** 63n - 1n, 2 ** 63, 0],
    [1n, Number.NaN, undefined],
    [1n, '1', undefined],
    [Number.NEGATIVE_INFINITY, -(2n ** 63n), -1],
  ])('is right for the numbers %s and %s', (left, right, expected) => {
    expect(compareNumbers(left, right)).toBe(expected);
  });

  it.each<[string, string, -1 | 0 | 1]>([
    ['a', 'b', -1],
    ['a', 'ab', -1],
    ['', '', 0],
    ['\ue000', '\u{10000}', -1],
    ['\uffff', '\u{1f600}', -1],
  ])('is right for the texts %j and %j', (left, right, expected) => {
    expect(compareCodePoints(left, right)).toBe(expected);
    expect(compareCodePoints(right, left)).toBe(expected === 0 ? 0 : -expected);
  });

  it('is right for bytes and times', () => {
    expect(compareBytes(Uint8Array.of(255), Uint8Array.of(1, 1))).toBe(1);
    expect(compareBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(-1);
    expect(compareTimestamps(new Timestamp(-1n, 999), new Timestamp(0n, 0))).toBe(-1);
    expect(compareTimestamps(new Timestamp(0n, 1), new Timestamp(0n, 0))).toBe(1);
  });
});

describe('maps', () => {
  it.each<[Value, Value | undefined]>([
    [1n, 'int'],
    [new Uint(1n), 'int'],
    [1, 'int'],
    [2n, 'uint'],
    [3n, 'double'],
    [new Uint(3n), 'double'],
    [1.5, 'half'],
    [2n ** 53n + 1n, undefined],
    ['1', undefined],
    [true, 'yes'],
  ])('find %s', (key, expected) => {
    const map = new EntryMap([
      [1n, 'int'],
      [new Uint(2n), 'uint'],
      [3, 'double'],
      [1.5, 'half'],
      [2 ** 53, 'large'],
      [true, 'yes'],
    ]);
    expect(map.find(key)).toBe(expected);
  });
});

describe('lists', () => {
  it('are added up without the stack', () => {
    let sum: Value = list(0n);
    for (let index = 1n; index <= DEPTH; index++) {
      if (sum instanceof ListValue) sum = concatSafely(sum, list(index));
    }
    expect(sum instanceof ConcatList && sum.at(DEPTH)).toBe(BigInt(DEPTH));
  });

  it('say that an index is out of bounds', () => {
    expect(list(1n).at(1)).toEqual(new ErrorValue('index out of bounds: 1'));
    expect(new ConcatList(list(1n), list(2n)).at(2)).toEqual(
      new ErrorValue('index out of bounds: 2'),
    );
  });
});

function concatSafely(left: ListValue, right: ListValue): Value {
  const sum = concatLists(left, right);
  if (sum instanceof ErrorValue) throw new Error(sum.message);
  return sum;
}

describe('sizes', () => {
  it.each<[Value, number]>([
    ['', 0],
    ['é', 1],
    ['😀a', 2],
    ['\ud83d', 1],
    ['\ude00\ud83d', 2],
    [Uint8Array.of(1, 2, 3), 3],
    [list(1n, 2n), 2],
    [new EntryMap([['a', 1n]]), 1],
    [1n, 1],
    [null, 1],
    [new OptionalValue('abc'), 3],
    [new OptionalValue(undefined), 1],
  ])('are right for %s', (value, expected) => {
    expect(actualSize(value)).toBe(expected);
    if (typeof value === 'string') expect(codePointCount(value)).toBe(expected);
  });

  it.each([
    [0, 0],
    [1, 1],
    [10, 1],
    [11, 2],
  ])('lead to costs of reading: %d to %d', (size, expected) => {
    expect(traversal(size)).toBe(expected);
  });
});
