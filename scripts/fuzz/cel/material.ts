import { BOOL, DOUBLE, DURATION, DYN, INT, STRING, type Type } from '../../../src/cel/types.ts';
import type { StructuralSchema } from '../../../src/server/crd/structural.ts';
import type { EnvironmentName } from '../../../src/server/expressions/environment-table.ts';
import { words } from '../words.ts';

/** Small expressions by the kind of their type; some are of it in some places only. */
export const ATOMS: Readonly<Record<string, readonly string[]>> = {
  bool: ['true', 'false', 'has(request.name)', 'has(self.name)', 'self.on'],
  bytes: ['b"x"', 'bytes("y")', 'self.data'],
  double: ['1.5', '-2.0', '1e3', 'self.ratio', 'double(1)'],
  duration: ['duration("1h")', 'self.wait', 'duration("x")'],
  int: ['1', '-7', '0', 'self.count', 'size("abc")', '9223372036854775807'],
  null: ['null'],
  string: ['"a"', "'b'", '"1.2.3.4"', 'request.name', 'self.name', 'r"^a+$"', '"%s"', '"(x"'],
  timestamp: ['timestamp("2024-01-01T00:00:00Z")', 'self.at', 'timestamp(0)', 'timestamp("x")'],
  uint: ['1u', '7u', 'uint(3)'],
  dyn: ['object', 'object.spec.x', 'oldObject', 'params.a', 'self.any', 'dyn(1)', 'self'],
  type: ['int', 'string', 'type(1)', 'list', 'duration', 'net.IP', 'optional_type'],
  list: [
    '[]',
    '[1, 2]',
    '["a"]',
    'self.items',
    'object.list',
    '[[1], [2]]',
    'request.userInfo.groups',
  ],
  map: [
    '{}',
    '{"a": 1}',
    'self.labels',
    'object.map',
    'namespaceObject.metadata.labels',
    '{1: "a"}',
  ],
  opaque: [
    'optional.of(1)',
    'optional.none()',
    'object.?a',
    'self.?name',
    '[1][?0]',
    '{"a": "b"}[?"a"]',
  ],
  struct: words('self self.spec request namespaceObject authorizer variables Object{}'),
};

export const SIMPLE: readonly Type[] = [BOOL, DOUBLE, DYN, INT, STRING, STRING, DURATION];

/** The same of types that have names. */
export const NAMED: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.Quantity': ['quantity("1Gi")'],
  'kubernetes.URL': ['url("https://a.b/c")'],
  'kubernetes.Semver': ['semver("1.2.3")'],
  'kubernetes.NamedFormat': ['format.dns1123Label()', 'format.named("uuid").value()'],
  'net.IP': ['ip("::1")'],
  'net.CIDR': ['cidr("10.0.0.0/8")'],
  'kubernetes.authorization.Authorizer': ['authorizer', 'authorizer.serviceAccount("a", "b")'],
  'kubernetes.authorization.ResourceCheck': [
    'authorizer.requestResource',
    'authorizer.group("").resource("pods")',
  ],
  'kubernetes.authorization.GroupCheck': ['authorizer.group("apps")'],
  'kubernetes.authorization.PathCheck': ['authorizer.path("/healthz")'],
  'kubernetes.authorization.Decision': ['authorizer.requestResource.check("get")'],
};

/** The texts that are inserted into expressions to change them. */
export const WORDS = [
  ...words(`
    self object x size .?a [0] ?1 + == in null .matches("a") .format([1]) duration("1h") && ! -
    dyn(1) 1.0 2u type(1) self.namespace
  `),
  '{"a": 1}',
  '.map(x, x)',
  'Object.spec{a: 1}',
  'google.protobuf.Int64Value{value: 1}',
];

/** The schema of rules that are made up. */
export const SCHEMA: StructuralSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 10 },
    namespace: { type: 'string' },
    'a-b.c/d__e': { type: 'integer' },
    count: { type: 'integer', format: 'int64' },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    wait: { type: 'string', format: 'duration' },
    data: { type: 'string', format: 'byte' },
    any: { 'x-kubernetes-int-or-string': true },
    labels: { type: 'object', additionalProperties: { type: 'string', nullable: true } },
    items: {
      type: 'array',
      maxItems: 5,
      items: { type: 'object', properties: { key: { type: 'string' }, n: { type: 'integer' } } },
    },
    names: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    matrix: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    spec: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: {
        inner: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { a: { type: 'string' } } },
        },
      },
    },
    raw: { 'x-kubernetes-preserve-unknown-fields': true },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
  },
};

export const VARIABLES = [
  { name: 'list', expression: '[1, 2]' },
  { name: 'text', expression: 'object.metadata.name + "x"' },
  { name: 'map', expression: '{"a": [duration("1s")]}' },
  { name: 'broken', expression: 'nothing.there' },
  { name: 'request', expression: 'request' },
  { name: 'opt', expression: 'optional.of(1)' },
];

export const ADMISSION_ENVIRONMENTS: readonly EnvironmentName[] = [
  'vap',
  'vap-message',
  'vap-audit',
  'vap-variable',
  'vap-condition',
  'map',
  'map-jsonpatch',
  'map-variable',
  'map-condition',
  'webhook',
];
