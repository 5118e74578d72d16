import type { Random } from '../random.ts';
import { words } from '../words.ts';
import { isManifest, type Manifest } from './families.ts';
import { Literal, type Value } from './values.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

const STRING_FORMATS = words(`
  byte date date-time duration email hostname ipv4 ipv6 cidr mac uri uuid uuid4 password isbn
  creditcard hexcolor k8s-short-name k8s-long-name ip IPv4 d-a-t-e int32 regex bsonobjectid ssn
  rgbcolor
`);

const TEXTS = [
  ...words(`
    a abc 10 1s 1h30m x/y 192.0.2.1 ::1 10.0.0.0/8 ä€ YQ== 2024-02-30 2024-02-29
    2024-02-29T00:00:00Z a@example.com https://example.com/x 00:11:22:33:44:55 example.com #fff
    rgb(1,2,3) 978-3-16-148410-0 v1 Pod 1.5 f47ac10b-58cc-4372-a567-0e02b2c3d479 - _ true null
    example-
  `),
  '',
  'A b',
  'a'.repeat(64),
];

const NUMBERS = words(`
  0 1 -1 2 10 1.0 1.5 1e3 2147483648 -2147483649 9223372036854775807 9223372036854775808 1e20 0.1
  -0.0 100 1e-5
`);

const PATTERNS = [
  ...words('^a ^[a-z]+$ (?=a)b [ (?i)x a**'),
  '\\d{1,1001}',
  '(a)\\1',
  '\\p{L}',
  '',
];

/** Values that each keyword is set to. */
const VALUES: Readonly<Record<string, readonly Value[]>> = {
  type: [...TYPES, ...TYPES, '', 'null', 'Object', 'int'],
  format: [...STRING_FORMATS, 'int32', 'int64', 'float', 'double', 'uint32', 'int-or-string', ''],
  title: ['', 'A title'],
  description: ['', 'A description'],
  nullable: [true, true, false],
  pattern: PATTERNS,
  uniqueItems: [true, false],
  exclusiveMinimum: [true, false],
  exclusiveMaximum: [true, false],
  id: ['', 'x'],
  $schema: ['', 'http://json-schema.org/schema#'],
  $ref: ['', '#/definitions/x'],
  maxLength: [0, 1, 3, 100, -1],
  minLength: [0, 1, 3, -1],
  maxItems: [0, 1, 3, -1],
  minItems: [0, 1, 3],
  maxProperties: [0, 1, 3],
  minProperties: [0, 1, 3],
  minimum: NUMBERS.map((text) => new Literal(text)),
  maximum: NUMBERS.map((text) => new Literal(text)),
  multipleOf: ['1', '2', '0.1', '1.5', '3'].map((text) => new Literal(text)),
  'x-kubernetes-preserve-unknown-fields': [true, true, false],
  'x-kubernetes-embedded-resource': [true, true, false],
  'x-kubernetes-int-or-string': [true, true, false],
  'x-kubernetes-list-type': ['atomic', 'set', 'map', 'map', '', 'List'],
  'x-kubernetes-map-type': ['atomic', 'granular', '', 'map'],
  'x-kubernetes-list-map-keys': [[], ['name'], ['name', 'name'], ['type'], ['absent'], ['a', 'b']],
  required: [[], ['spec'], ['name'], ['absent'], ['name', 'name'], ['metadata']],
  externalDocs: [{}, { url: 'https://example.com' }],
  definitions: [{}, { a: { type: 'string' } }],
  dependencies: [{}, { a: ['b'] }, { a: { type: 'string' } }],
  patternProperties: [{}, { '^a': { type: 'string' } }, { '[': { type: 'string', default: 1 } }],
  additionalItems: [true, false, {}, { type: 'string' }],
  additionalProperties: [
    true,
    false,
    {},
    { type: 'string' },
    { type: 'object' },
    { type: 'string', default: 'a' },
  ],
  items: [
    {},
    { type: 'string' },
    { type: 'object' },
    [{ type: 'string' }],
    [],
    { type: 'integer', default: 'x' },
  ],
  properties: [
    {},
    { a: { type: 'string' } },
    { metadata: { type: 'object' } },
    { kind: { type: 'integer' } },
  ],
  enum: [[], ['a'], ['a', 'a'], [1], [null], ['a', 'abc', ''], [{}], [new Literal('1.0')]],
  example: ['x', null, {}],
  'x-kubernetes-foo': [true],
  const: ['a'],
  default: [null, '', {}, [], 0, false, 'a'],
};

const KEYWORDS = Object.keys(VALUES);
const JUNCTORS = ['allOf', 'anyOf', 'oneOf', 'not'];
const COMMON = words(`
  type type format nullable pattern maxLength minimum maximum required additionalProperties items
  properties enum x-kubernetes-list-type minItems x-kubernetes-list-map-keys x-kubernetes-map-type
  x-kubernetes-embedded-resource x-kubernetes-preserve-unknown-fields x-kubernetes-int-or-string
  multipleOf
`);

/** Changes a CRD in place, at one to four places. Expressions of rules are none of its business. */
export function mutateDefinition(manifest: Manifest, random: Random): string {
  const spec = objectIn(manifest, 'spec') ?? {};
  const count = 1 + (random.chance(0.6) ? 0 : random.below(4));
  return Array.from({ length: count }, () =>
    random.chance(0.8) ? mutateSchemas(spec, random) : mutateHead(manifest, spec, random),
  ).join(', ');
}

function mutateSchemas(spec: Manifest, random: Random): string {
  const nodes = versionsOf(spec).flatMap((version) => {
    const root = objectIn(version, 'schema')?.openAPIV3Schema;
    return isManifest(root) ? schemasBelow(root) : [];
  });
  if (nodes.length === 0) return 'nothing';
  const schema = random.chance(0.15) ? (nodes[0] ?? {}) : random.pick(nodes);
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
      return putFitting(schema, random);
    case 3:
    case 4:
      return putDefault(schema, random, 0.1);
    case 5:
      return putDefault(schema, random, 0);
    case 6:
      return nest(schema, random);
    case 7:
      return embed(schema, random);
    case 8:
      return listOfMaps(schema, random);
    case 9: {
      const known = Object.keys(schema);
      if (known.length === 0) return 'nothing';
      const key = random.pick(known);
      delete schema[key];
      return `without ${key}`;
    }
    case 10: {
      const other = clone(random.pick(nodes));
      const properties = objectIn(schema, 'properties') ?? {};
      properties[random.pick(['name', 'metadata', 'kind', 'a', 'apiVersion', 'spec'])] = other;
      schema.properties = properties;
      return 'a copied property';
    }
    default: {
      const key = random.pick(KEYWORDS);
      schema[key] = clone(random.pick(VALUES[key] ?? [null]));
      return `${key} ${JSON.stringify(schema[key])}`;
    }
  }
}

function putFitting(schema: Manifest, random: Random): string {
  const key = random.pick(COMMON);
  schema[key] = clone(random.pick(VALUES[key] ?? [null]));
  return `${key} ${JSON.stringify(schema[key])}`;
}

function putDefault(schema: Manifest, random: Random, noise: number): string {
  if (random.chance(0.3)) putFitting(schema, random);
  schema.default = valueFor(schema, random, noise, 0);
  return `default ${JSON.stringify(schema.default)?.slice(0, 60)}`;
}

/** Puts something of the schema, or of another one, below a junctor. */
function nest(schema: Manifest, random: Random): string {
  const junctor = random.pick(JUNCTORS);
  const branch = (): Manifest => {
    const nested: Manifest = {};
    if (random.chance(0.1)) return { type: random.pick(['integer', 'string']) };
    for (let left = 1 + random.below(2); left > 0; left--) {
      const key = random.pick(random.chance(0.7) ? NESTABLE : KEYWORDS);
      nested[key] = clone(random.pick(VALUES[key] ?? [null]));
    }
    const names = Object.keys(objectIn(schema, 'properties') ?? {});
    if (names.length > 0 && random.chance(0.5)) nested.required = [random.pick(names)];
    if (names.length > 0 && random.chance(0.4)) {
      nested.properties = { [random.pick(names)]: random.chance(0.8) ? branch() : {} };
    }
    if (isManifest(schema.items) && random.chance(0.3)) nested.items = branch();
    return nested;
  };
  if (random.chance(0.15)) {
    schema['x-kubernetes-int-or-string'] = true;
    if (random.chance(0.8)) delete schema.type;
    const pattern: Value = [{ type: 'integer' }, { type: 'string' }];
    if (random.chance(0.5)) schema.anyOf = pattern;
    else schema.allOf = [{ anyOf: pattern }, ...(random.chance(0.5) ? [branch()] : [])];
    return 'int-or-string pattern';
  }
  schema[junctor] =
    junctor === 'not' ? branch() : Array.from({ length: 1 + random.below(3) }, branch);
  return `${junctor} ${JSON.stringify(schema[junctor]).slice(0, 80)}`;
}

const NESTABLE = [
  ...['minimum', 'maxLength', 'pattern', 'enum', 'format', 'minItems', 'maxProperties', 'required'],
];

function embed(schema: Manifest, random: Random): string {
  schema.type = 'object';
  schema['x-kubernetes-embedded-resource'] = true;
  if (random.chance(0.7)) schema['x-kubernetes-preserve-unknown-fields'] = true;
  if (random.chance(0.8)) delete schema.additionalProperties;
  const properties = objectIn(schema, 'properties') ?? {};
  if (random.chance(0.5)) {
    const names: Manifest = { type: 'string' };
    const labels: Manifest = { type: 'object', additionalProperties: { type: 'string' } };
    const owners: Manifest = {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, uid: { type: 'string' } } },
    };
    const metadata: Manifest = {
      type: 'object',
      properties: { name: names, namespace: { type: 'string' }, labels, ownerReferences: owners },
    };
    if (random.chance(0.4)) names.default = random.pick(TEXTS);
    if (random.chance(0.4)) labels.default = { [random.pick(TEXTS)]: random.pick(TEXTS) };
    if (random.chance(0.2)) owners.default = [{ name: 'a' }];
    if (random.chance(0.2)) metadata.default = metadataValue(random);
    properties.metadata = metadata;
    if (random.chance(0.3)) properties.kind = { type: 'string', default: random.pick(TEXTS) };
    if (random.chance(0.3)) properties.apiVersion = { type: 'string', default: random.pick(TEXTS) };
  }
  schema.properties = properties;
  if (random.chance(0.7)) schema.default = objectValue(random);
  return `embedded resource, default ${JSON.stringify(schema.default)}`;
}

/**
 * An object with its head. If one part of the head has a wrong value, it has no metadata, because the server reports
 * any one of the fields with a wrong type.
 */
function objectValue(random: Random): Manifest {
  const value: Manifest = {};
  const odd = random.chance(0.3) ? random.pick(['apiVersion', 'kind', 'metadata']) : '';
  if (random.chance(0.9)) value.apiVersion = odd === 'apiVersion' ? random.pick(ODD) : 'v1';
  if (random.chance(0.9)) value.kind = odd === 'kind' ? random.pick(ODD) : 'Pod';
  if (odd === 'metadata') value.metadata = random.pick(ODD);
  else if (odd === '' && random.chance(0.9)) value.metadata = metadataValue(random);
  return value;
}

const ODD: readonly Value[] = [
  ...[null, 1, true, '', [], {}, 'a/b', 'a/b/c', 'Ä', '/', 'x y', new Literal('1.0')],
];

function metadataValue(random: Random): Manifest {
  const value: Manifest = {};
  for (let left = 1 + random.below(3); left > 0; left--) {
    const key = random.pick(Object.keys(METADATA));
    value[key] = clone(random.pick(METADATA[key] ?? [null]));
  }
  return value;
}

const ENTRY: Manifest = {
  manager: 'me',
  operation: 'Apply',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': {} },
  time: '2024-01-01T00:00:00Z',
};

const METADATA: Readonly<Record<string, readonly Value[]>> = {
  name: [...TEXTS, null, 1],
  generateName: [...TEXTS, null, 1],
  namespace: [...TEXTS, null, 1],
  labels: [{}, null, { a: 'b' }, { a: null }, { 'a b': 'c' }, { a: 'b c' }, { a: 1 }, [], 'x'],
  annotations: [{}, null, { a: 'b' }, { 'A B': 'c' }, { a: 1 }],
  finalizers: [[], ['a'], ['a b'], ['x.y/z'], ['orphan', 'foregroundDeletion'], [null], 'x'],
  generation: [0, 1, -1, new Literal('1.0'), new Literal('1.5'), '1', null],
  deletionGracePeriodSeconds: [0, 1, -1, '1', null],
  creationTimestamp: [null, '2024-01-01T00:00:00Z', 'x', ''],
  deletionTimestamp: [null, '2024-01-01T00:00:00Z', 'x', ''],
  ownerReferences: [
    [],
    [{}],
    [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' }],
    [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'b' }],
    [{ apiVersion: 'a/v1', kind: 'Pod', name: 'a', uid: 'b', controller: true, zz: 1 }],
    [{ apiVersion: 'a/b/c', kind: '', name: 'a', uid: '' }],
    [null],
  ],
  managedFields: [
    [],
    null,
    [{}],
    [null],
    [ENTRY],
    [{ ...ENTRY, operation: 'Update' }],
    [{ ...ENTRY, operation: 'Delete' }],
    [{ ...ENTRY, operation: '' }],
    [{ ...ENTRY, fieldsType: 'FieldsV2' }],
    [{ ...ENTRY, fieldsType: '' }],
    [{ ...ENTRY, manager: 'x'.repeat(129) }],
    [{ ...ENTRY, manager: 'a\u0007' }],
    [{ ...ENTRY, manager: '' }],
    [{ ...ENTRY, subresource: 'status' }],
    [{ ...ENTRY, subresource: 'x'.repeat(300) }],
    [{ ...ENTRY, apiVersion: '' }],
    [{ ...ENTRY, apiVersion: 'a/b/c' }],
    [{ ...ENTRY, time: 'x' }],
    [{ ...ENTRY, fieldsV1: 'x' }],
    [{ ...ENTRY, fieldsV1: null }],
    [{ ...ENTRY, unknown: 'x' }],
    [ENTRY, { ...ENTRY, operation: 'Bad' }],
  ],
  uid: ['x', 1, null],
  selfLink: ['/x', 1],
  resourceVersion: ['1', 1],
  clusterName: ['x'],
  unknown: [1],
};

/** A list with keys, and a default for it. */
function listOfMaps(schema: Manifest, random: Random): string {
  const type = random.pick(['map', 'map', 'set', 'atomic']);
  const items: Manifest =
    type === 'set' && random.chance(0.7)
      ? { type: random.pick(TYPES) }
      : {
          type: 'object',
          properties: { name: { type: 'string' }, port: { type: 'integer' } },
        };
  if (random.chance(0.7)) items.required = ['name', 'port'].slice(0, 1 + random.below(2));
  if (random.chance(0.2)) items.nullable = true;
  if (random.chance(0.3)) items['x-kubernetes-map-type'] = random.pick(['atomic', 'granular']);
  const port = objectIn(objectIn(items, 'properties') ?? {}, 'port');
  if (port !== undefined && random.chance(0.3)) port.default = random.pick([80, 'x']);
  if (port !== undefined && random.chance(0.1)) port.nullable = true;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, { type: 'array', items, 'x-kubernetes-list-type': type });
  if (type === 'map' || random.chance(0.1)) {
    schema['x-kubernetes-list-map-keys'] = random.pick([['name'], ['name', 'port'], ['port'], []]);
  }
  if (random.chance(0.5)) {
    const item = valueFor(items, random, 0.05, 0);
    const more = Array.from({ length: random.below(3) }, () => valueFor(items, random, 0.05, 0));
    schema.default = [item, ...more, ...(random.chance(0.5) ? [clone(item)] : [])];
  }
  return `list type ${type}`;
}

/** A value that fits a schema more or less. */
function valueFor(schema: Manifest, random: Random, noise: number, depth: number): Value {
  if (random.chance(noise)) return clone(random.pick(ANY));
  const { type, enum: listed } = schema;
  if (Array.isArray(listed) && listed.length > 0 && random.chance(0.8)) {
    return clone(random.pick(listed));
  }
  if (schema['x-kubernetes-embedded-resource'] === true) return objectValue(random);
  if (schema['x-kubernetes-int-or-string'] === true) return random.pick([1, '10%', 'x']);
  switch (type) {
    case 'string':
      return random.pick(TEXTS);
    case 'integer':
      return new Literal(
        random.pick(NUMBERS.filter((text) => !/[.e]/.test(text) || random.chance(0.1))),
      );
    case 'number':
      return new Literal(random.pick(NUMBERS));
    case 'boolean':
      return random.chance(0.5);
    case 'array': {
      const { items } = schema;
      if (!isManifest(items) || depth > 5) return [];
      return Array.from({ length: random.below(4) }, () =>
        valueFor(items, random, noise, depth + 1),
      );
    }
    default: {
      if (schema['x-kubernetes-preserve-unknown-fields'] === true && random.chance(0.3)) {
        return { a: 1, b: { c: [null] } };
      }
      const value: Manifest = {};
      const { additionalProperties } = schema;
      const required = Array.isArray(schema.required) ? schema.required : [];
      for (const [name, inner] of Object.entries(objectIn(schema, 'properties') ?? {})) {
        const isWanted = required.includes(name) ? !random.chance(noise) : random.chance(0.4);
        if (isWanted && isManifest(inner) && depth < 6) {
          value[name] = valueFor(inner, random, noise, depth + 1);
        }
      }
      if (isManifest(additionalProperties)) {
        value.some = valueFor(additionalProperties, random, noise, depth + 1);
      }
      if (random.chance(noise * 2))
        value[random.pick(['zz', 'metadata', 'kind'])] = random.pick(TEXTS);
      return value;
    }
  }
}

const ANY: readonly Value[] = [
  ...[null, '', 'x', 0, 1, -1, true, false, {}, [], [null], { a: null }, { a: 'b' }, [1, 'a']],
  ...[new Literal('1.5'), new Literal('1.0'), new Literal('1e3')],
];

/** Changes a part of the CRD outside of the schemas. */
function mutateHead(manifest: Manifest, spec: Manifest, random: Random): string {
  const versions = versionsOf(spec);
  const version = versions.length > 0 ? random.pick(versions) : undefined;
  const names = objectIn(spec, 'names') ?? {};
  const put = (owner: Manifest, key: string, values: readonly Value[]) => {
    owner[key] = clone(random.pick(values));
    return `${key} ${JSON.stringify(owner[key])}`;
  };
  switch (random.below(version === undefined ? 6 : 14)) {
    case 0:
      return put(spec, 'scope', ['Namespaced', 'Cluster', '', 'namespaced', null]);
    case 1:
      return put(names, random.pick(['kind', 'listKind', 'singular']), NAMES);
    case 2:
      return put(names, random.pick(['shortNames', 'categories']), [
        [],
        ['a', 'A'],
        ['all'],
        ['a_b'],
      ]);
    case 3:
      return put(spec, 'preserveUnknownFields', [true, false, null]);
    case 4:
      return put(spec, 'conversion', CONVERSIONS);
    case 5: {
      const metadata = objectIn(manifest, 'metadata') ?? {};
      const annotations = objectIn(metadata, 'annotations') ?? {};
      metadata.annotations = annotations;
      return put(annotations, 'api-approved.kubernetes.io', APPROVALS);
    }
    case 6:
    case 7: {
      const key = random.pick(['served', 'storage', 'deprecated']);
      return put(version ?? {}, key, [true, false, null]);
    }
    case 8:
      return put(version ?? {}, 'deprecationWarning', ['', 'old', 'a\nb', 'x'.repeat(257), null]);
    case 9:
      return put(version ?? {}, 'name', ['v1', 'v2beta1', '', 'V1', 'a.b', '1v']);
    case 10:
      return put(version ?? {}, 'subresources', SUBRESOURCES);
    case 11:
      return put(version ?? {}, 'additionalPrinterColumns', COLUMNS);
    case 12:
      return put(version ?? {}, 'selectableFields', SELECTABLE);
    default: {
      const copy = copyOf(version ?? {});
      copy.name = random.pick(['v9', 'v8alpha1', 'v7']);
      copy.storage = random.chance(0.1);
      versions.push(copy);
      if (random.chance(0.2)) delete copy.schema;
      spec.versions = versions;
      return 'a version more';
    }
  }
}

const NAMES = ['', 'Foo', 'foo', 'FooList', 'foo_bar', 'ÄB', 'a.b', 'x'.repeat(64), '1a'];

const CLIENT = { service: { name: 'a', namespace: 'b' } };

const CONVERSIONS: readonly Value[] = [
  null,
  {},
  { strategy: 'None' },
  { strategy: 'none' },
  { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } },
  { strategy: 'Webhook' },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: [] } },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: CLIENT } },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v9'], clientConfig: CLIENT } },
  {
    strategy: 'Webhook',
    webhook: { conversionReviewVersions: ['v1', 'v1', 'A'], clientConfig: {} },
  },
  {
    strategy: 'Webhook',
    webhook: { conversionReviewVersions: ['v1'], clientConfig: { ...CLIENT, caBundle: 'YQ==' } },
  },
];

const APPROVALS = ['', 'unapproved, x', 'https://github.com/x', 'x', '/a', 'https:', 'https://a b'];

const SUBRESOURCES: readonly Value[] = [
  null,
  {},
  { status: {} },
  { status: null },
  {
    status: {},
    scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  },
  { scale: { specReplicasPath: 'spec.x', statusReplicasPath: '.spec.x', labelSelectorPath: '.x' } },
  { scale: {} },
];

const COLUMNS: readonly Value[] = [
  null,
  [],
  [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }],
  [{ name: '', type: 'x', jsonPath: 'a', format: 'y' }],
  [{ name: 'A', type: 'string', jsonPath: '.spec.a[' }, {}],
];

const SELECTABLE: readonly Value[] = [
  null,
  [],
  [{ jsonPath: '.spec.a' }],
  [{ jsonPath: '.metadata.name' }],
  [{ jsonPath: '' }],
  [{ jsonPath: '.spec' }, { jsonPath: '.spec' }],
  [{ jsonPath: '.kind' }, { jsonPath: '.apiVersion' }, { jsonPath: '.kind' }],
  [{ jsonPath: '.spec.items[0]' }],
];

/** All schemas of a tree, the root first. */
function schemasBelow(root: Manifest): Manifest[] {
  const found: Manifest[] = [root];
  for (const schema of found) {
    for (const key of ['properties', 'definitions', 'patternProperties']) {
      found.push(...Object.values(objectIn(schema, key) ?? {}).filter(isManifest));
    }
    for (const key of ['items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf']) {
      const below = schema[key];
      if (isManifest(below)) found.push(below);
      else if (Array.isArray(below)) found.push(...below.filter(isManifest));
    }
  }
  return found;
}

/** Makes a CRD smaller: takes properties out at random until its text is short, and all rules. */
export function thinOut(manifest: Manifest, longest: number, random: Random): void {
  const spec = objectIn(manifest, 'spec') ?? {};
  const versions = versionsOf(spec);
  if (versions.length > 3) spec.versions = versions.slice(-3);
  let length = JSON.stringify(manifest).length;
  for (let tries = 0; tries < 50; tries++) {
    const nodes = versionsOf(spec).flatMap((version) => {
      const root = objectIn(version, 'schema')?.openAPIV3Schema;
      return isManifest(root) ? schemasBelow(root) : [];
    });
    for (const schema of nodes) {
      delete schema['x-kubernetes-validations'];
      if (random.chance(0.9)) delete schema.description;
    }
    length = JSON.stringify(manifest).length;
    if (length <= longest) return;
    const parents = nodes.filter((schema) => objectIn(schema, 'properties') !== undefined);
    for (const schema of parents) {
      const properties = objectIn(schema, 'properties') ?? {};
      const names = Object.keys(properties);
      const others = names.filter((name) => !['apiVersion', 'kind', 'metadata'].includes(name));
      if (others.length < 2) continue;
      const keys = JSON.stringify(schema['x-kubernetes-list-map-keys'] ?? []);
      for (const name of others) {
        if (random.chance(0.4) && !keys.includes(`"${name}"`))
          removeProperty(schema, properties, name);
      }
    }
  }
}

function removeProperty(schema: Manifest, properties: Manifest, name: string): void {
  if (Array.isArray(schema.required) && schema.required.includes(name)) return;
  delete properties[name];
}

function versionsOf(spec: Manifest): Manifest[] {
  return Array.isArray(spec.versions) ? spec.versions.filter(isManifest) : [];
}

function objectIn(owner: Manifest, key: string): Manifest | undefined {
  const value = owner[key];
  return isManifest(value) ? value : undefined;
}

/** A copy of an object, with its literals. */
export function copyOf(object: Manifest): Manifest {
  const entries = Object.entries(object);
  return Object.fromEntries(entries.map(([key, inner]) => [key, clone(inner ?? null)]));
}

/** A copy of a value, with its literals. */
export function clone(value: Value): Value {
  if (value instanceof Literal) return value;
  if (Array.isArray(value)) return value.map(clone);
  return isManifest(value) ? copyOf(value) : value;
}
