import { describe, expect, it } from 'vitest';
import {
  compareQuantities,
  formatQuantity,
  keepsNotation,
  parseQuantity,
  roundUpToMilli,
  signOfQuantity,
  toInt64,
} from '../../../src/server/kubernetes/formats/quantity-value.ts';

it.each([
  ['2048Mi', '2Gi'],
  ['2000m', '2'],
  ['1.50', '1500m'],
  ['0.5Ki', '512'],
  ['1025', '1025'],
  ['1Ei', '1Ei'],
  ['100Ei', '9223372036854775807'],
  ['12e4', '120e3'],
  ['1e3', '1e3'],
  ['-1500m', '-1500m'],
  ['.5', '500m'],
  ['+', '0'],
  ['1e-12', '1e-9'],
  ['0.0000000001', '1n'],
  [1000, '1k'],
  [0.1, '100m'],
  [9007199254740993n, '9007199254740993'],
])('writes %s as %s', (quantity, canonical) => {
  expect(formatQuantity(parseQuantity(quantity))).toBe(canonical);
});

it.each([
  ['1', '1000m', 0],
  ['1Gi', '1G', 1],
  ['1023Mi', '1Gi', -1],
  ['9007199254740993', '9007199254740992', 1],
  ['-1', '-2', 1],
  ['-1', '1n', -1],
  ['0', '-0', 0],
  ['1e30', '999999999999999999999999999999', 1],
  // Written out, these would not fit into any memory.
  ['1e2000000000', '1e1999999999', 1],
  ['-1e2000000000', '1', -1],
  ['100Ei', '8Ei', 0],
])('compares %s with %s: %d', (a, b, order) => {
  expect(compareQuantities(parseQuantity(a), parseQuantity(b))).toBe(order);
  expect(compareQuantities(parseQuantity(b), parseQuantity(a))).toBe(0 - order);
});

it.each([
  ['1n', '1m'],
  ['-1n', '-1m'],
  ['1.0001', '1001m'],
  ['100m', '100m'],
  ['1.00000000000000000001', '1001m'],
  ['0n', '0'],
])('rounds %s to %s, away from zero', (text, rounded) => {
  expect(formatQuantity(roundUpToMilli(parseQuantity(text)))).toBe(rounded);
});

it.each([
  ['0', 0],
  ['-0.0', 0],
  ['-1n', -1],
  ['1e-100', 1],
])('knows the sign of %s', (text, sign) => {
  expect(signOfQuantity(parseQuantity(text))).toBe(sign);
});

describe('the 64-bit numbers that the server calculates with', () => {
  // As Value() and MilliValue() of k8s.io/apimachinery give them.
  it.each([
    ['1500m', 2n, 1500n],
    ['-1500m', -2n, -1500n],
    ['1Gi', 1073741824n, 1073741824000n],
    ['1E', 1000000000000000000n, 0n],
    ['100E', 0n, 0n],
    ['9223372036854775M', -808000n, -808000000n],
    ['1Ei', 1152921504606846976n, -9223372036854775808n],
    ['9223372036854775808', -9223372036854775808n, 0n],
  ])('%s is %d units and %d thousandths', (text, units, thousandths) => {
    const value = roundUpToMilli(parseQuantity(text));
    expect([toInt64(value, 'units'), toInt64(value, 'thousandths')]).toEqual([units, thousandths]);
  });
});

it.each([
  ['1', true],
  ['+1', true],
  ['1.', true],
  ['1.500', true],
  ['1E3', true],
  ['01', true],
  ['1025Mi', true],
  ['1000', false],
  ['1.50', false],
  ['0.5', false],
  ['1024Mi', false],
  ['12345678901234567890', false],
])('knows whether the server keeps the notation of %j', (quantity, isKept) => {
  expect(keepsNotation(quantity)).toBe(isKept);
});
