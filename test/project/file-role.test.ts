import { describe, expect, it } from 'vitest';
import { isInTests } from '../../src/sources/project/file-location.ts';
import { roleOf } from '../../src/sources/project/file-role.ts';
import { type Files, surroundingsIn } from './memory-project.ts';

function roleIn(files: Files, path: string): string {
  const role = roleOf({ location: path, surroundings: surroundingsIn(files, path) });
  if (role.kind === 'manifests' && role.mayLack !== 'nothing')
    return `${role.kind}, perhaps a patch${role.mayLack === 'all' ? ' without a name' : ''}`;
  return 'isCertain' in role && !role.isCertain ? `${role.kind}?` : role.kind;
}

describe('in kustomizations', () => {
  const files = {
    'kustomization.yaml': 'patches: [{ path: sub/patch.yaml }, { path: sub/deep/b.yaml }]',
    'sub/kustomization.yml': 'resources: [a.yaml, deep/b.yaml]\npatches: [{ path: deep/p.yaml }]',
    'crd/Kustomization': [
      'resources: [bases/a.yaml, patches/full.yaml]',
      'patches:',
      '- path: patches/webhook_in_as.yaml',
      '#- path: off.yaml',
      '#- path: bases/a.yaml',
      'configurations: [kustomizeconfig.yaml]',
    ].join('\n'),
  };

  it.each([
    ['sub/a.yaml', 'manifests'],
    // Nothing refers to the file, so it may be a patch that a script uses.
    ['sub/c.yaml', 'manifests, perhaps a patch'],
    // It is next to a patch.
    ['sub/deep/c.yaml', 'manifests, perhaps a patch'],
    ['sub/other/c.yaml', 'manifests'],
    ['sub/deep/p.yaml', 'kustomize-patch'],
    // A kustomization above may name a patch too; the nearest that names the file decides.
    ['sub/patch.yaml', 'kustomize-patch'],
    ['sub/deep/b.yaml', 'manifests'],
    ['crd/bases/a.yaml', 'manifests'],
    ['crd/patches/full.yaml', 'manifests'],
    ['crd/patches/webhook_in_as.yaml', 'kustomize-patch'],
    ['crd/kustomizeconfig.yaml', 'kustomize-patch'],
    ['crd/off.yaml', 'kustomize-patch?'],
    // Only the name shows the purpose.
    ['crd/patches/webhook_in_bs.yaml', 'kustomize-patch?'],
    ['crd/manager_patch.yaml', 'kustomize-patch?'],
    ['crd/patch-a.json', 'kustomize-patch?'],
    ['crd/dispatch.yaml', 'manifests, perhaps a patch'],
    ['crd/patching.yaml', 'manifests, perhaps a patch'],
  ])('%s: %s', (path, role) => {
    expect(roleIn(files, path)).toBe(role);
  });
});

describe('in a project of kubebuilder without kustomizations', () => {
  it.each([
    ['config/crd/patches/webhook_in_as.yaml', 'kustomize-patch?'],
    ['config/default/webhookcainjection_patch.yaml', 'kustomize-patch?'],
    ['config/webhook/manifests.yaml', 'manifests'],
    ['docs/patches/a.yaml', 'manifests, perhaps a patch without a name'],
  ])('%s: %s', (path, role) => {
    expect(roleIn({ PROJECT: 'version: "3"\n' }, path)).toBe(role);
  });
});

describe('without project files', () => {
  it.each([
    ['patches/a.yaml', 'manifests, perhaps a patch without a name'],
    ['overlays/web/a.yaml', 'manifests, perhaps a patch without a name'],
    ['web/agent-patches.yaml', 'manifests, perhaps a patch without a name'],
    ['web/agent-patches/a.yaml', 'manifests, perhaps a patch without a name'],
    ['web/a.yaml', 'manifests'],
    ['templates/a.yaml', 'manifests'],
    ['assert.yaml', 'manifests'],
    ['01-errors.yaml', 'test-assertion?'],
    ['00-assert.yaml', 'test-assertion?'],
    ['tests/e2e/smoke/assert.yaml', 'test-assertion?'],
    ['test/errors.yaml', 'manifests'],
    ['policies/assert-owner.yaml', 'manifests'],
    ['render/web.golden.yaml', 'test-assertion?'],
    ['render/expected.yaml', 'test-assertion?'],
    ['render/web-expected/service.yaml', 'test-assertion?'],
    ['tests/__snapshot__/store.yaml', 'test-assertion?'],
    ['unexpected.yaml', 'manifests'],
    ['expectedfailures/a.yaml', 'manifests'],
  ])('%s: %s', (path, role) => {
    expect(roleIn({}, path)).toBe(role);
  });
});

describe('in charts', () => {
  const files = {
    'charts/shop/Chart.yaml': 'name: shop',
    'charts/shop/charts/db/Chart.yaml': 'name: db',
    'charts/kustomization.yaml': [
      'resources: [shop/crds/crd.yaml, shop/templates/plain.yaml]',
      'patches: [{ path: shop/patch.yaml }]',
    ].join('\n'),
  };

  it.each([
    ['charts/shop/templates/a.yaml', 'chart-template'],
    ['charts/shop/templates/sub/tests/a.yaml', 'chart-template'],
    ['charts/shop/templates/plain.yaml', 'chart-template'],
    ['charts/shop/charts/db/templates/a.yaml', 'chart-template'],
    // A chart in a chart that was unpacked without its Chart.yaml.
    ['charts/shop/charts/cache/templates/a.yaml', 'chart-template'],
    ['charts/shop/crds/crd.yaml', 'manifests'],
    ['charts/shop/charts/db/crds/crd.yaml', 'manifests'],
    ['charts/shop/files/templates/a.yaml', 'manifests'],
    ['charts/shop/values.yaml', 'data'],
    ['charts/shop/values-prod.yaml', 'data'],
    ['charts/shop/prod-values.yml', 'data'],
    ['charts/shop/ci/basic-values.yaml', 'data'],
    ['charts/shop/values.schema.json', 'data'],
    ['charts/shop/charts/cache/values.yaml', 'data'],
    ['charts/shop/patch.yaml', 'kustomize-patch'],
    ['charts/other/values.yaml', 'manifests'],
  ])('%s: %s', (path, role) => {
    expect(roleIn(files, path)).toBe(role);
  });

  it('a kustomization in the folder of the chart decides first', () => {
    const both = {
      'Chart.yaml': 'name: shop',
      'kustomization.yaml': 'resources: [values.yaml]\npatches: [{ path: templates/p.yaml }]',
    };
    expect(roleIn(both, 'templates/p.yaml')).toBe('kustomize-patch');
    expect(roleIn(both, 'values.yaml')).toBe('manifests');
  });
});

describe('in tests of chainsaw', () => {
  const files = {
    'e2e/quick/chainsaw-test.yaml': `
      apiVersion: chainsaw.kyverno.io/v1alpha1
      kind: Test
      metadata: { name: quick }
      spec:
        steps:
          - try:
              - apply: { file: install.yaml }
              - apply: { file: error-policy.yaml }
              - create: { file: ./assert-nothing.yaml }
              - assert: { file: expected.yaml }
              - error: { file: gone/*.yaml }
              - patch: { file: change.yaml }
              - delete: { file: old.yaml }
              - assert: { resource: { kind: Pod } }
              - assert: { file: "(join('-', ['assert', $n]))" }
            catch:
              - assert: { file: ../quick/late.yaml }
          - try: [assert: { file: sub/deep.yaml }]
            finally: [error: { file: finally.yaml }]
          - use: { template: ../apply.yaml, with: { bindings: [{ name: file, value: used.yaml }] } }
    `,
  };

  it.each([
    ['install.yaml', 'manifests'],
    ['used.yaml', 'manifests'],
    ['error-policy.yaml', 'manifests'],
    ['assert-nothing.yaml', 'manifests'],
    ['expected.yaml', 'test-assertion'],
    ['gone/a.yaml', 'test-assertion'],
    ['gone/a/b.yaml', 'manifests'],
    ['change.yaml', 'test-assertion'],
    ['old.yaml', 'test-assertion'],
    ['sub/deep.yaml', 'test-assertion'],
    ['finally.yaml', 'test-assertion'],
    // The test does not use them.
    ['resources.yaml', 'test-assertion?'],
    ['mirrors.yaml', 'test-assertion?'],
    ['sub/resources.yaml', 'manifests'],
    ['assert-1.yaml', 'test-assertion?'],
    ['chainsaw-assert.yml', 'test-assertion?'],
    ['sub/01-errors.yaml', 'test-assertion'],
    ['chainsaw-test.yaml', 'manifests'],
  ])('%s: %s', (path, role) => {
    expect(roleIn(files, `e2e/quick/${path}`)).toBe(role);
  });
});

describe('in tests of kuttl', () => {
  it.each([
    ['tests/e2e/a/00-install.yaml', 'manifests'],
    ['tests/e2e/a/00-assert.yaml', 'test-assertion'],
    ['tests/e2e/a/01-errors.yaml', 'test-assertion'],
    ['tests/e2e/a/01-assert-more.yaml', 'test-assertion'],
    ['tests/e2e/a/errors.yaml', 'test-assertion?'],
    ['tests/e2e/a/02-asserted.yaml', 'manifests'],
  ])('%s: %s', (path, role) => {
    expect(roleIn({ 'kuttl-test.yaml': 'kind: TestSuite' }, path)).toBe(role);
  });
});

const GATOR_SUITE = `
  apiVersion: test.gatekeeper.sh/v1alpha1
  kind: Suite
  tests: [{ template: t.yaml, cases: [{ object: a.yaml, inventory: [./target.yaml] }] }]
`;

describe('in tests of policies', () => {
  const test = `
    policies: [../policy.yaml]
    resources: [resource.yaml, './more/*.yaml']
    targetResources: [target.yaml]
    variables: values.yaml
    results: [{ policy: p, resources: [web], patchedResources: patched.yaml }]
  `;

  it.each([
    ['resource.yaml', 'manifests'],
    ['more/a.yaml', 'manifests'],
    ['values.yaml', 'data'],
    ['patched.yaml', 'test-assertion?'],
    ['web', 'manifests'],
  ])('%s: %s', (path, role) => {
    expect(roleIn({ 'a/kyverno-test.yaml': test }, `a/${path}`)).toBe(role);
  });

  it.each([
    ['kyverno-test.yaml', test, true],
    ['test.yaml', test, true],
    ['test.yaml', 'resources: [target.yaml]', false],
    ['suite.yaml', GATOR_SUITE, true],
    ['suite.yaml', GATOR_SUITE.replace('test.gatekeeper.sh', 'example.com'), false],
  ])('the files that %s names', (name, text, isNamed) => {
    const isTested = (location: string) =>
      isInTests({ location, surroundings: surroundingsIn({ [`a/${name}`]: text }, location) });
    expect(isTested('a/target.yaml')).toBe(isNamed);
    expect(isTested('a/other.yaml')).toBe(false);
  });
});
