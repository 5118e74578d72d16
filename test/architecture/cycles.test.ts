import { expect, it } from 'vitest';
import { cycles } from './modules.ts';

it('has no modules that import each other, types and late imports included', () => {
  expect(cycles()).toEqual([]);
});
