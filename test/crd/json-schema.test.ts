import { describe, expect, it } from 'vitest';
import { structuralFrom } from '../../src/server/crd/json-schema.ts';
import { validateValue } from '../../src/server/crd/values/validate.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { Value } from '../../src/yaml/index.ts';

const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';

/** The keywords that a value violates, with the paths, by a JSON Schema. */
function violations(schema: Value, value: Value): readonly string[] {
  const structural = structuralFrom(schema);
  if (structural === undefined) throw new Error('the schema cannot be used');
  return validateValue(value, structural, { minor: NEWEST_MINOR, of: 'resource' }).problems.map(
    ({ keyword, name }) => `${name} ${keyword}`.trim(),
  );
}

describe('a JSON Schema as a structural schema', () => {
  it.each<{ readonly schema: Value; readonly value: Value; readonly found: readonly string[] }>([
    { schema: { type: ['string', 'null'] }, value: null, found: [] },
    { schema: { type: ['string', 'null'] }, value: 1, found: ['type'] },
    { schema: { type: ['integer', 'string'] }, value: 'a', found: [] },
    { schema: { type: ['integer', 'string'] }, value: true, found: ['type'] },
    { schema: { type: ['integer', 'boolean'] }, value: 'a', found: [] },
    { schema: { const: 1 }, value: 2, found: ['enum'] },
    { schema: { exclusiveMinimum: 1 }, value: 1, found: ['minimum'] },
    { schema: { exclusiveMinimum: 1 }, value: 2, found: [] },
    { schema: { minimum: 3, exclusiveMinimum: 1 }, value: 2, found: ['minimum'] },
    { schema: { exclusiveMaximum: 1 }, value: 1, found: ['maximum'] },
    { schema: { type: 'string', pattern: '^x' }, value: 'y', found: ['pattern'] },
    { schema: { type: 'string', pattern: '(?=x)' }, value: 'y', found: [] },
    { schema: { type: 'array', items: { type: 'integer' } }, value: ['a'], found: ['[0] type'] },
    {
      schema: { prefixItems: [{}], items: { type: 'integer' } },
      value: ['a'],
      found: [],
    },
    {
      schema: { allOf: [{ type: 'object', required: ['a'] }] },
      value: {},
      found: ['allOf', 'a required'],
    },
    { schema: { additionalProperties: false }, value: { a: 1 }, found: ['additionalProperties'] },
    {
      schema: { additionalProperties: false, patternProperties: { a: {} } },
      value: { a: 1 },
      found: [],
    },
    { schema: { oneOf: [{ type: 'string' }] }, value: 1, found: [] },
    // Draft 4 does not know the keyword.
    { schema: { $schema: DRAFT_4, const: 1 }, value: 2, found: [] },
    { schema: { $schema: DRAFT_4, enum: [1] }, value: 2, found: ['enum'] },
    { schema: { type: 'string', format: 'ipv4' }, value: 'a', found: [] },
  ])('$schema of $value', ({ schema, value, found }) => {
    expect([...violations(schema, value)].sort()).toEqual([...found].sort());
  });

  it('follows references in the same document only', () => {
    const schema = {
      properties: {
        tree: { $ref: '#/definitions/a~1b' },
        other: { $ref: 'https://example.com/schema.json' },
        circle: { $ref: '#/properties/circle' },
        moved: { $id: 'https://example.com/', $ref: '#/definitions/a~1b' },
      },
      definitions: {
        'a/b': { type: 'object', properties: { next: { $ref: '#/definitions/a~1b' } } },
      },
    };
    const value = { tree: { next: { next: 1 } }, other: 1, circle: 1, moved: 1 };
    expect(violations(schema, value)).toEqual(['tree.next.next type']);
  });

  it('leaves out what has another address in draft 4', () => {
    const moved = { id: 'https://example.com/', $ref: '#/definitions/text' };
    const definitions = { text: { type: 'string' } };
    const schema = { $schema: DRAFT_4, properties: { moved }, definitions };
    expect(violations(schema, { moved: 1 })).toEqual([]);
  });

  it('refuses schemas that references make very large', () => {
    const definitions: { [name: string]: Value } = { a60: { type: 'string' } };
    for (let index = 0; index < 60; index++) {
      const next = { $ref: `#/definitions/a${index + 1}` };
      definitions[`a${index}`] = { allOf: [next, next] };
    }
    expect(structuralFrom({ definitions, $ref: '#/definitions/a0' })).toBeUndefined();
  });

  it('is bounded in its depth', () => {
    let schema: Value = { type: 'string' };
    for (let depth = 0; depth < 20_000; depth++) schema = { items: schema };
    expect(violations(schema, [[1]])).toEqual([]);
  });
});
