import { describe, expect, it } from 'vitest';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { validateValue } from '../../src/server/crd/values/validate.ts';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { Value } from '../../src/server/kubernetes/value.ts';

function faultsOf(value: Value, schema: StructuralSchema, minor: Minor = NEWEST_MINOR): string[] {
  const { problems } = validateValue(value, schema, { minor, of: 'default' });
  return problems.map(({ fault, name }) => `${fault.kind} ${name}`.trim());
}

describe('numbers', () => {
  it.each([
    { what: 'an integer for a number', value: 1, schema: { type: 'number' }, faults: [] },
    { what: 'a whole float for an integer', value: 2, schema: { type: 'integer' }, faults: [] },
    {
      what: 'a fraction for an integer',
      value: 1.5,
      schema: { type: 'integer' },
      faults: ['type', 'invalid'],
    },
    {
      what: 'an integer beyond 64 bits',
      value: 2n ** 63n,
      schema: { type: 'integer' },
      faults: ['type', 'invalid'],
    },
    { what: 'a bound cut to an integer', value: 1, schema: { minimum: 1.5 }, faults: [] },
    { what: 'a fraction at a bound', value: 1.4, schema: { minimum: 1.5 }, faults: ['invalid'] },
    {
      what: 'a multiple of a fraction',
      value: 2,
      schema: { multipleOf: 0.5 },
      faults: ['invalid'],
    },
    {
      what: 'int32',
      value: 2 ** 31,
      schema: { type: 'integer', format: 'int32' },
      faults: ['invalid'],
    },
    {
      what: 'float',
      value: 1e39,
      schema: { type: 'number', format: 'float' },
      faults: ['invalid'],
    },
  ])('judges $what', ({ value, schema, faults }) => {
    expect(faultsOf(value, schema)).toEqual(faults);
  });

  it('are held against the type of the schema in newer minors only', () => {
    const schema = { type: 'integer', format: 'int32' };
    expect(faultsOf(2 ** 31, schema, '1.35')).toEqual([]);
    expect(faultsOf(2 ** 31, schema, NEWEST_MINOR)).toEqual(['invalid']);
  });
});

describe('enums', () => {
  it.each([
    { value: 1, listed: [1], is: true },
    { value: 1.5, listed: [1], is: true },
    { value: 65, listed: ['A'], is: true },
    { value: 'A', listed: [65], is: false },
    { value: null, listed: [null], is: false },
    { value: { a: [1] }, listed: [{ a: [1] }], is: true },
  ])('hold $value against $listed as Go converts it', ({ value, listed, is }) => {
    expect(faultsOf(value, { enum: listed, nullable: true }).length === 0).toBe(is);
  });
});

describe('junctors', () => {
  it('tell the faults of the branch that comes nearest', () => {
    const schema = {
      anyOf: [
        { required: ['x'] },
        { properties: { a: { minimum: 5 }, b: { minimum: 1 } }, required: ['a'] },
      ],
    };
    expect(faultsOf({ a: 1, b: 1 }, schema)).toEqual(['invalid', 'invalid a']);
  });

  it('want exactly one of oneOf', () => {
    const schema = { oneOf: [{ minimum: 1 }, { maximum: 5 }] };
    expect(faultsOf(3, schema)).toEqual(['invalid']);
    expect(faultsOf(9, schema)).toEqual([]);
  });
});

it('names places as the server does', () => {
  const item = { type: 'object', required: ['name'] };
  expect(faultsOf([{}], { type: 'array', items: item })).toEqual(['required [0].name']);
});

it('counts letters, not bytes', () => {
  expect(faultsOf('é€😀', { maxLength: 3 })).toEqual([]);
  expect(faultsOf('é€😀', { maxLength: 2 })).toEqual(['too-long']);
});

it('stops where values are nested too deep, without failing', () => {
  let value: Value = 1;
  let schema: StructuralSchema = { type: 'integer' };
  let junctors: StructuralSchema = { minimum: 0 };
  for (let level = 0; level < 20_000; level++) {
    value = [value];
    schema = { type: 'array', items: schema };
    junctors = { allOf: [junctors] };
  }
  expect(validateValue(value, schema, { minor: NEWEST_MINOR, of: 'default' }).tooDeep).toBe(true);
  expect(validateValue(1, junctors, { minor: NEWEST_MINOR, of: 'default' }).tooDeep).toBe(true);
});
