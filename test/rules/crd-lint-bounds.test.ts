import { describe, expect, it } from 'vitest';
import { excessiveReach } from '../../rules/crd/pattern-anchors/pattern-reach.ts';
import { jsonSize } from '../../rules/crd/size/json-size.ts';
import { parseJsonPath } from '../../src/server/kubernetes/formats/json-path.ts';
import { type Minor, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { compareVersionPriority } from '../../src/server/kubernetes/version-priority.ts';
import type { Value } from '../../src/yaml/index.ts';
import { lintPedantically } from '../lint/lint-pedantically.ts';

function findingsOf(content: string, minor: Minor = NEWEST_MINOR) {
  return lintPedantically([{ name: 'crd.yaml', content }], { kubernetesVersions: [minor] })
    .findings;
}

function crd(field: object, metadata: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'crontabs.stable.example.com', ...metadata },
    spec: {
      group: 'stable.example.com',
      names: { plural: 'crontabs', kind: 'CronTab' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { field } } },
            },
          },
        },
      ],
    },
  };
}

/** A CRD of which the JSON that kubectl sends takes so many bytes. */
function crdOfSize(bytes: number, metadata: object = {}): string {
  const empty = JSON.stringify(crd({ type: 'string', description: '' }, metadata)).length;
  return JSON.stringify(crd({ type: 'string', description: 'x'.repeat(bytes - empty) }, metadata));
}

describe('crd/size', () => {
  const KEY = 'kubectl.kubernetes.io/last-applied-configuration';
  // The annotation holds the object with `"annotations":{},` and a line break, and its key counts too.
  const most = 262_144 - KEY.length - '"annotations":{},'.length - 1;

  it.each([
    { bytes: 200_000, id: undefined },
    { bytes: Math.floor(most * 0.92), id: 'nearApply' },
    { bytes: most, id: 'nearApply' },
    { bytes: most + 1, id: 'apply' },
    { bytes: 1_400_000, id: 'apply' },
    { bytes: 1_500_000, id: 'nearEtcd' },
    { bytes: 1_572_864, id: 'nearEtcd' },
    { bytes: 1_572_865, id: 'etcd' },
    { bytes: 3_145_729, id: 'request' },
  ])('says $id of $bytes bytes', ({ bytes, id }) => {
    const found = findingsOf(crdOfSize(bytes)).filter(({ rule }) => rule === 'crd/size');
    expect(found.map(({ messageId }) => messageId)).toEqual(id === undefined ? [] : [id]);
  });

  it('refuses only what no API server takes', () => {
    const severities = [crdOfSize(1_600_000), crdOfSize(3_200_000)].flatMap((content) =>
      findingsOf(content)
        .filter(({ rule }) => rule === 'crd/size')
        .map(({ severity }) => severity),
    );
    expect(severities).toEqual(['warning', 'error']);
  });

  it('counts a schema that all versions share once, as it is stored', () => {
    const twoVersions = (differ: boolean) => {
      const copy = JSON.parse(crdOfSize(900_000));
      const [version] = copy.spec.versions;
      const other = structuredClone({ ...version, name: 'v2', storage: false });
      if (differ) other.schema.openAPIV3Schema.properties.spec.properties.field.maxLength = 9;
      copy.spec.versions.push(other);
      return JSON.stringify(copy);
    };
    const ids = [twoVersions(false), twoVersions(true)].map((content) =>
      findingsOf(content)
        .filter(({ rule }) => rule === 'crd/size')
        .map(({ messageId }) => messageId),
    );
    expect(ids).toEqual([['apply'], ['etcd']]);
  });

  it('mentions descriptions only where there are some', () => {
    const described = findingsOf(crdOfSize(300_000)).find(({ rule }) => rule === 'crd/size');
    expect(described?.help).toMatch(
      /^apply it with --server-side, or shorten the descriptions, which have \d+ bytes$/,
    );
    const values = Array.from({ length: 30_000 }, (_, index) => `value-${index}`);
    const plain = JSON.stringify(crd({ type: 'string', enum: values }));
    const { help } = findingsOf(plain).find(({ rule }) => rule === 'crd/size') ?? {};
    expect(help).toBe('apply it with --server-side');
  });

  it('counts other annotations, and not the one that is replaced', () => {
    const other = { annotations: { 'example.com/note': 'x'.repeat(1000) } };
    const replaced = { annotations: { [KEY]: 'x'.repeat(100_000) } };
    const ids = [crdOfSize(most - 10, other), crdOfSize(300_000, replaced)].map((content) =>
      findingsOf(content)
        .filter(({ rule }) => rule === 'crd/size')
        .map(({ messageId }) => messageId),
    );
    expect(ids).toEqual([['apply'], []]);
  });
});

describe('crd/bounds', () => {
  const fraction = { type: 'integer', minimum: 0.5 };
  const large = { type: 'integer', format: 'int32', maximum: 2 ** 32 };

  it.each([
    { field: fraction, minor: '1.35', id: 'truncated' },
    { field: fraction, minor: NEWEST_MINOR, id: 'notInteger' },
    { field: large, minor: '1.35', id: 'tooLargeSoon' },
    { field: large, minor: NEWEST_MINOR, id: 'tooLarge' },
  ] as const)('says $id in $minor', ({ field, minor, id }) => {
    const found = findingsOf(JSON.stringify(crd(field)), minor);
    const ids = found.filter(({ rule }) => rule === 'crd/bounds').map(({ messageId }) => messageId);
    expect(ids).toEqual([id]);
  });
});

describe('jsonSize', () => {
  it.each([
    { value: null, size: 4 },
    { value: true, size: 4 },
    { value: 12.5, size: 4 },
    { value: 9007199254740993n, size: 16 },
    { value: 'é€😀', size: 11 },
    { value: '<&>\n"\\\u0001\u2028', size: 2 + 18 + 6 + 6 + 6 },
    { value: { a: [1, 2, {}], b: {} }, size: '{"a":[1,2,{}],"b":{}}'.length },
    { value: `${'a'.repeat(100)}<`, size: 108 },
    { value: '\ud800x', size: 5 },
    { value: { a: '&', b: 9007199254740993n }, size: '{"a":"","b":}'.length + 6 + 16 },
  ])('is $size for $value', ({ value, size }) => {
    expect(jsonSize(value)).toBe(size);
  });

  it('takes no stack for a value that is nested deeply', () => {
    let value: Value = [];
    for (let level = 1; level < 100_000; level++) value = [value];
    expect(jsonSize(value)).toBe(200_000);
  });
});

describe('excessiveReach', () => {
  it.each([
    ['[a-z]*', '^ and $', '^[a-z]*$'],
    ['^[a-z]*', '$', '^[a-z]*$'],
    ['[a-z]*$', '^', '^[a-z]*$'],
    ['(a|b)?', '^ and $', '^(a|b)?$'],
  ])('is every string for %s', (pattern, missing, anchored) => {
    expect(excessiveReach(pattern)).toEqual({ kind: 'everything', missing, anchored });
  });

  it.each([
    ['^a|b$', 'alternatives', 'aa'],
    ['^gold|silver$', 'alternatives', 'golda'],
    ['^(\\d+)|([a-f]+)$', 'alternatives', 'xa'],
    ['^Hostname|IPAddress|[a-z]+\\/[a-z]+$', 'alternatives', '0a/a'],
    ['[a-z]+', 'unanchored', 'a0'],
    ['[a-z0-9]([-a-z0-9]*[a-z0-9])?', 'unanchored', 'aX'],
    ['\\d{4}', 'unanchored', 'a0000'],
  ])('is shown by a string for %s (%s)', (pattern, kind, witness) => {
    expect(excessiveReach(pattern)).toMatchObject({ kind, witness });
  });

  it('shows the pattern with anchors', () => {
    expect(excessiveReach('[a-z]+')).toMatchObject({ anchored: '^[a-z]+$' });
    expect(excessiveReach('[a-z]+|[0-9]+')).toMatchObject({ anchored: '^([a-z]+|[0-9]+)$' });
  });

  it.each([
    '',
    '.*',
    '^.*',
    '^[a-z]*$',
    '^$|^[a-z]+$',
    '^a$|^b$',
    '^(a|b)$',
    '(^a$|^b$)',
    // The same strings with the alternatives in a group.
    '^.{2,}|[^./]$',
    '^a.*|.*b$',
    '^[|]|a',
    '^s3://',
    '\\.com$',
    'foo',
    '@sha256:[0-9a-f]{64}',
    '\\A[a-z]+\\z',
    '(',
  ])('is not excessive for %s', (pattern) => {
    expect(excessiveReach(pattern)).toBeUndefined();
  });
});

describe('parseJsonPath', () => {
  it.each([
    ['.spec.a', [field('spec'), field('a')]],
    ['.a[0]', [field('a'), { kind: 'items', several: false }]],
    ['.a[*].b', [field('a'), { kind: 'items', several: true }, field('b')]],
    ['.a[1:3]', [field('a'), { kind: 'items', several: true }]],
    // A key in brackets is read as a path again.
    [".a['b.c']", [field('a'), field('b'), field('c')]],
    [".a['b\\.c']", [field('a'), field('b.c')]],
    ['.a\\.b', [field('a.b')]],
    ['.a[?(@.t=="X)")].s', [field('a'), { kind: 'filter', left: [field('t')] }, field('s')]],
    ['.a[?(@.t)]', [field('a'), { kind: 'filter', left: [field('t')] }]],
    ['.*', [{ kind: 'wildcard' }]],
    ['..a', [{ kind: 'recursive' }, field('a')]],
    ['.a[0,1]', [field('a'), { kind: 'union' }]],
    ['.a}', [field('a')]],
  ])('takes %s', (path, steps) => {
    expect(parseJsonPath(path)).toEqual({ ok: true, steps });
  });

  it.each([
    '.a[',
    '.a[b]',
    '.a[?(@.x',
    '.a[?(@.x)',
    '.a]',
    '.a{',
    ".a 'b",
    '.a..  ..',
    '.a 1.2.3',
    '.a "\\q"',
  ])('refuses %s', (path) => {
    expect(parseJsonPath(path).ok).toBe(false);
  });

  function field(name: string) {
    return { kind: 'field', name };
  }
});

describe('compareVersionPriority', () => {
  it('sorts as discovery does', () => {
    const sorted = [
      'v10',
      'v2',
      'v1',
      'v11beta2',
      'v10beta3',
      'v3beta1',
      'v12alpha1',
      'foo1',
      'foo10',
    ];
    expect(sorted.toReversed().sort(compareVersionPriority)).toEqual(sorted);
  });
});

describe('crd/format', () => {
  const formatsOf = (content: object, minor: Minor) =>
    findingsOf(JSON.stringify(content), minor).filter(({ rule }) => rule === 'crd/format');

  it.each([
    { field: { type: 'string', format: 'ip' }, minor: '1.33', id: 'ignored' },
    { field: { type: 'string', format: 'ip' }, minor: '1.34', id: 'unknown' },
    { field: { type: 'integer', format: 'ipv4' }, minor: '1.35', id: 'ignored' },
    { field: { type: 'integer', format: 'ipv4' }, minor: NEWEST_MINOR, id: 'otherType' },
    { field: { type: 'boolean', format: 'ipv4' }, minor: '1.35', id: 'loosens' },
    { field: { type: 'array', format: 'ipv4' }, minor: NEWEST_MINOR, id: 'compoundType' },
  ] as const)('reports $id of $field in $minor', ({ field, minor, id }) => {
    const withItems = { ...field, items: { type: 'string' } };
    expect(formatsOf(crd(withItems), minor).map(({ messageId }) => messageId)).toEqual([id]);
  });

  it('reports a format once, with other places as related locations, or counted', () => {
    const address = { type: 'string', format: 'ip' };
    const names = Array.from({ length: 15 }, (_, index) => `address${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, address]));
    const [finding, ...others] = formatsOf(crd({ type: 'object', properties }), NEWEST_MINOR);
    expect(others).toEqual([]);
    expect(finding?.field).toContain('properties[address0]');
    expect(finding?.related.map(({ message }) => message)).toEqual([
      ...Array.from({ length: 9 }, () => 'the same format'),
      'the same format, and at 4 more locations',
    ]);
  });
});
