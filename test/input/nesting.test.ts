import { describe, expect, it } from 'vitest';
import { isTooDeep } from '../../src/hosts/node/render/sources/nesting.ts';
import type { Value } from '../../src/yaml/index.ts';

describe('isTooDeep', () => {
  it.each([
    [100, false],
    [20_000, true],
  ])('%d containers within each other: %s', (count, expected) => {
    let value: Value = 1;
    for (let depth = 0; depth < count; depth++) value = depth % 2 === 0 ? [value] : { a: value };
    expect(isTooDeep(value)).toBe(expected);
  });
});
