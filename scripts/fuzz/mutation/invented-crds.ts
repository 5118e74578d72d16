// The CRDs are generated from everything that a structural schema can contain, so that their custom resources are
// judged by all of it: published CRDs have few defaults, embedded objects, junctors, transition rules and list types.

import type { Random } from '../random.ts';
import { words } from '../words.ts';
import type { Manifest } from './families.ts';
import type { Value } from './values.ts';

/** A CRD; servers may refuse it. The number makes its kind one of its own. */
export function inventDefinition(number: number, random: Random): Manifest {
  const kind = `Invented${number}`;
  const hasScale = random.chance(0.3);
  const versions = random.chance(0.3) ? ['v1', 'v1beta1', 'v2alpha1'] : ['v1'];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `invented${number}s.example.com` },
    spec: {
      group: 'example.com',
      names: {
        plural: `invented${number}s`,
        singular: kind.toLowerCase(),
        kind,
        listKind: `${kind}List`,
      },
      scope: random.pick(['Namespaced', 'Cluster']),
      versions: versions.map((name, index) => ({
        name,
        served: index < 2,
        storage: index === 0,
        ...(index === 1 ? { deprecated: true } : {}),
        ...(index === 1 && random.chance(0.5) ? { deprecationWarning: 'use another version' } : {}),
        ...(hasScale || random.chance(0.4) ? { subresources: subresources(hasScale, random) } : {}),
        ...(random.chance(0.2) ? { selectableFields: [{ jsonPath: '.kindOfThing' }] } : {}),
        schema: { openAPIV3Schema: rootSchema(hasScale, random) },
      })),
    },
  };
}

function subresources(hasScale: boolean, random: Random): Manifest {
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    ...(random.chance(0.5) ? { labelSelectorPath: '.status.selector' } : {}),
  };
  return { ...(random.chance(0.6) ? { status: {} } : {}), ...(hasScale ? { scale } : {}) };
}

function rootSchema(hasScale: boolean, random: Random): Manifest {
  const replicas = random.pick<Manifest>([
    { type: 'integer', default: 1 },
    { type: 'integer', format: 'int32' },
    { 'x-kubernetes-int-or-string': true },
    { type: 'number' },
  ]);
  const spec = objectSchema(random, 0);
  const status = objectSchema(random, 1);
  const withReplicas = (schema: Manifest, more: Manifest): Manifest =>
    hasScale
      ? { ...schema, properties: { ...membersOf(schema.properties), replicas, ...more } }
      : schema;
  const root: Manifest = {
    type: 'object',
    properties: {
      spec: withReplicas(spec, {}),
      status: withReplicas(status, { selector: { type: 'string' } }),
      kindOfThing: { type: 'string', maxLength: 10 },
      ...(random.chance(0.2) ? { metadata: { type: 'object' } } : {}),
      ...(random.chance(0.3) ? { data: schemaOf(random, 1) } : {}),
    },
    ...(random.chance(0.3) ? { required: ['spec'] } : {}),
  };
  if (random.chance(0.3)) {
    root['x-kubernetes-validations'] = [
      validation(
        random.pick([
          'self.metadata.name.size() < 12',
          "self.metadata.name.startsWith('example')",
          "has(self.metadata.generateName) || self.kind != 'x'",
          'has(self.spec)',
          'has(self.status) == has(oldSelf.status)',
        ]),
        random,
      ),
    ];
  }
  return root;
}

function membersOf(value: Value | undefined): Manifest {
  return typeof value === 'object' && value !== null ? { ...(value as Manifest) } : {};
}

/** The largest depth of schemas. */
const DEEPEST = 4;

function schemaOf(random: Random, depth: number): Manifest {
  const make = random.pick(depth >= DEEPEST ? SCALARS : [...SCALARS, ...CONTAINERS, ...CONTAINERS]);
  const schema = make(random, depth);
  if (random.chance(0.15)) schema.nullable = true;
  return schema;
}

type Maker = (random: Random, depth: number) => Manifest;

/** The formats that the server checks, one that it does not know, and ways to write values of each. */
const FORMATS = words(`
  date date-time datetime duration byte uuid uuid3 uuid4 uuid5 ipv4 ipv6 cidr mac uri email
  hostname isbn isbn10 isbn13 creditcard ssn hexcolor rgbcolor bsonobjectid k8s-short-name
  k8s-long-name password quantity int-or-string binary
`);

const SCALARS: readonly Maker[] = [
  (random) => {
    const schema: Manifest = { type: 'string', maxLength: random.pick([3, 8, 20]) };
    if (random.chance(0.3)) schema.minLength = random.pick([0, 1, 4]);
    if (random.chance(0.2)) schema.pattern = random.pick(['^[a-z]+$', '^a', '\\d', '^$|^[A-Z]']);
    if (random.chance(0.2)) schema.enum = ['a', 'abc', 'Always'];
    if (Object.keys(schema).length === 2 && random.chance(0.4)) schema.default = 'abc';
    return withRules(schema, random, [
      "self != 'abc'",
      'size(self) < 4',
      "self.startsWith('a')",
      'self == oldSelf',
      "self.matches('^[a-z]*$')",
      'int(self) > 3',
      "self.lowerAscii() == self || self == ''",
    ]);
  },
  (random) => ({ type: 'string', format: random.pick(FORMATS) }),
  (random) => {
    const schema: Manifest = { type: random.pick(['integer', 'integer', 'number']) };
    if (random.chance(0.3) && schema.type === 'integer')
      schema.format = random.pick(['int32', 'int64']);
    if (random.chance(0.3)) schema.minimum = random.pick([0, 1, -5]);
    if (random.chance(0.3)) schema.maximum = random.pick([5, 10, 100]);
    if (random.chance(0.1)) schema.exclusiveMinimum = true;
    if (random.chance(0.1)) schema.exclusiveMaximum = true;
    if (random.chance(0.1)) schema.multipleOf = random.pick([2, 3]);
    if (Object.keys(schema).length === 1 && random.chance(0.3)) schema.default = 4;
    if (random.chance(0.1)) schema.enum = [1, 2, 3, 4];
    const rules =
      schema.type === 'integer'
        ? ['self > 2', 'self >= oldSelf', '10 / self > 1', 'self % 2 == 0']
        : ['self > 2.5', 'self >= oldSelf', 'self < 50.0'];
    return withRules(schema, random, rules);
  },
  (random) => ({ type: 'boolean', ...(random.chance(0.3) ? { default: random.chance(0.5) } : {}) }),
  (random) => {
    const branches = [{ type: 'integer' }, { type: 'string' }];
    const schema: Manifest = { 'x-kubernetes-int-or-string': true };
    const pattern = random.pick(['anyOf', 'allOf', 'none', 'none']);
    if (pattern === 'anyOf') schema.anyOf = branches;
    if (pattern === 'allOf') schema.allOf = [{ anyOf: branches }, { pattern: '^\\d+%?$' }];
    if (random.chance(0.2)) schema.maximum = 50;
    return withRules(schema, random, ["type(self) == string ? self != '1' : self > 1", 'self > 0']);
  },
];

const CONTAINERS: readonly Maker[] = [
  objectSchema,
  objectSchema,
  listSchema,
  listSchema,
  (random, depth) => {
    const schema: Manifest = {
      type: 'object',
      additionalProperties: random.chance(0.1) ? true : schemaOf(random, depth + 1),
      maxProperties: random.pick([1, 3, 8]),
    };
    if (random.chance(0.2)) schema.minProperties = 1;
    if (random.chance(0.1)) delete schema.maxProperties;
    return withRules(schema, random, [
      "!('a' in self)",
      'size(self) < 2',
      'self.all(k, k.size() < 5)',
    ]);
  },
  (random) => ({
    'x-kubernetes-preserve-unknown-fields': true,
    ...(random.chance(0.5) ? { type: 'object' } : {}),
    ...(random.chance(0.3) ? { nullable: true } : {}),
  }),
  (random, depth) => ({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    ...(random.chance(0.7) ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
    properties: {
      ...(random.chance(0.5) ? { kind: { type: 'string', enum: ['Pod', 'Job'] } } : {}),
      spec: schemaOf(random, depth + 1),
    },
  }),
];

function objectSchema(random: Random, depth: number): Manifest {
  const names = ['a', 'b', 'c', 'd', 'some-name', 'items', 'namespace'].slice(
    0,
    2 + random.below(6),
  );
  const properties = Object.fromEntries(names.map((name) => [name, schemaOf(random, depth + 1)]));
  const schema: Manifest = { type: 'object', properties };
  if (random.chance(0.3)) schema.required = [random.pick(names)];
  if (random.chance(0.1)) schema.maxProperties = 3;
  if (random.chance(0.1)) schema['x-kubernetes-preserve-unknown-fields'] = true;
  if (schema.required === undefined && random.chance(0.1)) schema.default = {};
  if (random.chance(0.1)) schema['x-kubernetes-map-type'] = 'atomic';
  if (random.chance(0.25)) addJunctor(schema, names, random);
  return withRules(schema, random, [
    'has(self.a)',
    'has(self.a) || has(self.b)',
    'has(self.a) == has(oldSelf.a)',
    'self.a == self.a',
    '!has(self.b) || self.b == oldSelf.b',
    "has(self.c) ? true : '1' == '2'",
    'self == oldSelf',
    'has(self.__namespace__)',
  ]);
}

/** Conditions on the members, as CRDs of published projects have them. */
function addJunctor(schema: Manifest, names: readonly string[], random: Random): void {
  const branch = (): Manifest => {
    const name = random.pick(names);
    return random.pick<Manifest>([
      { required: [name] },
      { required: [name] },
      { properties: { [name]: { enum: ['a', 1, true] } } },
      { properties: { [name]: { maxLength: 2, minimum: 3 } }, required: [name] },
      { minProperties: 2 },
      { not: { required: [name] } },
    ]);
  };
  const junctor = random.pick(['anyOf', 'oneOf', 'allOf', 'not']);
  schema[junctor] = junctor === 'not' ? branch() : [branch(), branch()];
}

function listSchema(random: Random, depth: number): Manifest {
  const schema: Manifest = { type: 'array', maxItems: random.pick([2, 4, 6]) };
  if (random.chance(0.15)) schema.minItems = 1;
  const type = random.pick(['atomic', 'set', 'map', 'map', 'none']);
  if (type !== 'none') schema['x-kubernetes-list-type'] = type;
  if (type === 'map') {
    const keys = random.chance(0.3) ? ['a', 'b'] : ['a'];
    const items = objectSchema(random, depth + 1);
    // Each key is required or has a default.
    items.properties = {
      ...membersOf(items.properties),
      a: { type: 'string', maxLength: 10 },
      b: { type: 'integer', default: 1 },
    };
    items.required = ['a'];
    delete items.default;
    delete items.nullable;
    schema['x-kubernetes-list-map-keys'] = keys;
    schema.items = items;
  } else if (type === 'set') {
    schema.items = random.pick(SCALARS)(random, depth);
    if (random.chance(0.2)) {
      schema.items = { ...objectSchema(random, DEEPEST), 'x-kubernetes-map-type': 'atomic' };
    }
  } else schema.items = schemaOf(random, depth + 1);
  if (schema.minItems === undefined && random.chance(0.1)) schema.default = [];
  return withRules(schema, random, [
    'size(self) < 2',
    'self.all(x, x == x)',
    'self.exists_one(x, x == self[0])',
    'self[1] == self[0]',
    'self.size() >= oldSelf.size()',
    'self == oldSelf',
  ]);
}

/** A schema with rules, sometimes. */
function withRules(schema: Manifest, random: Random, rules: readonly string[]): Manifest {
  // The server refuses defaults that rules refuse.
  if (schema.default !== undefined || !random.chance(0.25)) return schema;
  const chosen = random.draw(rules, random.chance(0.2) ? 2 : 1);
  return {
    ...schema,
    'x-kubernetes-validations': chosen.map((rule) => validation(rule, random, schema)),
  };
}

function validation(rule: string, random: Random, schema: Manifest = {}): Manifest {
  const result: Manifest = { rule: random.chance(0.05) ? ` ${rule}\n` : rule };
  if (random.chance(0.4)) result.message = random.pick(['no', ' it is not allowed ', 'nö']);
  if (random.chance(0.3)) {
    result.messageExpression = random.pick([
      "'no'",
      "'a' + 'b'",
      "''",
      "'a\\nb'",
      'string(1 / 0)',
      "'b'.matches('a') ? 'b' : ' c '",
      ...(['integer', 'string', 'boolean'].some((type) => type === schema.type)
        ? ['string(self)']
        : []),
    ]);
  }
  if (random.chance(0.3)) {
    result.reason = random.pick([
      ...['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'],
    ]);
  }
  const names = Object.keys(membersOf(schema.properties));
  if (names.length > 0 && random.chance(0.3)) {
    const name = random.pick(names);
    result.fieldPath = name.includes('-') ? `['${name}']` : `.${name}`;
  }
  if (/\boldSelf\b/.test(rule) && random.chance(0.3)) {
    result.optionalOldSelf = true;
    result.rule = `!oldSelf.hasValue() || ${rule.replaceAll('oldSelf', 'oldSelf.value()')}`;
  }
  return result;
}
