import { expect, it } from 'vitest';
import { documentOf } from './read-one.ts';

it.each([
  ['a: 010', true],
  ['a: [-0_7, 1]', true],
  ['a: !!int 0644', true],
  ['a: &mode 0644', true],
  ['a: 10', false],
  ['a: 0.5', false],
  ['a: 0x1F', false],
  ['a: 0o17', false],
  ['a: 0', false],
  ['a: "010"', false],
  ['010: a', false],
  ['{"a": 10}', false],
])('the document %j may have a number with a leading zero: %j', (text, has) => {
  expect(documentOf(text).hasOctal).toBe(has);
});

it.each([
  ['on: 1', true],
  ['? Off\n: 1', true],
  ['a: [y: 1]', true],
  ['80: http', true],
  ['"on": 1', false],
  ['a: on', false],
  ['{"on": 1}', false],
])('the document %j has a key that is not a string: %j', (text, has) => {
  expect(documentOf(text).hasTypedKeys).toBe(has);
});
