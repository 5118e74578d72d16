import { describe, expect, it } from 'vitest';
import { decoderPath } from '../../src/server/decode/index.ts';
import { checkBySchema } from '../../src/sources/chart-values/check-by-schema.ts';
import { JsonSchema } from '../../src/sources/chart-values/json-schema.ts';
import type { ValuesFault } from '../../src/sources/chart-values/values-problem.ts';
import { firstValueIn, type Value } from '../../src/yaml/index.ts';

const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';
const DRAFT_6 = 'http://json-schema.org/draft-06/schema#';
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';

function textOf(fault: ValuesFault): string {
  if (fault.kind === 'type') return `${fault.actual} instead of ${fault.expected}`;
  if (fault.kind === 'unknown') return `unknown ${fault.key}`;
  return fault.kind === 'invalid' ? fault.reason : fault.kind;
}

/** The problems of a value, as `path: problem`, with `?` after those that are left to users. */
function problemsOf(schema: Value, value: Value, dependencies: readonly string[] = []) {
  const read = JsonSchema.from(schema);
  if (read === undefined) return undefined;
  return checkBySchema(value, read, new Set(dependencies)).map(
    ({ path, fault, isLeftToUsers }) =>
      `${decoderPath(path)}: ${textOf(fault)}${isLeftToUsers ? '?' : ''}`,
  );
}

/** A schema, values that fit it, and values that do not, with their problems. Helm gives the same answers. */
interface Case {
  readonly schema: string;
  readonly good?: readonly string[];
  readonly bad?: { readonly [value: string]: readonly string[] };
}

const ONE_TYPE = '{anyOf: [{type: "null"}, {type: object, properties: {a: {type: string}}}]}';

const CASES: readonly Case[] = [
  {
    schema: '{type: [string, "null"]}',
    good: ['null', 'a'],
    bad: { 1: [': integer instead of string or null'] },
  },
  {
    schema: '{type: [integer, boolean]}',
    good: ['1.0', 'true'],
    bad: { '[]': [': array instead of integer or boolean?'] },
  },
  { schema: '{type: number}', good: ['1', '1.5'], bad: { '"1"': [': string instead of number'] } },
  { schema: '{const: {a: 1, b: [2]}}', good: ['{b: [2], a: 1.0}'], bad: { '{a: 1}': [': enum'] } },
  {
    schema: '{enum: [1, null, [a]]}',
    good: ['null', '[a]'],
    bad: { 2: [': enum'], '[b]': [': enum'] },
  },
  {
    schema: '{minimum: 1, maximum: 3}',
    good: ['1', '3'],
    bad: { 0: [': it must be at least 1'], 4: [': it must be at most 3'] },
  },
  { schema: '{exclusiveMinimum: 1}', good: ['1.1'], bad: { 1: [': it must be greater than 1'] } },
  {
    schema: `{$schema: "${DRAFT_4}", minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true}`,
    good: ['2'],
    bad: { 1: [': it must be greater than 1'], 3: [': it must be less than 3'] },
  },
  {
    schema: '{multipleOf: 0.1}',
    good: ['0.3', '1e3'],
    bad: { 0.35: [': it must be a multiple of 0.1'] },
  },
  {
    schema: '{multipleOf: 9007199254740993}',
    good: ['9007199254740993'],
    bad: { 9007199254740992: [': it must be a multiple of 9007199254740993'] },
  },
  {
    schema: '{minLength: 2, maxLength: 3}',
    good: ['😀a', '1'],
    bad: { a: [': it is shorter than minLength 2'], abcd: [': it is longer than maxLength 3'] },
  },
  {
    schema: '{pattern: "^x"}',
    good: ['xy', '1'],
    bad: { z: [': it does not match the pattern ^x'] },
  },
  { schema: '{pattern: "(?=x)"}', good: ['y'] },
  {
    schema: '{minItems: 2, maxItems: 2}',
    good: ['[1, 2]'],
    bad: {
      '[1]': [': it has fewer items than minItems 2'],
      '[1, 2, 3]': [': it has more items than maxItems 2'],
    },
  },
  {
    schema: '{uniqueItems: true}',
    good: ['[1, "1"]'],
    bad: { '[{a: 1, b: 2}, {b: 2, a: 1.0}]': [': it has equal items'] },
  },
  {
    schema: '{items: {type: integer}}',
    good: ['[]'],
    bad: { '[1, a]': ['[1]: string instead of integer'] },
  },
  {
    schema: '{prefixItems: [{type: integer}], items: {type: string}}',
    good: ['[1, a]'],
    bad: { '[a, 1]': ['[0]: string instead of integer', '[1]: integer instead of string'] },
  },
  {
    schema: '{prefixItems: [{}], items: false}',
    good: ['[1]'],
    bad: { '[1, 2]': ['[1]: no value is allowed here'] },
  },
  {
    schema: `{$schema: "${DRAFT_7}", items: [{type: integer}], additionalItems: false}`,
    good: ['[1]'],
    bad: { '[a, b]': ['[0]: string instead of integer', '[1]: no value is allowed here'] },
  },
  { schema: `{$schema: "${DRAFT_7}", prefixItems: [{type: integer}]}`, good: ['[a]'] },
  {
    schema: '{contains: {const: 1}}',
    good: ['[2, 1]'],
    bad: {
      '[2]': [': fewer than 1 of its items fit contains'],
      '[]': [': fewer than 1 of its items fit contains?'],
    },
  },
  {
    schema: '{contains: {const: 1}, minContains: 0, maxContains: 1}',
    good: ['[]', '[1]'],
    bad: { '[1, 1]': [': more than 1 of its items fit contains'] },
  },
  {
    schema: '{minProperties: 2, maxProperties: 2}',
    good: ['{a: 1, b: 1}'],
    bad: {
      '{}': [': it has fewer properties than minProperties 2?'],
      '{a: 1, b: 1, c: 1}': [': it has more properties than maxProperties 2'],
    },
  },
  { schema: '{required: [a]}', good: ['{a: null}'], bad: { '{b: 1}': [': missing?'] } },
  {
    schema: '{properties: {a: true}, additionalProperties: false}',
    good: ['{a: 1}'],
    bad: { '{b: 1}': [': unknown b'] },
  },
  { schema: '{properties: {a: false}}', good: ['{b: 1}'], bad: { '{a: 1}': [': unknown a'] } },
  {
    schema: '{patternProperties: {"^x": {type: integer}}, additionalProperties: {type: string}}',
    good: ['{xa: 1, z: a}'],
    bad: { '{xa: a, z: 1}': ['xa: string instead of integer', 'z: integer instead of string'] },
  },
  { schema: '{patternProperties: {"(?=x)": {}}, additionalProperties: false}', good: ['{z: 1}'] },
  {
    schema: '{propertyNames: {pattern: "^[a-z]+$"}}',
    good: ['{a: 1}'],
    bad: { '{A: 1}': [': unknown A'] },
  },
  {
    schema: `{$schema: "${DRAFT_4}", propertyNames: false, contains: false, const: 1}`,
    good: ['{A: 1}', '[1]'],
  },
  {
    schema: '{dependentRequired: {a: [b]}}',
    good: ['{b: 1}', '{a: 1, b: 1}'],
    bad: { '{a: 1}': [': missing?'] },
  },
  {
    schema: '{dependentSchemas: {a: {properties: {b: {type: string}}}}}',
    good: ['{b: 1}'],
    bad: { '{a: 1, b: 1}': ['b: integer instead of string'] },
  },
  {
    schema: `{$schema: "${DRAFT_7}", dependencies: {a: {maxProperties: 1}}}`,
    good: ['{b: 1, c: 1}'],
    bad: { '{a: 1, b: 1}': [': it has more properties than maxProperties 1'] },
  },
  {
    schema: '{allOf: [{type: object}, {properties: {a: {type: string}}}]}',
    bad: { '{a: 1}': ['a: integer instead of string'] },
  },
  {
    schema: ONE_TYPE,
    good: ['null', '{a: b}'],
    bad: { '{a: 1}': ['a: integer instead of string'], x: [': string instead of null or object'] },
  },
  {
    schema:
      '{oneOf: [{properties: {kind: {const: x}, m: {type: integer}}}, {properties: {kind: {const: y}, m: {type: string}}}]}',
    good: ['{kind: x, m: 1}'],
    bad: {
      '{kind: x, m: a}': ['m: string instead of integer'],
      '{kind: z, m: 1}': [': it fits none of the schemas of oneOf'],
    },
  },
  {
    schema: '{oneOf: [{minimum: 1}, {maximum: 3}]}',
    good: ['0', '4'],
    bad: { 2: [': it fits more than one schema of oneOf'] },
  },
  {
    schema: '{oneOf: [{required: [a]}, {required: [b]}]}',
    good: ['{a: 1}'],
    bad: { '{c: 1}': [': it fits none of the schemas of oneOf?'] },
  },
  {
    schema: '{not: {required: [a]}}',
    good: ['{b: 1}'],
    bad: { '{a: 1}': [': it fits the schema of not'] },
  },
  {
    schema:
      '{if: {properties: {a: {const: 1}}}, then: {properties: {b: {type: string}}}, else: {properties: {b: {type: integer}}}}',
    good: ['{a: 1, b: x}', '{a: 2, b: 1}'],
    bad: {
      '{a: 1, b: 1}': ['b: integer instead of string'],
      '{a: 2, b: x}': ['b: string instead of integer'],
    },
  },
  { schema: `{$schema: "${DRAFT_6}", if: true, then: false}`, good: ['1'] },
  { schema: '{if: {$ref: "https://example.com/a.json"}, then: false, else: false}', good: ['1'] },
  { schema: '{not: {$ref: "https://example.com/a.json"}}', good: ['1'] },
  { schema: '{anyOf: [{type: string}, {$ref: "other.json"}]}', good: ['1'] },
  { schema: '{anyOf: [{type: string}, {unevaluatedProperties: false}]}', good: ['{a: 1}'] },
  // From 2019-09 on, formats are only annotations, and so they are without a draft.
  { schema: '{format: ipv4}', good: ['x'] },
  { schema: `{$schema: "${DRAFT_2019}", format: ipv4}`, good: ['x'] },
  {
    schema: `{$schema: "${DRAFT_7}", format: ipv4}`,
    good: ['1', '1.2.3.4'],
    bad: { x: [': it does not have the format ipv4'] },
  },
  { schema: `{$schema: "${DRAFT_7}", format: quantity}`, good: ['x'] },
  // The older drafts ignore the keywords next to a reference, except `const`.
  {
    schema: `{$schema: "${DRAFT_7}", $ref: "#/definitions/a", type: string, const: 1, definitions: {a: {minimum: 1}}}`,
    good: ['1'],
    bad: { 2: [': enum'] },
  },
  {
    schema: '{$ref: "#/$defs/a", maximum: 2, $defs: {a: {minimum: 1}}}',
    bad: { 0: [': it must be at least 1'], 3: [': it must be at most 2'] },
  },
  {
    schema:
      '{$id: "https://example.com/v", properties: {a: {$ref: "https://example.com/v#/$defs/a~1%62"}}, $defs: {a/b: {type: string}}}',
    bad: { '{a: 1}': ['a: integer instead of string'] },
  },
  {
    schema:
      '{properties: {a: {$id: "https://example.com/", $ref: "#/$defs/a"}}, $defs: {a: false}}',
    good: ['{a: 1}'],
  },
  { schema: '{properties: {a: {$ref: "#/properties/a"}}}', good: ['{a: 1}'] },
  {
    schema: '{properties: {next: {$ref: "#"}, m: {type: integer}}}',
    bad: { '{next: {next: {m: a}}}': ['next.next.m: string instead of integer'] },
  },
];

describe('values by a JSON Schema', () => {
  it.each(CASES)('$schema', ({ schema, good = [], bad = {} }) => {
    const read = firstValueIn(schema) ?? null;
    for (const value of good)
      expect([value, problemsOf(read, firstValueIn(value) ?? null)]).toEqual([value, []]);
    for (const [value, problems] of Object.entries(bad)) {
      expect([value, problemsOf(read, firstValueIn(value) ?? null)]).toEqual([value, problems]);
    }
  });

  it('are not checked by a draft that is not known', () => {
    expect(problemsOf({ $schema: 'https://example.com/draft', type: 'string' }, 1)).toBeUndefined();
  });

  it('may have more keys if they are of dependencies', () => {
    const schema =
      firstValueIn(`{
        if: {required: [db]}, then: {properties: {mode: {const: x}}},
        properties: {db: {not: {required: [port]}, properties: {name: {type: string}}}},
      }`) ?? null;
    expect(problemsOf(schema, { mode: 'y' }, ['db'])).toEqual([]);
    expect(problemsOf(schema, { mode: 'y', db: { name: 1 } }, ['db'])).toEqual([
      'db.name: integer instead of string',
      'mode: enum',
    ]);
    expect(problemsOf({ properties: { db: { const: { a: 1 } } } }, { db: {} }, ['db'])).toEqual([]);
  });

  it('take limited work', () => {
    const definitions: { [name: string]: Value } = { a60: { type: 'string' } };
    for (let index = 0; index < 60; index++) {
      const next = { $ref: `#/definitions/a${index + 1}` };
      definitions[`a${index}`] = { allOf: [next, next] };
    }
    expect(problemsOf({ definitions, $ref: '#/definitions/a0' }, 1)).toEqual([]);
  });

  it('are bounded in their depth', () => {
    let schema: Value = { type: 'string' };
    for (let depth = 0; depth < 20_000; depth++) schema = { items: schema };
    expect(problemsOf(schema, [[1]])).toEqual([]);
  });
});
