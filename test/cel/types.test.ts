import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/base/go/time.ts';
import { mostGeneral, Substitution } from '../../src/cel/check/substitution.ts';
import { parseTimestamp } from '../../src/cel/time.ts';
import {
  ANY,
  BOOL,
  DURATION,
  DYN,
  ERROR,
  formatType,
  INT,
  isExactly,
  listOf,
  mapOf,
  NULL,
  opaque,
  STRING,
  struct,
  TYPE,
  type Type,
  typeOf,
  typeParam,
  typeText,
  wrapperOf,
} from '../../src/cel/types.ts';

const A = typeParam('A');
const B = typeParam('B');

describe('the names of types', () => {
  it.each([
    [DURATION, 'duration', 'google.protobuf.Duration'],
    [NULL, 'null', 'null_type'],
    [ANY, 'any', 'google.protobuf.Any'],
    [ERROR, '!error!', 'error'],
    [A, 'A', '<A>'],
    [wrapperOf(BOOL), 'wrapper(bool)', 'wrapper(bool)'],
    [typeOf(INT), 'type(int)', 'type(int)'],
    [
      mapOf(STRING, listOf(DURATION)),
      'map(string, list(duration))',
      'map(string, list(google.protobuf.Duration))',
    ],
    [opaque('optional_type', [DYN]), 'optional_type(dyn)', 'optional_type(dyn)'],
    [struct('a.B'), 'a.B', 'a.B'],
  ])('%# in messages and as values', (type, inMessages, asValue) => {
    expect(formatType(type)).toBe(inMessages);
    expect(typeText(type)).toBe(asValue);
  });
});

describe('a type that is assignable to another', () => {
  it.each<readonly [Type, Type, boolean]>([
    [INT, INT, true],
    [INT, STRING, false],
    [DYN, STRING, true],
    [STRING, ERROR, true],
    [NULL, struct('a'), true],
    [NULL, DURATION, true],
    [NULL, INT, false],
    [NULL, wrapperOf(INT), true],
    [wrapperOf(INT), INT, true],
    [NULL, listOf(INT), false],
    [listOf(DYN), listOf(INT), true],
    [listOf(STRING), listOf(INT), false],
    [typeOf(INT), typeOf(STRING), true],
    [typeOf(INT), TYPE, true],
    [opaque('a', [INT]), opaque('b', [INT]), false],
    [struct('a'), struct('b'), false],
  ])('%#', (from, to, answer) => {
    expect(new Substitution().isAssignable(from, to)).toBe(answer);
  });

  it('binds parameters, to the more general of two types', () => {
    const substitution = new Substitution();
    expect(substitution.areAssignable([INT, listOf(DYN)], [A, listOf(A)])).toBe(true);
    expect(substitution.substitute(A, false)).toEqual(DYN);
  });

  it('takes back what it bound before it found out', () => {
    const substitution = new Substitution();
    expect(substitution.areAssignable([INT, STRING, BOOL], [A, B, STRING])).toBe(false);
    expect(substitution.substitute(mapOf(A, B), false)).toEqual(mapOf(A, B));
    expect(substitution.substitute(mapOf(A, B), true)).toEqual(mapOf(DYN, DYN));
  });

  it('binds no parameter to a type that contains it', () => {
    const substitution = new Substitution();
    expect(substitution.isAssignable(listOf(A), A)).toBe(false);
    expect(substitution.isAssignable(A, B)).toBe(true);
    expect(substitution.isAssignable(listOf(B), A)).toBe(false);
  });

  const types = fc.letrec<{ type: Type }>((tie) => ({
    type: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(INT, STRING, BOOL, DYN, DURATION, NULL, struct('a')),
      tie('type').map(listOf),
      fc.tuple(fc.constantFrom(STRING, INT), tie('type')).map(([key, value]) => mapOf(key, value)),
      tie('type').map((type) => opaque('optional_type', [type])),
    ),
  })).type;

  it('a type is assignable to itself and to a free parameter', () => {
    fc.assert(
      fc.property(types, (type) => {
        const substitution = new Substitution();
        return (
          substitution.isAssignable(type, type) &&
          substitution.isAssignable(type, A) &&
          isExactly(substitution.substitute(A, false), type)
        );
      }),
    );
  });

  it('the most general of a type and dyn is dyn', () => {
    fc.assert(fc.property(types, (type) => mostGeneral(type, DYN) === DYN || type.kind === 'dyn'));
  });
});

describe('durations', () => {
  it.each<readonly [string, bigint | undefined]>([
    ['0', 0n],
    ['1h30m', 5_400_000_000_000n],
    ['-1.5s', -1_500_000_000n],
    ['+.5ms', 500_000n],
    ['1.s', 1_000_000_000n],
    ['1µs', 1000n],
    ['2562047h47m16.854775807s', 2n ** 63n - 1n],
    ['2562047h47m16.854775808s', undefined],
    ['-2562047h47m16.854775808s', -(2n ** 63n)],
    ['', undefined],
    ['1', undefined],
    ['.s', undefined],
    ['1 s', undefined],
    ['1d', undefined],
    ['--1s', undefined],
  ])('%s', (text, nanoseconds) => {
    expect(parseDuration(text)).toBe(nanoseconds);
  });
});

describe('timestamps', () => {
  it.each([
    ['1970-01-01T00:00:00Z', { seconds: 0n, nanos: 0, offset: 0 }],
    ['1970-01-01T01:00:00.5+01:00', { seconds: 0n, nanos: 500_000_000, offset: 3600 }],
    ['0001-01-01T00:00:00Z', { seconds: -62_135_596_800n, nanos: 0, offset: 0 }],
    ['0001-01-01T00:00:00+00:01', undefined],
    [
      '9999-12-31T23:59:59.999999999Z',
      { seconds: 253_402_300_799n, nanos: 999_999_999, offset: 0 },
    ],
    ['9999-12-31T23:59:59-00:01', undefined],
    ['2023-02-29T00:00:00Z', undefined],
    ['2024-02-29T23:59:60Z', undefined],
    ['2024-01-01', undefined],
  ])('%s', (text, instant) => {
    expect(parseTimestamp(text)).toEqual(instant);
  });
});
