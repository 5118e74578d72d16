import { describe, expect, it } from 'vitest';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { withDefaults } from '../../src/server/crd/values/defaulting.ts';
import type { Value } from '../../src/server/kubernetes/value.ts';

const NUMBER: StructuralSchema = { type: 'integer', default: 1 };
const NULLABLE: StructuralSchema = { ...NUMBER, nullable: true };

describe('defaults are filled in', () => {
  it.each<[string, StructuralSchema, Value, Value]>([
    ['where a property is absent', { properties: { a: NUMBER } }, {}, { a: 1 }],
    ['not where it is there', { properties: { a: NUMBER } }, { a: 0 }, { a: 0 }],
    ['for null that is not allowed', { properties: { a: NUMBER } }, { a: null }, { a: 1 }],
    ['not for null that is', { properties: { a: NULLABLE } }, { a: null }, { a: null }],
    [
      'not below what is absent',
      { properties: { a: { properties: { b: NUMBER } } } },
      { c: 2 },
      { c: 2 },
    ],
    [
      'below a default',
      { properties: { a: { default: {}, properties: { b: NUMBER } } } },
      {},
      { a: { b: 1 } },
    ],
    [
      'in items and values of maps',
      {
        properties: {
          list: { items: { properties: { b: NUMBER } } },
          map: { additionalProperties: { properties: { b: NUMBER } } },
        },
      },
      { list: [{}, { b: 2 }], map: { x: {} } },
      { list: [{ b: 1 }, { b: 2 }], map: { x: { b: 1 } } },
    ],
    [
      'for null in lists and maps',
      { properties: { list: { items: NUMBER }, map: { additionalProperties: NUMBER } } },
      { list: [null, 2], map: { x: null } },
      { list: [1, 2], map: { x: 1 } },
    ],
    ['of a kind of their own, __proto__', { properties: { ['__proto__']: NUMBER } }, {}, proto(1)],
  ])('%s', (_, schema, value, expected) => {
    const before = JSON.stringify(value);
    expect(JSON.stringify(withDefaults(value, schema))).toEqual(JSON.stringify(expected));
    expect(JSON.stringify(value)).toEqual(before);
  });

  it('in each item by itself', () => {
    const schema: StructuralSchema = {
      properties: { list: { items: { properties: { a: { default: { b: {} } } } } } },
    };
    const filled = withDefaults({ list: [{}, {}] }, schema);
    expect(filled).toEqual({ list: [{ a: { b: {} } }, { a: { b: {} } }] });
  });

  it('however deep', () => {
    let schema: StructuralSchema = { default: {} };
    let value: Value = {};
    for (let depth = 0; depth < 20_000; depth++) {
      schema = { properties: { a: schema } };
      value = { a: value };
    }
    expect(() => withDefaults(value, schema)).not.toThrow();
  });
});

function proto(value: Value): Value {
  return Object.defineProperty({}, '__proto__', { value, enumerable: true });
}
