import { describe, expect, it } from 'vitest';
import { readKustomization } from '../../src/sources/project/kustomize/kustomization.ts';

const CRD_PATCH = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec: { conversion: { strategy: Webhook } }
`;

const JSON_PATCH = '[{ "op": "add", "path": "/spec/conversion", "value": {} }]';

/** A kustomization in a folder with patches, replacements and transformers. */
function read(text: string) {
  const files = new Map([
    ['merge.yaml', CRD_PATCH],
    ['json.json', JSON_PATCH],
    ['sub/more.yaml', `${CRD_PATCH}---\n${CRD_PATCH}`],
    ['replacement.yaml', 'targets: [{ select: { kind: A }, fieldPaths: [spec.a] }]'],
    ['replacements.yaml', '- targets: [{ select: { kind: A }, fieldPaths: [spec.a] }]'],
    [
      'transformer.yaml',
      'kind: PatchTransformer\ntarget: { kind: A }\npath: json.json\n---\nkind: LabelTransformer\n',
    ],
    ['merges.yaml', 'kind: PatchStrategicMergeTransformer\npaths: [merge.yaml]\n'],
  ]);
  return readKustomization(text, (path) => files.get(path));
}

/** The kind and name of the targets. */
function targetsIn(text: string): readonly string[] {
  return read(text).patches.map(({ target: { kind, name } }) => `${kind} ${name}`);
}

const CRD = 'CustomResourceDefinition crontabs.stable.example.com';

describe('the patches of a kustomization', () => {
  it.each([
    ['patches: [{ path: merge.yaml }]', [CRD]],
    ['patches: [{ path: ./sub/../merge.yaml }]', [CRD]],
    ['patches: [{ path: sub/more.yaml }]', [CRD, CRD]],
    ['patches: [{ path: json.json, target: { kind: A, name: b } }]', ['A b']],
    ['patches: [{ path: merge.yaml, target: { kind: A, name: b } }]', ['A b']],
    [
      'patches: [{ path: json.json, target: { name: a } }, { path: json.json, target: { name: b } }]',
      ['undefined a', 'undefined b'],
    ],
    // Without a target, a JSON Patch applies to no object.
    ['patches: [{ path: json.json }]', []],
    ['patches: [merge.yaml]', [CRD]],
    ['patches: [{ path: none.yaml }]', []],
    [`patches:\n- patch: |-\n    ${CRD_PATCH.replaceAll('\n', '\n    ')}`, [CRD]],
    [`patches: [{ patch: '${JSON_PATCH}', target: { kind: A } }]`, ['A undefined']],
    ['patches: [{ patch: "- op: add\\n  path: /a\\n", target: { kind: A } }]', ['A undefined']],
    ['patchesStrategicMerge: [merge.yaml]', [CRD]],
    [`patchesStrategicMerge:\n- |-\n    ${CRD_PATCH.replaceAll('\n', '\n    ')}`, [CRD]],
    ['patchesJson6902: [{ path: json.json, target: { kind: A, name: b } }]', ['A b']],
    [`patchesJson6902: [{ patch: '${JSON_PATCH}', target: { kind: A } }]`, ['A undefined']],
    ['replacements: [{ path: replacement.yaml }]', ['A undefined']],
    ['replacements: [{ path: replacements.yaml }]', ['A undefined']],
    ['replacements: [{ targets: [{ select: { kind: B } }] }]', ['B undefined']],
    ['transformers: [transformer.yaml]', ['A undefined']],
    ['transformers: [merges.yaml]', [CRD]],
    [
      'transformers: ["kind: ReplacementTransformer\\nreplacements: [{ targets: [{ select: { kind: B } }] }]\\n"]',
      ['B undefined'],
    ],
    ['patches: merge.yaml', []],
    ['patches: [1, null, [merge.yaml]]', []],
    ['- patches: [{ path: merge.yaml }]', []],
    ['patches: [{ path: merge.yaml }', []],
    ['', []],
  ])('%s', (text, targets) => {
    expect(targetsIn(text)).toEqual(targets);
  });
});

describe('the files that a kustomization names', () => {
  it('are not objects by themselves where they are parts of it', () => {
    const { parts, resources, components } = read(`
      resources: [./a.yaml, ../base, https://example.com/b]
      bases: [old]
      crds: [crd.yaml]
      components: [../comp/]
      patches: [{ path: patch.yaml }]
      patchesStrategicMerge: [./merge.yaml]
      patchesJson6902: [{ path: json.json, target: { kind: A } }]
      replacements: [{ path: replacement.yaml }]
      transformers: [transformer.yaml]
      configurations: [kustomizeconfig.yaml]
      openapi: { path: schema.json }
      configMapGenerator: [{ name: a, files: [data.yaml] }]
    `);
    expect([...parts].sort()).toEqual([
      'json.json',
      'kustomizeconfig.yaml',
      'merge.yaml',
      'patch.yaml',
      'replacement.yaml',
      'schema.json',
      'transformer.yaml',
    ]);
    expect([...resources]).toEqual([
      'a.yaml',
      '../base',
      'https:/example.com/b',
      'old',
      'crd.yaml',
    ]);
    expect(components).toEqual(['../comp']);
  });

  it.each([
    ['#- path: cainjection_in_crontabs.yaml', ['cainjection_in_crontabs.yaml']],
    ['#  - path: "a.yaml"', ['a.yaml']],
    ['# - patches/webhook_in_crontabs.yaml', ['patches/webhook_in_crontabs.yaml']],
    ['#- manager_webhook_patch.yaml', ['manager_webhook_patch.yaml']],
    ['## - ./patch-a.json', ['patch-a.json']],
    ['#- ../crd', []],
    ['#- dispatch/crd.yaml', []],
    ['# - path/to/crd.yaml', []],
    ['# see patches/a.yaml', []],
    ['- patches/a.yaml', []],
  ])('may be commented out: %s', (line, files) => {
    expect([...read(`resources: []\n${line}\n`).commentedParts]).toEqual(files);
  });
});

it('says what a kustomization does to its objects', () => {
  const { namePrefix, nameSuffix, namespace, labels, annotations } = read(`
    namePrefix: shop-
    nameSuffix: -v2
    namespace: shop
    commonLabels: { a: b }
    labels: [{ pairs: { c: d }, includeSelectors: true }, no]
    commonAnnotations: { e: f, g: 1 }
  `);
  expect({ namePrefix, nameSuffix, namespace }).toEqual({
    namePrefix: 'shop-',
    nameSuffix: '-v2',
    namespace: 'shop',
  });
  expect([...labels, ...annotations]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]);
});

describe('entries that name a file, or repeat a text, very many times', () => {
  const PATCHES = '{apiVersion: v1, kind: A, metadata: {name: a}, x: 1}\n---\n'.repeat(100);

  it('are read up to a limit', () => {
    const entries = '- {path: p.yaml, target: {kind: A}}\n'.repeat(300);
    const { patches } = readKustomization(`patches:\n${entries}`, () => PATCHES);
    expect(patches).toHaveLength(20_000);
  });

  it('are read once', () => {
    const text = `patches:\n- &p {patch: ${JSON.stringify(PATCHES)}}\n${'- *p\n'.repeat(20)}`;
    const { patches } = readKustomization(text, () => undefined);
    expect(patches).toHaveLength(2100);
    expect(new Set(patches.map(({ fields }) => fields)).size).toBe(100);
  });
});
