import fc from 'fast-check';
import { Inventor } from '../../scripts/fuzz/cel/inventor.ts';
import { mutatedExpressions } from '../../scripts/fuzz/cel/mutations.ts';
import { LINES, TEXTS, TREES } from './corpus.ts';
import { type Entry, placesIn, type Tree, treeAt, treeOf, withTreeAt } from './tree.ts';

/** The input that is checked: a file, or a document as a tree. */
export type FuzzInput =
  | { readonly kind: 'bytes'; readonly content: Uint8Array }
  | { readonly kind: 'tree'; readonly tree: Tree };

/** Bytes that mean something to a reader of YAML, JSON, UTF-8 or terminals. */
const BYTES: readonly Uint8Array[] = [
  ...['\n', '\r', '\r\n', '\t', ' ', '---\n', '...\n', '- ', ': ', '? ', '[', ']', '{', '}', ','],
  ...['&a ', '*a', '!!', '!!binary ', '%TAG ! a\n', '<<: ', '|', '>-\n', '"', "'", '\\', '#', '@'],
  ...['\0', '\u001b[', '\u0085', '\u2028', '\ufeff', '::error::', '$', '{A}', '{{ a }}', '\u202e'],
].map((text) => new TextEncoder().encode(text));
const INVALID_BYTES = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90],
  [0xff, 0xfe],
  [0x80],
];

const choice = fc.nat(0xffffff);

function chosen<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}

const byteEdit = fc.record({
  at: choice,
  length: fc.nat(60),
  action: fc.constantFrom('insert', 'replace', 'delete', 'repeat', 'join', 'end'),
  bytes: fc.oneof(
    fc.constantFrom(...BYTES),
    fc.constantFrom(...INVALID_BYTES.map((bytes) => Uint8Array.from(bytes))),
    fc.uint8Array({ maxLength: 4 }),
  ),
  other: choice,
});

/** A manifest with bytes changed, or bytes alone. */
const bytes: fc.Arbitrary<FuzzInput> = fc
  .tuple(choice, fc.array(byteEdit, { minLength: 1, maxLength: 6 }))
  .map(([base, edits]) => {
    let content: Uint8Array = new TextEncoder().encode(chosen(['', ...TEXTS], base));
    for (const { at, length, action, bytes: inserted, other } of edits) {
      const from = at % (content.length + 1);
      const to = Math.min(content.length, from + length);
      const before = content.subarray(0, from);
      const range = content.subarray(from, to);
      const after = content.subarray(to);
      const parts = {
        insert: [before, inserted, range, after],
        replace: [before, inserted, after],
        delete: [before, after],
        repeat: [before, range, range, after],
        join: [before, new TextEncoder().encode(chosen(TEXTS, other)).subarray(from), after],
        end: [before],
      };
      content = Uint8Array.from(Buffer.concat(parts[action]));
    }
    return { kind: 'bytes', content };
  });

const TOKENS: readonly string[] = [
  ...['\n', '\n  ', '\n    ', '\n- ', ' ', '\t', ': ', ':', '- ', '? ', ', ', '[', ']', '{', '}'],
  ...['&a ', '*a', '<<: *a', '!!str ', '!!int ', '!!binary ', '!a ', '"', "'", '|\n', '>-\n', '|2'],
  ...[
    '---\n',
    '...\n',
    '--- a\n',
    '%YAML 1.1\n',
    '# a\n',
    '# kubeadmit: ignore[a/b] c\n',
    '\ufeff',
  ],
  ...['null', '~', 'true', 'y', '0', '010', '0x1F', '1e400', '-0', '.inf', '.nan', '1_000', '1:30'],
  ...['2001-01-01', '9223372036854775808', '=', '<<', '@', '`', 'a', 'é', '😀', '\u2028', '\u0000'],
  ...['apiVersion: v1\n', 'kind: List\n', 'kind: ConfigMap\n', 'items:\n', 'metadata: {name: a}\n'],
  ...['$', '{A}', '{{ a }}', '__proto__: ', 'constructor: ', '{"a": ', '}{', '"a":"b"', 'spec:\n'],
];

/** Tokens of YAML and lines of manifests in a row. */
const tokens: fc.Arbitrary<FuzzInput> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...TOKENS) },
      { weight: 2, arbitrary: choice.map((index) => `${chosen(LINES, index)}\n`) },
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => ({ kind: 'bytes', content: new TextEncoder().encode(parts.join('')) }));

/** Scalars as they are written. */
const SCALARS: readonly string[] = [
  ...['null', '~', '""', '" "', '"a"', '"a b"', '"A"', '"*"', '"a.b"', '"/"', '"-"', '"\\u0000"'],
  ...['true', 'false', 'yes', '0', '-1', '1', '65536', '2147483648', '-9223372036854775809', '1.5'],
  ...['1e400', '.nan', '-.inf', '0777', '0x10', '1_0', '1:30', '2001-01-01', '!!binary aGk=', '='],
  ...['"__proto__"', '"constructor"', '"toString"', '"::error::a"', '"\\u001b[2J"', '"\\u202ea"'],
  ...['"1Gi"', '"1e-10"', '"0.1m"', '"50%"', '"10.0.0.0/8"', '"::/0"', '"2h"', '"v1"', '"apps"'],
  ...['"^(a+)+$"', '"\\\\"', '"["', '"(?i)a"', '".spec.a"', '"self.a"', '"object.spec"', '"$(A)"'],
  ...['"https://example.com"', '"http://[::1]:99999"', '"LS0tLS1CRUdJTg=="', '"a/b"', '"a=b"'],
];
const KEYS: readonly string[] = [
  ...['"__proto__"', '"constructor"', '"hasOwnProperty"', '"toString"', '""', '"a"', '"a.b"'],
  ...['"name"', '"namespace"', '"spec"', '"status"', '"type"', '"items"', '"rules"', '"metadata"'],
  ...['1', 'null', 'true', '"\\u001b"', '"a b"', '"x-kubernetes-validations"', '"default"'],
];
const HOSTILE: readonly Tree[] = [
  ...SCALARS.map((source): Tree => ({ kind: 'scalar', source })),
  { kind: 'list', items: [] },
  { kind: 'mapping', entries: [] },
  { kind: 'list', items: [{ kind: 'scalar', source: 'null' }] },
  {
    kind: 'list',
    items: [
      { kind: 'mapping', entries: [] },
      { kind: 'list', items: [] },
    ],
  },
  { kind: 'mapping', entries: [['"__proto__"', { kind: 'mapping', entries: [] }]] },
];

const treeEdit = fc.record({
  at: choice,
  action: fc.constantFrom('replace', 'graft', 'delete', 'twice', 'rename', 'insert', 'wrap'),
  value: choice,
  key: choice,
  other: choice,
});

type TreeEdit = typeof treeEdit extends fc.Arbitrary<infer Edit> ? Edit : never;

function changed(tree: Tree, { at, action, value, key, other }: TreeEdit): Tree {
  const place = chosen(placesIn(tree), at);
  const name = chosen(KEYS, key);
  const hostile = chosen(HOSTILE, value);
  const changes: Readonly<Record<typeof action, (old: Tree) => Tree>> = {
    replace: () => hostile,
    graft: () => {
      const donor = chosen(TREES, other);
      return treeAt(donor, chosen(placesIn(donor), at));
    },
    delete: (old) => withChildren(old, (children) => without(children, value)),
    twice: (old) => withChildren(old, (children) => [...children, ...children.slice(0, 1)]),
    rename: (old) =>
      old.kind === 'mapping'
        ? {
            ...old,
            entries: old.entries.map(
              (entry, index): Entry =>
                index === value % old.entries.length ? [name, entry[1]] : entry,
            ),
          }
        : hostile,
    insert: (old) => withChildren(old, (children) => [...children, [name, hostile]]),
    wrap: (old) =>
      value % 2 === 0
        ? { kind: 'list', items: [old, old] }
        : { kind: 'mapping', entries: [[name, old]] },
  };
  return withTreeAt(tree, place, changes[action]);
}

/** A tree with other children; the keys of items do not count. */
function withChildren(tree: Tree, change: (children: readonly Entry[]) => readonly Entry[]): Tree {
  if (tree.kind === 'mapping') return { ...tree, entries: change(tree.entries) };
  if (tree.kind === 'scalar') return tree;
  const children = change(tree.items.map((item): Entry => ['', item]));
  return { ...tree, items: children.map(([, item]) => item) };
}

function without<T>(items: readonly T[], index: number): readonly T[] {
  return items.filter((_, at) => at !== index % items.length);
}

/** A manifest with values and keys changed. */
const structure: fc.Arbitrary<FuzzInput> = fc
  .tuple(choice, fc.array(treeEdit, { maxLength: 5 }))
  .map(([base, edits]) => ({ kind: 'tree', tree: edits.reduce(changed, chosen(TREES, base)) }));

const EXPRESSIONS: readonly string[] = [
  ...new Set(
    TEXTS.flatMap((text) =>
      [...text.matchAll(/(?:rule|expression): ["']?([^"'\n]+)/gi)].map(([, found = '']) => found),
    ),
  ),
];

/** Expressions that use the declared functions, and changed ones of the manifests. */
const expression: fc.Arbitrary<string> = fc.oneof(
  choice.map((seed) => new Inventor(seed).expression()),
  choice.map((seed) => mutatedExpressions(EXPRESSIONS, seed, 1)[0] ?? ''),
);

function crd(schema: object): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'tests.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'tests', singular: 'test', kind: 'Test', listKind: 'TestList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

const PROPERTIES = {
  name: { type: 'string', maxLength: 10 },
  count: { type: 'integer' },
  on: { type: 'boolean' },
  ratio: { type: 'number' },
  items: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 5 } },
  labels: { type: 'object', maxProperties: 5, additionalProperties: { type: 'string' } },
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  port: { 'x-kubernetes-int-or-string': true },
};

function policy(expressions: readonly string[]): object {
  const [condition = 'true', variable = '1', message = "'a'", ...others] = expressions;
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'tests.example.com' },
    spec: {
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: ['apps'],
            apiVersions: ['v1'],
            resources: ['deployments'],
            operations: ['CREATE', 'DELETE'],
          },
        ],
      },
      variables: [{ name: 'a', expression: variable }],
      matchConditions: [{ name: 'a', expression: condition }],
      validations: [
        { expression: condition, messageExpression: message },
        ...others.map((other) => ({ expression: other })),
      ],
    },
  };
}

function mutation([first = '[]', second = 'Object{}']: readonly string[]): object {
  const head = policy([]);
  return {
    ...head,
    kind: 'MutatingAdmissionPolicy',
    spec: {
      ...('spec' in head ? (head.spec as object) : {}),
      validations: undefined,
      variables: undefined,
      reinvocationPolicy: 'Never',
      mutations: [
        { patchType: 'JSONPatch', jsonPatch: { expression: first } },
        { patchType: 'ApplyConfiguration', applyConfiguration: { expression: second } },
      ],
    },
  };
}

/** Expressions in CRDs, policies and webhooks. */
const cel: fc.Arbitrary<FuzzInput> = fc
  .tuple(
    fc.constantFrom('rule', 'policy', 'mutation'),
    fc.array(expression, { minLength: 1, maxLength: 3 }),
  )
  .map(([place, expressions]) => {
    if (place === 'policy') return policy(expressions);
    if (place === 'mutation') return mutation(expressions);
    const [rule, message] = expressions;
    const validation = { rule, ...(message === undefined ? {} : { messageExpression: message }) };
    return crd({
      type: 'object',
      properties: PROPERTIES,
      'x-kubernetes-validations': [validation],
    });
  })
  .map((manifest) => ({ kind: 'tree', tree: treeOf(JSON.parse(JSON.stringify(manifest))) }));

const NUMBERS = [0, 1, -1, 2, 1.5, 1e308, 2 ** 53, 2 ** 63, -0];
const VALUES: readonly unknown[] = [
  ...[null, '', 'a', 'abc', true, 0, 1, -1, 1.5, [], {}, ['a', 'a'], { a: 1 }, { a: { b: [] } }],
  ...['10.0.0.0/8', '2020-01-01T00:00:00Z', '1h', 'aGk=', 'a@example.com', 'a'.repeat(40)],
];

/** The keywords that have no schemas in them, with their values. */
const KEYWORDS = {
  type: fc.constantFrom(
    ...['object', 'object', 'array', 'string', 'integer', 'number', 'boolean'],
    ...['text', 'null', '', 'constructor'],
  ),
  default: fc.constantFrom(...VALUES),
  enum: fc.array(fc.constantFrom(...VALUES), { maxLength: 3 }),
  required: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  nullable: fc.boolean(),
  format: fc.constantFrom(
    ...['int32', 'date-time', 'cidr', 'ipv4', 'email', 'uri', 'duration', 'byte', 'mac', 'uuid'],
    ...['hostname', 'rgbcolor', 'toString', 'quantity', 'password', 'bsonobjectid', 'isbn'],
  ),
  pattern: fc.constantFrom('^a$', 'a|b', '(', '^(a+)+$', '\\pL', '[[:alpha:]]', '', '^.*$'),
  minimum: fc.constantFrom(...NUMBERS),
  maximum: fc.constantFrom(...NUMBERS),
  exclusiveMinimum: fc.boolean(),
  multipleOf: fc.constantFrom(...NUMBERS),
  minLength: fc.constantFrom(...NUMBERS),
  maxLength: fc.constantFrom(...NUMBERS),
  minItems: fc.constantFrom(...NUMBERS),
  maxItems: fc.constantFrom(...NUMBERS),
  maxProperties: fc.constantFrom(...NUMBERS),
  uniqueItems: fc.boolean(),
  'x-kubernetes-preserve-unknown-fields': fc.boolean(),
  'x-kubernetes-int-or-string': fc.boolean(),
  'x-kubernetes-embedded-resource': fc.boolean(),
  'x-kubernetes-list-type': fc.constantFrom('map', 'set', 'atomic', 'other'),
  'x-kubernetes-list-map-keys': fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  'x-kubernetes-map-type': fc.constantFrom('atomic', 'granular', ''),
  'x-kubernetes-validations': fc.array(
    fc.record({
      rule: fc.constantFrom(
        ...['self == oldSelf', 'self.a == self.b', 'has(self.a)', 'self.all(x, x == x)', 'a', ''],
        ...['size(self) < 3', "self.matches('(')", 'oldSelf.hasValue()', 'self.a.b.c'],
      ),
    }),
    { maxLength: 2 },
  ),
};

/** A schema of some keywords; of one that is given twice, the last value counts. */
function schemaOf(nested: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  const keywords = Object.entries({ ...KEYWORDS, ...nested }).map(([keyword, values]) =>
    values.map((value) => [keyword, value] as const),
  );
  return fc
    .tuple(KEYWORDS.type, fc.array(fc.oneof(...keywords), { maxLength: 5 }))
    .map(([type, chosenKeywords]) => ({ type, ...Object.fromEntries(chosenKeywords) }));
}

function withNested(inner: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return schemaOf({
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'metadata', '__proto__'), inner, {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true,
    }),
    items: inner,
    additionalProperties: fc.oneof(fc.boolean(), inner),
    anyOf: fc.array(inner, { maxLength: 2 }),
    allOf: fc.array(inner, { maxLength: 2 }),
    not: inner,
  });
}

const schema = withNested(withNested(schemaOf({})));

/** Schemas of all keywords, in a CRD. */
const schemas: fc.Arbitrary<FuzzInput> = schema.map((root) => ({
  kind: 'tree',
  tree: treeOf(JSON.parse(JSON.stringify(crd({ type: 'object', properties: { a: root } })))),
}));

/** The generators of inputs, by the inputs that they change or make. */
export const GENERATORS: ReadonlyMap<string, fc.Arbitrary<FuzzInput>> = new Map([
  ['bytes', bytes],
  ['tokens', tokens],
  ['structure', structure],
  ['cel', cel],
  ['schemas', schemas],
]);
