import { describe, expect, test } from 'vitest';
import {
  type Decoded,
  type DecodeOptions,
  type DecodeProblem,
  decode as decodeAs,
} from '../../src/server/decode/index.ts';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import {
  decodeText,
  isMapping,
  type Mapping,
  readParts,
  type Value,
} from '../../src/yaml/index.ts';
import { definitionOfKind } from './definition-of-kind.ts';

function decode(kind: string, value: Mapping, minor: Minor, options?: DecodeOptions): Decoded {
  return decodeAs(definitionOfKind(kind), value, minor, options);
}

function read(text: string): Mapping {
  const [part] = readParts(decodeText(text));
  if (part === undefined || part.content.kind === 'refused')
    throw new Error(`cannot be read: ${text}`);
  const { value } = part.content.document;
  if (!isMapping(value)) throw new Error(`no mapping: ${text}`);
  return value;
}

/** The errors as `path: error`, in the order of the server. */
function tell(problem: DecodeProblem): string {
  switch (problem.kind) {
    case 'unknown-field':
    case 'lost-field':
      return `${problem.field}: ${problem.kind}`;
    case 'wrong-type':
      return `${problem.path.join('.')}: ${problem.actual} for ${problem.expected}`;
    default:
      return `${problem.path.join('.')}: ${problem.kind}`;
  }
}

function problemsOf(kind: string, text: string, minor: Minor = NEWEST_MINOR): readonly string[] {
  return decode(kind, read(text), minor).problems.map(tell);
}

describe('types', () => {
  test.each<readonly [string, string, string, readonly string[]]>([
    ['a clean object', 'ResourceQuota', 'spec: { hard: { pods: 5, cpu: 500m } }', []],
    [
      'a number for a text',
      'LimitRange',
      'metadata: { name: 5 }',
      ['metadata.name: number for string'],
    ],
    [
      'yes for a text',
      'LimitRange',
      'metadata: { labels: { a: yes } }',
      ['metadata.labels.a: boolean for string'],
    ],
    [
      'a text for a truth value',
      'APIService',
      'spec: { insecureSkipTLSVerify: "true" }',
      ['spec.insecureSkipTLSVerify: string for boolean'],
    ],
    [
      'a text for a list',
      'NetworkPolicy',
      'spec: { policyTypes: Ingress }',
      ['spec.policyTypes: string for list'],
    ],
    [
      'a mapping for a list',
      'NetworkPolicy',
      'spec: { egress: {} }',
      ['spec.egress: object for list'],
    ],
    ['a list for a mapping', 'NetworkPolicy', 'spec: []', ['spec: list for object']],
    [
      'an item of a wrong type',
      'LimitRange',
      'spec: { limits: [{}, Pod] }',
      ['spec.limits.1: string for object'],
    ],
    [
      'a text for an integer',
      'FlowSchema',
      'spec: { matchingPrecedence: "5" }',
      ['spec.matchingPrecedence: string for integer'],
    ],
    [
      'a fraction',
      'FlowSchema',
      'spec: { matchingPrecedence: 1.5 }',
      ['spec.matchingPrecedence: not-an-integer'],
    ],
    ['an integral float, which Go rewrites', 'FlowSchema', 'spec: { matchingPrecedence: 1e2 }', []],
    [
      'an integral float in JSON, which is sent unchanged',
      'FlowSchema',
      '{"spec": {"matchingPrecedence": 1e2}}',
      ['spec.matchingPrecedence: not-an-integer'],
    ],
    [
      'more than 32 bits',
      'FlowSchema',
      'spec: { matchingPrecedence: 2147483648 }',
      ['spec.matchingPrecedence: integer-out-of-range'],
    ],
    ['the last of 32 bits', 'FlowSchema', 'spec: { matchingPrecedence: -2147483648 }', []],
    ['the last of 64 bits', 'LimitRange', 'metadata: { generation: 9223372036854775807 }', []],
    [
      'more than 64 bits',
      'LimitRange',
      'metadata: { generation: 9223372036854775808 }',
      ['metadata.generation: integer-out-of-range'],
    ],
    [
      'an exponent too large for an integer',
      'LimitRange',
      'metadata: { generation: 1e21 }',
      ['metadata.generation: not-an-integer'],
    ],
    [
      'an int-or-string',
      'PodDisruptionBudget',
      'spec: { minAvailable: 50%, maxUnavailable: 5.0 }',
      [],
    ],
    [
      'neither integer nor string',
      'PodDisruptionBudget',
      'spec: { minAvailable: [1], maxUnavailable: true }',
      [
        'spec.maxUnavailable: boolean for integer or string',
        'spec.minAvailable: list for integer or string',
      ],
    ],
    [
      'a suffix that there is not',
      'ResourceQuota',
      'spec: { hard: { memory: 1GB } }',
      ['spec.hard.memory: quantity'],
    ],
    [
      'a truth value for a quantity',
      'ResourceQuota',
      'spec: { hard: { pods: true } }',
      ['spec.hard.pods: boolean for quantity'],
    ],
    [
      'a date for a time',
      'LimitRange',
      'metadata: { creationTimestamp: 2020-01-01 }',
      ['metadata.creationTimestamp: time'],
    ],
    ['base64 without padding', 'APIService', 'spec: { caBundle: YQ }', ['spec.caBundle: base64']],
    ['a list of bytes, which Go takes', 'APIService', 'spec: { caBundle: [1, 255, null] }', []],
    [
      'a list of more than bytes',
      'APIService',
      'spec: { caBundle: [256] }',
      ['spec.caBundle: list for base64 text'],
    ],
    [
      'status, which is thrown away only later',
      'PodDisruptionBudget',
      'status: { currentHealthy: many, disruptedPods: { a: now } }',
      ['status.currentHealthy: string for integer', 'status.disruptedPods.a: time'],
    ],
    [
      'anything where any JSON is fine',
      'LimitRange',
      'metadata: { managedFields: [{ fieldsV1: [5] }] }',
      [],
    ],
    ['enums are plain texts', 'NetworkPolicy', 'spec: { policyTypes: [Nope] }', []],
  ])('%s', (_, kind, text, expected) => {
    expect(problemsOf(kind, text)).toEqual(expected);
  });
});

describe('unknown fields', () => {
  test.each<readonly [string, string, string, readonly string[]]>([
    [
      'in the order of the keys, depth first',
      'LimitRange',
      'zzz: 1\nspec: { x: 1, limits: [{ b: 1, a: 1 }] }\nmetadata: { nope: 1 }\n"A": 1',
      ['A', 'metadata.nope', 'spec.limits[0].a', 'spec.limits[0].b', 'spec.x', 'zzz'],
    ],
    ['another case', 'LimitRange', 'Spec: {}', ['Spec']],
    ['a key with dots looks like several', 'LimitRange', 'spec: { a.b: 1 }', ['spec.a.b']],
    [
      'keys of maps are free',
      'LimitRange',
      'metadata: { labels: { nope: a } }\nspec: { limits: [{ max: { nope: 1 } }] }',
      [],
    ],
    [
      'inside status and managed fields',
      'ResourceQuota',
      'status: { nope: 1 }\nmetadata: { managedFields: [{ nope: 1 }] }',
      ['metadata.managedFields[0].nope', 'status.nope'],
    ],
    ['no kind without status has one', 'LimitRange', 'status: {}', ['status']],
    ['nothing is looked at below one', 'LimitRange', 'nope: { name: 5 }', ['nope']],
    [
      'the names of prototypes',
      'LimitRange',
      'constructor: 1\n__proto__: 1\ntoString: 1',
      ['__proto__', 'constructor', 'toString'],
    ],
  ])('%s', (_, kind, text, fields) => {
    expect(problemsOf(kind, text)).toEqual(fields.map((field) => `${field}: unknown-field`));
  });

  test('the server reports a hundred, each once', () => {
    const spec = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, 1]));
    const { problems } = decode('LimitRange', { spec }, NEWEST_MINOR);
    expect(problems).toHaveLength(100);
    expect(problems.at(-1)).toMatchObject({ field: 'spec.k188' });
  });

  test('keys are ordered by their bytes', () => {
    expect(problemsOf('LimitRange', '{ "\u{1f600}": 1, "\uff00": 1 }')).toEqual([
      '\uff00: unknown-field',
      '\u{1f600}: unknown-field',
    ]);
  });

  test.each<readonly [string, string, string | undefined]>([
    ['LimitRange', 'Spec: {}', 'spec'],
    ['LimitRange', 'spec: { limit: [] }', 'limits'],
    [
      'NetworkPolicy',
      'spec: { egress: [{ to: [{ cidr: a }] }] }',
      'spec.egress[0].to[0].ipBlock.cidr',
    ],
    ['CustomResourceDefinition', 'spec: { subresources: {} }', 'spec.versions[0].subresources'],
    ['CustomResourceDefinition', 'spec: { versions: [{ names: {} }] }', 'spec.names'],
    [
      'CustomResourceDefinition',
      'spec: { versions: [{ schema: { openAPIV3Schema: { properites: {} } } }] }',
      'properties',
    ],
    ['Pod', 'spec: { container: [] }', 'containers'],
    ['Deployment', 'spec: { template: {}, containers: [] }', undefined],
    ['Deployment', 'spec: { template: { containers: [] } }', 'spec.template.spec.containers'],
    ['Deployment', 'spec: { template: { replicas: 1 } }', 'spec.replicas'],
    [
      'CustomResourceDefinition',
      'spec: { versions: [{ schema: { openAPIV3Schema: { deprecated: true } } }] }',
      undefined,
    ],
    ['LimitRange', 'spec: { whatever: 1 }', undefined],
    // A field of another shape cannot be the intention.
    ['NetworkPolicy', 'spec: { ingress: [{ port: 80 }] }', 'spec.ingress[0].ports[0].port'],
    ['NetworkPolicy', 'spec: { ingress: [{ port: [{ port: 80 }] }] }', 'ports'],
    // A field that already exists cannot be the intention.
    ['LimitRange', 'spec: { limits: [], limit: [] }', undefined],
  ])('%s with %s: did you mean %s?', (kind, text, suggestion) => {
    expect(decode(kind, read(text), NEWEST_MINOR).problems).toMatchObject([{ suggestion }]);
  });
});

describe('kinds whose values are not validated', () => {
  test.each<readonly [string, string, string, readonly string[]]>([
    ['a clean object', 'Secret', 'data: { a: YQ== }\nstringData: { b: c }', []],
    ['data that is not encoded', 'Secret', 'data: { a: hunter2! }', ['data.a: base64']],
    [
      'a number for the value of a variable',
      'Pod',
      'spec: { containers: [{ env: [{ name: A, value: 1 }] }] }',
      ['spec.containers.0.env.0.value: number for string'],
    ],
    ['a time with six digits', 'Lease', 'spec: { renewTime: "2026-01-31T08:00:00.000000Z" }', []],
    [
      'a time with fewer',
      'Lease',
      'spec: { renewTime: "2026-01-31T08:00:00.000Z" }',
      ['spec.renewTime: micro-time'],
    ],
    [
      'a time with more',
      'Lease',
      'spec: { renewTime: "2026-01-31T08:00:00.0000000Z" }',
      ['spec.renewTime: micro-time'],
    ],
    [
      'an annotation that becomes an integer',
      'Deployment',
      'metadata: { annotations: { deprecated.deployment.rollback.to: 1.5 } }',
      ['metadata.annotations.deprecated.deployment.rollback.to: number for string'],
    ],
    [
      'one that does not',
      'DaemonSet',
      'metadata: { annotations: { deprecated.daemonset.template.generation: "" } }',
      ['metadata.annotations.deprecated.daemonset.template.generation: annotation'],
    ],
    ['any JSON', 'ControllerRevision', 'data: [1, { a: null }]\nrevision: 1', []],
    ['a struct without fields', 'Pod', 'spec: { volumes: [{ emptyDir: {} }] }', []],
  ])('%s', (_, kind, text, expected) => {
    expect(problemsOf(kind, text)).toEqual(expected);
  });

  test('have other fields in other versions', () => {
    const autoscaler = read('spec: { metrics: [] }');
    const of = (version: string) =>
      decodeAs(`autoscaling.${version}.HorizontalPodAutoscaler`, autoscaler, NEWEST_MINOR).problems;
    expect(of('v2')).toEqual([]);
    expect(of('v1')).toMatchObject([{ kind: 'unknown-field', field: 'spec.metrics' }]);
  });
});

test('a field that only some minors have', () => {
  const text = 'status: { observedGeneration: x }';
  expect(problemsOf('CustomResourceDefinition', text, '1.34')).toEqual([
    'status.observedGeneration: unknown-field',
  ]);
  expect(problemsOf('CustomResourceDefinition', text, '1.35')).toEqual([
    'status.observedGeneration: string for integer',
  ]);
  const decoded = decode('CustomResourceDefinition', read(text), '1.34');
  expect(decoded.undecodable).toBe(false);
  expect(decoded.problems).toMatchObject([{ kind: 'unknown-field', existsIn: { since: '1.35' } }]);
});

describe('schemas of custom resources', () => {
  const schemaProblems = (schema: string): readonly string[] =>
    problemsOf(
      'CustomResourceDefinition',
      `spec: { versions: [{ schema: { openAPIV3Schema: ${schema} } }] }`,
    ).map((text) => text.replace(/^spec\.versions(\[0\]|\.0)\.schema\.openAPIV3Schema\.?/, ''));

  test.each<readonly [string, readonly string[]]>([
    ['{ const: 1 }', ['const: unknown-field']],
    ['{ properties: { a: { nope: 1 } } }', ['properties.a.nope: unknown-field']],
    [
      '{ not: { nope: 1 }, allOf: [{ nope: 1 }] }',
      ['allOf[0].nope: unknown-field', 'not.nope: unknown-field'],
    ],
    // Below these four the decoder is not strict any more, however deep.
    ['{ items: { nope: 1 } }', ['items.nope: lost-field']],
    ['{ items: [{ nope: 1 }] }', ['items[0].nope: lost-field']],
    [
      '{ additionalProperties: { properties: { a: { nope: 1 } } } }',
      ['additionalProperties.properties.a.nope: lost-field'],
    ],
    ['{ additionalItems: { not: { nope: 1 } } }', ['additionalItems.not.nope: lost-field']],
    ['{ dependencies: { a: { nope: 1 } } }', ['dependencies.a.nope: lost-field']],
    ['{ items: { externalDocs: { nope: 1 } } }', ['items.externalDocs.nope: lost-field']],
    // Types are checked there anyway.
    ['{ items: { type: 5 } }', ['items.type: number for string']],
    [
      '{ items: { type: 5, nope: 1 } }',
      ['items.nope: lost-field', 'items.type: number for string'],
    ],
    ['{ items: [5] }', ['items.0: number for object']],
    ['{ dependencies: { a: [5] } }', ['dependencies.a.0: number for string']],
    ['{ additionalProperties: 5 }', ['additionalProperties: number for schema or boolean']],
    ['{ additionalItems: [] }', ['additionalItems: list for schema or boolean']],
    ['{ additionalProperties: true, additionalItems: false }', []],
    // Go ignores a scalar here.
    ['{ items: 5, dependencies: { a: x } }', []],
    ['{ default: [null], enum: [null, { a: 1 }], example: null }', []],
    [
      '{ maximum: 1.5, minimum: 99999999999999999999, multipleOf: x }',
      ['multipleOf: string for number'],
    ],
    ['{ maxLength: 1.5 }', ['maxLength: not-an-integer']],
  ])('%s', (schema, expected) => {
    expect(schemaProblems(schema)).toEqual(expected);
  });
});

describe('the decoded value', () => {
  const value = (kind: string, text: string): unknown =>
    decode(kind, read(text), NEWEST_MINOR).value;

  test.each<readonly [string, string, string, object]>([
    [
      'null is an absent field',
      'LimitRange',
      'metadata: null\nspec: { limits: null }',
      { spec: {} },
    ],
    [
      'null items and map values are zero',
      'LimitRange',
      'spec: { limits: [null, { max: { a: null } }] }\nmetadata: { finalizers: [null], labels: { a: null } }',
      {
        spec: { limits: [{}, { max: { a: '0' } }] },
        metadata: { finalizers: [''], labels: { a: '' } },
      },
    ],
    [
      'what is ill-typed is gone',
      'LimitRange',
      'metadata: { name: 5, namespace: a }',
      { metadata: { namespace: 'a' } },
    ],
    [
      'with an ill-typed item the list is gone',
      'LimitRange',
      'spec: { limits: [{ type: Pod }, Pod] }',
      { spec: {} },
    ],
    [
      'of a map only the ill-typed pair',
      'ResourceQuota',
      'spec: { hard: { pods: 1, cpu: x } }',
      { spec: { hard: { pods: 1 } } },
    ],
    ['a null below something ill-typed', 'LimitRange', 'spec: { limits: [null, 5] }', { spec: {} }],
    ['unknown fields stay', 'LimitRange', 'nope: null', { nope: null }],
    [
      'bytes are base64',
      'APIService',
      'spec: { caBundle: [72, 105] }',
      { spec: { caBundle: 'SGk=' } },
    ],
    [
      'a scalar for a schema is none',
      'CustomResourceDefinition',
      'spec: { versions: [{ schema: { openAPIV3Schema: { items: 5, dependencies: { a: 5, b: null } } } }] }',
      {
        spec: {
          versions: [
            { schema: { openAPIV3Schema: { items: [], dependencies: { a: [], b: [] } } } },
          ],
        },
      },
    ],
    [
      'null in any JSON stays',
      'CustomResourceDefinition',
      'spec: { versions: [{ schema: { openAPIV3Schema: { default: { a: null }, example: null, enum: [null] } } }] }',
      {
        spec: {
          versions: [{ schema: { openAPIV3Schema: { default: { a: null }, enum: [null] } } }],
        },
      },
    ],
  ])('%s', (_, kind, text, expected) => {
    expect(JSON.parse(JSON.stringify(value(kind, text)))).toEqual(expected);
  });

  test('a clean object is not copied, any other keeps what it was', () => {
    const clean = read('spec: { limits: [] }');
    expect(decode('LimitRange', clean, NEWEST_MINOR).value).toBe(clean);
    const text = 'metadata: { name: 5 }\nspec: &s { limits: [null] }';
    const odd = read(text);
    const decoded = decode('LimitRange', odd, NEWEST_MINOR);
    expect(odd).toEqual(read(text));
    expect(decoded.value).not.toBe(odd);
  });

  test('aliases of one node are different places', () => {
    const text = 'metadata: { labels: &m { a: 5 } }\nspec: { limits: [{ max: *m }] }';
    const decoded = decode('LimitRange', read(text), NEWEST_MINOR);
    expect(JSON.parse(JSON.stringify(decoded.value))).toEqual({
      metadata: { labels: {} },
      spec: { limits: [{ max: { a: 5 } }] },
    });
  });

  test('pruned fields are known by their paths in the document', () => {
    const item = read('metadata: { name: 5 }\nspec: { limits: [{}, 5] }');
    const decoded = decode('LimitRange', item, NEWEST_MINOR, { at: ['items', 0] });
    expect(decoded.problems.map(({ path }) => path)).toEqual([
      ['items', 0, 'metadata', 'name'],
      ['items', 0, 'spec', 'limits', 1],
    ]);
    expect(decoded.isPruned(['items', 0, 'metadata', 'name'])).toBe(true);
    expect(decoded.isPruned(['items', 0, 'spec', 'limits', 0, 'type'])).toBe(true);
    expect(decoded.isPruned(['items', 0, 'metadata'])).toBe(false);
    expect(decoded.isPruned(['metadata', 'name'])).toBe(false);
  });
});

describe('depth', () => {
  const crd = (openAPIV3Schema: Value): Mapping => ({
    spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema } }] },
  });

  function nest(innermost: Value, levels: number, around: (value: Value) => Value): Value {
    let value = innermost;
    for (let level = 0; level < levels; level++) value = around(value);
    return value;
  }

  test('schemas as deep as YAML allows', () => {
    const schema = nest({ type: 5, default: null }, 4990, (a) => ({ properties: { a } }));
    const decoded = decode('CustomResourceDefinition', crd(schema), NEWEST_MINOR);
    expect(decoded.problems).toHaveLength(1);
    expect(decoded.undecodable).toBe(true);
  });

  test('an unknown field at each depth', () => {
    const schema = nest({ nope: 1 }, 4990, (a) => ({ properties: { a }, nope: 1 }));
    const { problems } = decode('CustomResourceDefinition', crd(schema), NEWEST_MINOR);
    expect(problems).toHaveLength(100);
  });

  test('an ill-typed value at each depth: too many to tell', () => {
    const schema = nest({ type: 1 }, 2000, (a) => ({ properties: { a }, type: 1 }));
    const decoded = decode('CustomResourceDefinition', crd(schema), NEWEST_MINOR);
    expect(decoded.problems).toHaveLength(1000);
    expect(decoded.value).toEqual({});
    expect(decoded.isPruned(['spec', 'group'])).toBe(true);
  });

  test('any JSON, and what belongs nowhere', () => {
    const deep = nest(null, 9990, (item) => [item]);
    expect(
      decode('CustomResourceDefinition', crd({ default: deep }), NEWEST_MINOR).problems,
    ).toEqual([]);
    expect(
      decode('CustomResourceDefinition', { spec: deep, nope: deep }, NEWEST_MINOR).problems.map(
        tell,
      ),
    ).toEqual(['nope: unknown-field', 'spec: list for object']);
  });
});
