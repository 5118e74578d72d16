import { describe, expect, it } from 'vitest';
import type { CrdChange } from '../../src/server/compatibility/change.ts';
import { compareDefinitions } from '../../src/server/compatibility/compare.ts';
import { witnessText } from '../../src/server/compatibility/describe.ts';
import { fieldText } from '../../src/server/crd/schema-steps.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '../../src/server/kubernetes/types.generated.ts';

const NAMES = { plural: 'gadgets', kind: 'Gadget' };

function version(
  field: JSONSchemaProps,
  part: Partial<CustomResourceDefinitionVersion> = {},
): CustomResourceDefinitionVersion {
  const spec = { type: 'object', properties: { f: field } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return { name: 'v1', served: true, storage: true, schema, ...part };
}

function crd(
  versions: readonly CustomResourceDefinitionVersion[],
  spec: Partial<CustomResourceDefinition['spec']> = {},
): CustomResourceDefinition {
  return {
    metadata: { name: 'gadgets.example.com' },
    spec: { group: 'example.com', names: NAMES, scope: 'Namespaced', versions, ...spec },
  };
}

function compare(before: CustomResourceDefinition, after: CustomResourceDefinition): string[] {
  return compareDefinitions(before, after, NEWEST_MINOR).map(shown);
}

function shown(change: CrdChange): string {
  switch (change.kind) {
    case 'refused':
    case 'unproven': {
      const { kind, suspect, steps } = change;
      const witness = kind === 'refused' ? ` ${witnessText(change.witness)}` : '';
      return `${kind} ${suspect.keyword} ${fieldText(steps)}${witness}`;
    }
    case 'meaning':
      return `meaning ${change.subject} ${fieldText(change.steps)}`;
    default:
      return `${change.kind} ${change.subject}`;
  }
}

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };
const TWO_FIELDS = { type: 'object', properties: { a: STRING, b: INTEGER } };

function withRule(schema: JSONSchemaProps, rule: string): JSONSchemaProps {
  return { ...schema, 'x-kubernetes-validations': [{ rule }] };
}

describe('a change of a schema', () => {
  it.each<[string, JSONSchemaProps, JSONSchemaProps, string[]]>([
    [
      'a lower bound on the length',
      { ...STRING, maxLength: 300 },
      { ...STRING, maxLength: 2 },
      ['refused maxLength spec.f {spec: {f: "example"}}'],
    ],
    [
      'another pattern',
      { ...STRING, pattern: '^[a-c]+$' },
      { ...STRING, pattern: '^a+$' },
      ['refused pattern spec.f {spec: {f: "b"}}'],
    ],
    [
      'a pattern and a length',
      { ...STRING, pattern: '^x[0-9]+$' },
      { ...STRING, pattern: '^x[0-9]+$', minLength: 3 },
      ['refused minLength spec.f {spec: {f: "x0"}}'],
    ],
    [
      'a removed enum value',
      { ...STRING, enum: ['a', 'b'] },
      { ...STRING, enum: ['b'] },
      ['refused enum spec.f {spec: {f: "a"}}'],
    ],
    [
      'a lower maximum',
      INTEGER,
      { ...INTEGER, maximum: 5 },
      ['refused maximum spec.f {spec: {f: 6}}'],
    ],
    [
      'an exclusive maximum',
      { ...INTEGER, maximum: 5 },
      { ...INTEGER, maximum: 5, exclusiveMaximum: true },
      ['refused maximum spec.f {spec: {f: 5}}'],
    ],
    ['another type', INTEGER, STRING, ['refused type spec.f {spec: {f: 1}}']],
    [
      'a format',
      STRING,
      { ...STRING, format: 'ipv4' },
      ['refused format spec.f {spec: {f: "example"}}'],
    ],
    [
      'a required property',
      TWO_FIELDS,
      { ...TWO_FIELDS, required: ['a'] },
      ['refused required spec.f.a {spec: {f: {}}}'],
    ],
    [
      'a removed property',
      TWO_FIELDS,
      { type: 'object', properties: { b: INTEGER } },
      ['refused properties spec.f.a {spec: {f: {a: "example"}}}'],
    ],
    [
      'a set',
      { type: 'array', items: STRING },
      { type: 'array', items: STRING, 'x-kubernetes-list-type': 'set' },
      [
        'refused x-kubernetes-list-type spec.f {spec: {f: ["example", "example"]}}',
        'meaning list-type spec.f',
      ],
    ],
    [
      'alternatives that exclude each other',
      TWO_FIELDS,
      { ...TWO_FIELDS, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      ['refused oneOf spec.f {spec: {f: {}}}'],
    ],
    [
      'unknown fields that are no longer kept',
      { ...TWO_FIELDS, 'x-kubernetes-preserve-unknown-fields': true },
      TWO_FIELDS,
      ['refused x-kubernetes-preserve-unknown-fields spec.f {spec: {f: {key: "example"}}}'],
    ],
    [
      'a property that is declared now',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: INTEGER } },
      ['refused type spec.f.a {spec: {f: {a: "example"}}}'],
    ],
    [
      'a rule about a scalar',
      INTEGER,
      withRule(INTEGER, 'self % 7 != 3'),
      ['refused x-kubernetes-validations spec.f {spec: {f: 3}}'],
    ],
    [
      'a rule about a constant',
      STRING,
      withRule(STRING, "!self.startsWith('internal-')"),
      ['refused x-kubernetes-validations spec.f {spec: {f: "internal-"}}'],
    ],
    [
      'a rule about two fields',
      TWO_FIELDS,
      withRule(TWO_FIELDS, "!(has(self.a) && self.a == 'off') || self.b < 10"),
      ['refused x-kubernetes-validations spec.f {spec: {f: {a: "off"}}}'],
    ],
    [
      'a rule about a new field with a default',
      TWO_FIELDS,
      withRule(
        {
          type: 'object',
          properties: { ...TWO_FIELDS.properties, c: { ...STRING, default: 'x' } },
        },
        '!has(self.c) || has(self.a)',
      ),
      ['refused x-kubernetes-validations spec.f {spec: {f: {}}}'],
    ],
    [
      'a removed property that a rule is about',
      withRule(TWO_FIELDS, 'has(self.a) == has(self.b)'),
      withRule({ type: 'object', properties: { b: INTEGER } }, 'has(self.b)'),
      [
        'refused properties spec.f.a {spec: {f: {a: "example", b: 1}}}',
        'refused x-kubernetes-validations spec.f {spec: {f: {}}}',
      ],
    ],
    [
      'a rule about two items',
      { type: 'array', items: TWO_FIELDS },
      withRule(
        { type: 'array', maxItems: 8, items: TWO_FIELDS },
        'self.all(x, !has(x.a) || self.exists_one(y, has(y.a) && x.a == y.a))',
      ),
      [
        'refused maxItems spec.f {spec: {f: [{}, {}, {}, {}, {}, {}, {}, {}, {}]}}',
        'refused x-kubernetes-validations spec.f {spec: {f: [{a: "example"}, {a: "example"}]}}',
      ],
    ],
    [
      'a rule about changes',
      STRING,
      withRule(STRING, 'self == oldSelf'),
      [
        'refused x-kubernetes-validations spec.f the change from {spec: {f: "example"}} to {spec: {f: "a"}}',
      ],
    ],
    [
      'a rule that nothing is found for',
      STRING,
      withRule(STRING, "self != 'a' + 'long'.reverse() + 'b'"),
      ['unproven x-kubernetes-validations spec.f'],
    ],
    [
      'another default',
      { ...STRING, default: 'a' },
      { ...STRING, default: 'b' },
      ['meaning default spec.f'],
    ],
    ['a default', STRING, { ...STRING, default: 'b' }, ['meaning default spec.f']],
    ['null', { ...STRING, nullable: true }, STRING, ['meaning null spec.f']],
    [
      'null in a list',
      { type: 'array', items: { ...STRING, nullable: true } },
      { type: 'array', items: STRING },
      ['refused nullable spec.f[*] {spec: {f: [null]}}'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(compare(crd([version(before)]), crd([version(after)]))).toEqual(expected);
  });

  it.each<[string, JSONSchemaProps, JSONSchemaProps]>([
    ['a description', STRING, { ...STRING, description: 'a', title: 'b' }],
    [
      'a bound that another one implies',
      { ...STRING, allOf: [{ maxLength: 200 }] },
      { ...STRING, maxLength: 300, allOf: [{ maxLength: 200 }] },
    ],
    [
      'a length that the pattern implies',
      { ...STRING, pattern: '^[a-z]{2}$' },
      { ...STRING, pattern: '^[a-z]{2}$', minLength: 2, maxLength: 2 },
    ],
    [
      'a pattern for the same strings',
      { ...STRING, pattern: '^[0-9]+$' },
      { ...STRING, pattern: '^\\d\\d*$' },
    ],
    [
      'a pattern that all values of an enum match',
      { ...STRING, enum: ['a', 'b'] },
      { ...STRING, enum: ['a', 'b'], pattern: '^[a-z]$' },
    ],
    ['a wider enum', { ...STRING, enum: ['a'] }, { ...STRING, enum: ['b', 'a'] }],
    ['a wider type', INTEGER, { type: 'number' }],
    ['a format that the server does not know', STRING, { ...STRING, format: 'color' }],
    [
      'a required property with a default',
      { ...TWO_FIELDS, properties: { a: { ...STRING, default: 'x' } } },
      { ...TWO_FIELDS, properties: { a: { ...STRING, default: 'x' } }, required: ['a'] },
    ],
    [
      'a property',
      { type: 'object', properties: { a: STRING } },
      { type: 'object', properties: { a: STRING, b: { ...STRING, default: 'x' } } },
    ],
    [
      'white space of a rule',
      withRule(STRING, "self != ' a'"),
      withRule(STRING, "\n  self  !=\n ' a' "),
    ],
    [
      'a rule about a required field',
      { ...TWO_FIELDS, required: ['a'] },
      withRule({ ...TWO_FIELDS, required: ['a'] }, 'has(self.a) || self.b > 3'),
    ],
    [
      'a rule about a new field',
      TWO_FIELDS,
      withRule(
        { type: 'object', properties: { ...TWO_FIELDS.properties, c: STRING } },
        '!has(self.c) || has(self.a)',
      ),
    ],
    [
      'a rule about a value that the enum lacks',
      { type: 'object', required: ['a'], properties: { a: { ...STRING, enum: ['x'] } } },
      withRule(
        { type: 'object', required: ['a'], properties: { a: { ...STRING, enum: ['x', 'y'] } } },
        "self.a != 'y'",
      ),
    ],
    ['a rule that is removed', withRule(STRING, "self != 'a'"), STRING],
    [
      'a bound on the number of properties that none has',
      TWO_FIELDS,
      { ...TWO_FIELDS, maxProperties: 2 },
    ],
    [
      'one more alternative',
      { ...TWO_FIELDS, anyOf: [{ required: ['a'] }] },
      { ...TWO_FIELDS, anyOf: [{ required: ['b'] }, { required: ['a'] }] },
    ],
  ])('%s breaks nothing', (_, before, after) => {
    expect(compare(crd([version(before)]), crd([version(after)]))).toEqual([]);
  });

  it('is reported once for all versions and fields with the same schema', () => {
    const two = (field: JSONSchemaProps) => ({
      type: 'object',
      properties: { x: field, y: field },
    });
    const list = (field: JSONSchemaProps) => ({
      type: 'object',
      properties: { one: two(field), other: two(field) },
    });
    const versions = (field: JSONSchemaProps) => [
      version(list(field)),
      version(list(field), { name: 'v2', storage: false }),
    ];
    const before = crd(versions(STRING));
    const after = crd(versions({ ...STRING, maxLength: 1 }));
    const changes = compareDefinitions(before, after, NEWEST_MINOR);
    expect(
      changes.map((change) => 'alsoIn' in change && [change.alsoIn, change.alsoAt.length]),
    ).toEqual([
      [['v2'], 1],
      [['v2'], 1],
    ]);
  });
});

describe('stored objects after a change', () => {
  it.each<[string, JSONSchemaProps, JSONSchemaProps, string]>([
    ['an invalid value', STRING, { ...STRING, maxLength: 1 }, 'tolerated'],
    ['a rule', STRING, withRule(STRING, "self == 'b'"), 'tolerated'],
    ['a removed property', TWO_FIELDS, { type: 'object', properties: { b: INTEGER } }, 'pruned'],
  ])('%s', (_, before, after, fate) => {
    const [change] = compareDefinitions(
      crd([version(before)]),
      crd([version(after)]),
      NEWEST_MINOR,
    );
    expect(change?.kind === 'refused' && change.witness.fate).toBe(fate);
  });
});

describe('a change outside of the schemas', () => {
  const v1 = version(STRING);
  const v2 = version(STRING, { name: 'v2', storage: false });
  it.each<[string, CustomResourceDefinition, CustomResourceDefinition, string[]]>([
    ['nothing', crd([v1, v2]), crd([v2, v1]), []],
    ['a version', crd([v1, v2]), crd([v1]), ['version removed']],
    [
      'a version that is served',
      crd([v1, v2]),
      crd([v1, { ...v2, served: false }]),
      ['version unserved'],
    ],
    ['a version that nobody can use', crd([v1, { ...v2, served: false }]), crd([v1]), []],
    ['a new version', crd([v1]), crd([v1, v2]), []],
    [
      'the storage version',
      crd([v1, v2]),
      crd([
        { ...v1, storage: false },
        { ...v2, storage: true },
      ]),
      ['definition storage'],
    ],
    ['the scope', crd([v1]), crd([v1], { scope: 'Cluster' }), ['definition scope']],
    [
      'a short name',
      crd([v1], { names: { ...NAMES, shortNames: ['ga', 'gd'] } }),
      crd([v1], { names: { ...NAMES, shortNames: ['gd', 'gg'] } }),
      ['definition short-names'],
    ],
    [
      'the status subresource',
      crd([v1]),
      crd([{ ...v1, subresources: { status: {} } }]),
      ['definition status'],
    ],
    [
      'the conversion',
      crd([v1], { conversion: { strategy: 'Webhook' } }),
      crd([v1]),
      ['definition conversion'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(compare(before, after)).toEqual(expected);
  });
});
