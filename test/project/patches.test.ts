import { describe, expect, it } from 'vitest';
import { Patches } from '../../src/sources/project/kustomize/patches.ts';
import { readParts, type Value } from '../../src/yaml/index.ts';
import { type Files, surroundingsIn } from './memory-project.ts';

const WEBHOOKS = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods, labels: { app: shop } }
webhooks:
- name: a.example.com
- name: b.example.com
`;

const PATCH = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: pods }
webhooks: [{ name: b.example.com, namespaceSelector: {} }]
`;

function parse(text: string): Value {
  const [part] = readParts(text);
  return part?.content.kind === 'value' ? part.content.document.value : null;
}

/** Reports whether a patch changes a field of the webhooks in a file, in a run over all files. */
function isTouched(files: Files, path: string, field = 'webhooks[1].namespaceSelector'): boolean {
  const patches = new Patches();
  for (const name of Object.keys(files)) patches.addAround(surroundingsIn(files, name), name);
  const object = {
    file: path,
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    namespace: null,
    name: 'pods',
    value: () => parse(files[path] ?? ''),
  };
  return patches.of(object, surroundingsIn(files, path)).touch(field);
}

/** An overlay of a base with the webhooks, and the fields of both kustomizations other than their resources. */
function overlay(ofOverlay: string, ofBase = ''): Files {
  return {
    'base/webhooks.yaml': WEBHOOKS,
    'base/kustomization.yaml': `resources: [webhooks.yaml]\n${ofBase}`,
    'overlay/patch.yaml': PATCH,
    'overlay/kustomization.yaml': `resources: [../base]\n${ofOverlay}`,
  };
}

const BY_FILE = 'patches: [{ path: patch.yaml }]';

/** A JSON Patch for the objects that a target selects. */
function jsonPatch(target: string): string {
  return `patches: [{ patch: '[{ "op": "add", "path": "/webhooks/1/namespaceSelector" }]', target: ${target} }]`;
}

// As kustomize 5.5 applies patches.
describe('a patch is applied to what its kustomization includes', () => {
  it.each([
    ['by its name', overlay(BY_FILE), true],
    ['unless there is no patch', overlay(''), false],
    ['by a target', overlay(jsonPatch('{ kind: Val.* }')), true],
    ['by a target for another kind', overlay(jsonPatch('{ kind: Mut.* }')), false],
    ['by the name before a prefix', overlay(BY_FILE, 'namePrefix: shop-'), true],
    [
      'by the name with a prefix',
      overlay(jsonPatch('{ name: shop-pods }'), 'namePrefix: shop-'),
      true,
    ],
    ['by the name with a suffix', overlay(jsonPatch('{ name: pods-v2 }'), 'nameSuffix: -v2'), true],
    // A kustomization adds its own prefix and labels after its patches.
    ['not with its own prefix', overlay(`${jsonPatch('{ name: x-pods }')}\nnamePrefix: x-`), false],
    ['by a label of the file', overlay(jsonPatch('{ labelSelector: app=shop }')), true],
    [
      'by a label of the base',
      overlay(jsonPatch('{ labelSelector: a=b }'), 'commonLabels: { a: b }'),
      true,
    ],
    [
      'not by a label of its own',
      overlay(`${jsonPatch('{ labelSelector: a=b }')}\ncommonLabels: { a: b }`),
      false,
    ],
    [
      'by an annotation',
      overlay(jsonPatch('{ annotationSelector: a=b }'), 'commonAnnotations: { a: b }'),
      true,
    ],
  ])('%s', (_, files, touched) => {
    expect(isTouched(files, 'base/webhooks.yaml')).toBe(touched);
  });

  it('through a kustomization between them', () => {
    const files = {
      ...overlay(BY_FILE),
      'overlay/kustomization.yaml': 'resources: [../middle]\npatches: [{ path: patch.yaml }]',
      'middle/kustomization.yaml': 'bases: [../base/]',
      'middle/note.yaml': '',
    };
    expect(isTouched(files, 'base/webhooks.yaml')).toBe(true);
  });

  it('and not to an object of the same name elsewhere', () => {
    const files = { ...overlay(BY_FILE), 'dist/install.yaml': WEBHOOKS };
    expect(isTouched(files, 'dist/install.yaml')).toBe(false);
    const other = {
      ...files,
      'other/webhooks.yaml': WEBHOOKS,
      'other/kustomization.yaml': 'resources: [webhooks.yaml]',
    };
    expect(isTouched(other, 'other/webhooks.yaml')).toBe(false);
  });

  it('and to what is in its folder and below, where it names no resources', () => {
    const files = {
      'kustomization.yaml': BY_FILE,
      'patch.yaml': PATCH,
      'sub/webhooks.yaml': WEBHOOKS,
    };
    expect(isTouched(files, 'sub/webhooks.yaml')).toBe(true);
    expect(
      isTouched(
        { ...files, 'kustomization.yaml': `resources: [a]\n${BY_FILE}` },
        'sub/webhooks.yaml',
      ),
    ).toBe(false);
  });

  it('even if kustomizations name each other', () => {
    const files = overlay(BY_FILE, 'components: [../overlay, .]');
    expect(isTouched(files, 'base/webhooks.yaml')).toBe(true);
  });
});

describe('a patch of a component is applied to what the kustomization with the component includes', () => {
  const files = {
    ...overlay('components: [../component]'),
    'component/kustomization.yaml': 'kind: Component\ncomponents: [../inner]',
    'component/note.yaml': '',
    'inner/kustomization.yaml': `kind: Component\n${BY_FILE}`,
    'inner/patch.yaml': PATCH,
  };

  it('by its own components too', () => {
    expect(isTouched(files, 'base/webhooks.yaml')).toBe(true);
    expect(isTouched({ ...files, 'x/webhooks.yaml': WEBHOOKS }, 'x/webhooks.yaml')).toBe(false);
  });
});

it('a patch changes only the items and fields that it names', () => {
  const files = overlay(BY_FILE);
  expect(isTouched(files, 'base/webhooks.yaml', 'webhooks[0].namespaceSelector')).toBe(false);
  expect(isTouched(files, 'base/webhooks.yaml', 'webhooks[1].rules')).toBe(false);
});

describe('the values that kustomizations build', () => {
  const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: as.b.example }
spec: { scope: Namespaced }
`;
  const scope = (value: string) =>
    `patches: [{ target: { kind: CustomResourceDefinition }, patch: '[{ op: replace, path: /spec/scope, value: ${value} }]' }]`;

  /** The scopes of a CRD in `base/crd.yaml` in the outputs of the kustomizations. */
  function scopesIn(kustomizations: Files): readonly unknown[] | undefined {
    const files = { 'base/crd.yaml': CRD, ...kustomizations };
    const patches = new Patches();
    for (const name of Object.keys(files)) patches.addAround(surroundingsIn(files, name), name);
    const object = {
      file: 'base/crd.yaml',
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      namespace: null,
      name: 'as.b.example',
      value: () => parse(CRD),
    };
    return patches
      .builtFrom(object, surroundingsIn(files, 'base/crd.yaml'))
      ?.map(({ spec }) => (spec as { scope: unknown }).scope);
  }

  const base = { 'base/kustomization.yaml': 'resources: [crd.yaml]' };

  it.each<[string, Files, readonly unknown[] | undefined]>([
    ['without kustomizations', {}, undefined],
    ['as in the file', base, ['Namespaced']],
    [
      'of two overlays',
      {
        ...base,
        'a/kustomization.yaml': `resources: [../base]\n${scope('Cluster')}`,
        'b/kustomization.yaml': 'resources: [../base]',
      },
      ['Cluster', 'Namespaced'],
    ],
    [
      'of a base and its overlay',
      {
        'base/kustomization.yaml': `resources: [crd.yaml]\n${scope('A')}`,
        'a/kustomization.yaml': `resources: [../base]\n${scope('B')}`,
      },
      ['B'],
    ],
    [
      'with a component',
      { ...base, 'a/kustomization.yaml': 'resources: [../base]\ncomponents: [../c]' },
      undefined,
    ],
    [
      'where one patch cannot be applied',
      {
        ...base,
        'a/kustomization.yaml': `resources: [../base]\n${scope('A').replace('/spec/scope', '/none/scope')}`,
        'b/kustomization.yaml': `resources: [../base]\n${scope('B')}`,
      },
      undefined,
    ],
  ])('%s', (_, kustomizations, scopes) => {
    expect(scopesIn(kustomizations)).toEqual(scopes);
  });
});
