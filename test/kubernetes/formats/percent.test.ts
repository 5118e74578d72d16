import { expect, it } from 'vitest';
import { percentProblem } from '../../../src/server/kubernetes/formats/percent.ts';

it.each([
  ['0%', undefined],
  ['100%', undefined],
  ['0000000000000000000000100%', undefined],
  ['101%', 'over-100'],
  ['99999999999999999999%', 'over-100'],
  ['50', 'format'],
  ['%', 'format'],
  ['-5%', 'format'],
  ['12.5%', 'format'],
  ['50 %', 'format'],
  ['50%\n', 'format'],
])('%j: %s', (text, problem) => {
  expect(percentProblem(text)).toBe(problem);
});
