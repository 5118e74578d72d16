import { expect, it } from 'vitest';
import { touches } from '../../src/result/baseline/changed-lines.ts';

it.each([
  [true, 3, 3],
  [true, 1, 3],
  [true, 5, 9],
  [false, 1, 2],
  [false, 6, 6],
])('is %s for lines %i to %i of 3 to 5', (expected, line, endLine) => {
  expect(touches([{ first: 3, last: 5 }], { line, endLine })).toBe(expected);
});
