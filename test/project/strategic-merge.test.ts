import { expect, it } from 'vitest';
import { mergeStrategically } from '../../src/sources/project/kustomize/strategic-merge.ts';
import { isMapping, type Mapping, readParts, valueAt } from '../../src/yaml/index.ts';

function mapping(text: string): Mapping {
  const [part] = readParts(text);
  const value = part?.content.kind === 'value' ? part.content.document.value : undefined;
  if (!isMapping(value)) throw new Error(`no mapping: ${text}`);
  return value;
}

const DEPLOYMENT = mapping(`
spec:
  replicas: 1
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1 } }
  template:
    spec:
      containers:
        - { name: web, image: web:1, args: [-a, -b], env: [{ name: A, value: a }, { name: B, value: b }] }
        - { name: side, image: side:1 }
      volumes: [{ name: data, emptyDir: {} }]
`);

/** The results are those that the source of `yaml/merge2` of kyaml states. */
const MERGED: readonly (readonly [string, string, string])[] = [
  ['a value', '{replicas: 2}', '{replicas: 2}'],
  ['null removes', '{replicas: null}', '{}'],
  [
    'a mapping is merged',
    '{strategy: {type: Recreate}}',
    '{strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}}',
  ],
  [
    'a directive replaces',
    '{strategy: {$patch: replace, type: Recreate}}',
    '{strategy: {type: Recreate}}',
  ],
  ['a directive removes', '{strategy: {$patch: delete}}', '{strategy: null}'],
];

/** The object with a patch; undefined if it is removed or not known. */
function merge(object: Mapping, patch: Mapping): Mapping | undefined {
  const result = mergeStrategically(object, patch);
  return result?.kind === 'merged' ? result.value : undefined;
}

it.each(MERGED)('%s', (_, patch, fields) => {
  const expected: Record<string, unknown> = { ...(DEPLOYMENT.spec as Mapping), ...mapping(fields) };
  if (fields === '{}') delete expected.replicas;
  if (expected.strategy === null) delete expected.strategy;
  expect(merge(DEPLOYMENT, mapping(`{spec: ${patch}}`))).toEqual({ spec: expected });
});

function containersWith(patch: string): unknown {
  const merged = merge(DEPLOYMENT, mapping(`{spec: {template: {spec: {containers: ${patch}}}}}`));
  return valueAt(merged, ['spec', 'template', 'spec', 'containers']);
}

const WEB = {
  name: 'web',
  image: 'web:1',
  args: ['-a', '-b'],
  env: [
    { name: 'A', value: 'a' },
    { name: 'B', value: 'b' },
  ],
};

const SIDE = { name: 'side', image: 'side:1' };

it('merges the items of a list by their key, those of the patch first', () => {
  expect(containersWith('[{name: new, image: new}, {name: side, image: side:2}]')).toEqual([
    { name: 'new', image: 'new' },
    { name: 'side', image: 'side:2' },
    WEB,
  ]);
  expect(containersWith('[{name: web, env: [{name: B, value: c}, {name: D, value: d}]}]')).toEqual([
    {
      ...WEB,
      env: [
        { name: 'B', value: 'c' },
        { name: 'D', value: 'd' },
        { name: 'A', value: 'a' },
      ],
    },
    SIDE,
  ]);
});

it('replaces a list without a key, and one that a directive replaces', () => {
  expect(containersWith('[{name: web, args: [-c]}]')).toEqual([{ ...WEB, args: ['-c'] }, SIDE]);
  expect(containersWith('[{name: only, image: o}, {$patch: replace}]')).toEqual([
    { name: 'only', image: 'o' },
  ]);
});

it('a mapping that replaces another one has no members of JavaScript', () => {
  const spec = merge(DEPLOYMENT, mapping('{spec: {$patch: replace, replicas: 2}}'))?.spec;
  expect(isMapping(spec) && 'constructor' in spec).toBe(false);
  expect(spec).toEqual({ replicas: 2 });
});

it('removes an item by a directive', () => {
  expect(containersWith('[{name: side, $patch: delete}]')).toEqual([WEB]);
});

it('removes the object by a directive', () => {
  expect(mergeStrategically(DEPLOYMENT, { $patch: 'delete' })).toEqual({ kind: 'removed' });
});

it.each([
  ['{spec: [1]}', 'a value of another type'],
  ['{spec: {template: {spec: {containers: [{image: a}]}}}}', 'an item without its key'],
  ['{spec: {template: {spec: {$setElementOrder/containers: [{name: web}]}}}}', 'another directive'],
  ['{spec: {template: {metadata: {labels: {a: null}}}}}', 'null in what is added'],
])('does not know the result of %s: %s', (patch) => {
  expect(mergeStrategically(DEPLOYMENT, mapping(patch))).toBeUndefined();
});

it.each([
  ['a number', '[{port: 80}, {port: 443}]', '[{port: 443, name: a}]', '443:a 80:'],
  ['a new number', '[{port: 80}]', '[{port: 81}]', '81: 80:'],
  [
    'a number and a protocol',
    '[{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]',
    '[{port: 54, protocol: TCP}, {port: 53, protocol: UDP, name: a}]',
    '54: 53: 53:a',
  ],
  [
    'a removed pair',
    '[{port: 53, protocol: TCP}, {port: 53, protocol: UDP}]',
    '[{port: 53, protocol: UDP, $patch: delete}]',
    '53:',
  ],
])('merges ports by %s', (_, own, patch, expected) => {
  const withPorts = (ports: string) => mapping(`{spec: {ports: ${ports}}}`);
  const ports = valueAt(merge(withPorts(own), withPorts(patch)), ['spec', 'ports']);
  const shown = Array.isArray(ports) ? ports : [];
  expect(
    shown.map((port) => `${valueAt(port, ['port'])}:${valueAt(port, ['name']) ?? ''}`).join(' '),
  ).toBe(expected);
});

it('does not know the result if only some ports have a protocol', () => {
  const service = mapping('{spec: {ports: [{port: 80, protocol: TCP}]}}');
  expect(mergeStrategically(service, mapping('{spec: {ports: [{port: 81}]}}'))).toBeUndefined();
});

it('replaces ports of other objects', () => {
  const policy = (port: number) => mapping(`{spec: {ingress: [{ports: [{port: ${port}}]}]}}`);
  expect(merge(policy(80), policy(81))).toEqual(policy(81));
});

it.each([
  ['a mapping', '{strategy: {$patch: remove}}', 'spec.strategy.$patch'],
  [
    'an item that exists',
    '{template: {spec: {containers: [{name: new}, {name: web, $patch: remove}]}}}',
    'spec.template.spec.containers.1.$patch',
  ],
  [
    'a list',
    '{template: {spec: {containers: [{name: web}, {$patch: remove}]}}}',
    'spec.template.spec.containers.1.$patch',
  ],
  [
    'a mapping below one that the object lacks',
    '{template: {spec: {affinity: {nodeAffinity: {$patch: remove}}}}}',
    'spec.template.spec.affinity.nodeAffinity.$patch',
  ],
  [
    'an item of a list that the object lacks',
    '{template: {spec: {initContainers: [{name: new, $patch: remove}]}}}',
    'spec.template.spec.initContainers.0.$patch',
  ],
])('refuses an unknown directive of %s', (_, patch, at) => {
  const result = mergeStrategically(DEPLOYMENT, mapping(`{spec: ${patch}}`));
  expect(result).toEqual({ kind: 'refused', at: expect.anything() });
  expect(result?.kind === 'refused' && result.at.join('.')).toBe(at);
});

it.each([
  ['a new item', '{containers: [{name: new, $patch: remove}]}', ['containers', 0]],
  ['a mapping that the object lacks', '{affinity: {$patch: remove}}', ['affinity']],
])('keeps an unknown directive of %s', (_, patch, path) => {
  const merged = merge(DEPLOYMENT, mapping(`{spec: {template: {spec: ${patch}}}}`));
  expect(valueAt(merged, ['spec', 'template', 'spec', ...path, '$patch'])).toBe('remove');
});

it.each([
  ['repeated items', '[{name: a}, {name: a}]'],
  ['items without a name', '[{$patch: remove}]'],
])('does not know the result of a new list with %s', (_, items) => {
  const patch = mapping(`{spec: {template: {spec: {initContainers: ${items}}}}}`);
  expect(mergeStrategically(DEPLOYMENT, patch)).toBeUndefined();
});
