import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runIn } from '../../cli/fake-host.ts';
import { temporaryRepository } from '../../temporary-folder.ts';
import {
  INSTALLED,
  isInstalled,
  KUSTOMIZATIONS,
  places,
  QUOTA,
  WEB,
  withOwnPrograms,
} from './programs.ts';

withOwnPrograms();

describe.skipIf(!isInstalled('kustomize'))('with kustomize (skipped where it is missing)', () => {
  beforeEach(() => vi.stubEnv('PATH', INSTALLED));

  it('findings are in the base and the patch, once for both overlays', async () => {
    expect(await places(temporaryRepository(KUSTOMIZATIONS))).toEqual([
      expect.stringContaining('base/quota.yaml:7:11: error'),
      expect.stringContaining('b/patch.yaml:7:14: error'),
    ]);
  });

  it.each([
    ['namespace', 'namespace: Bad_1', 1, 'namespace'],
    ['prefix', 'namePrefix: Bad_1-', 1, 'name'],
    ['label', 'labels: [{ pairs: { app: "bad value" } }]', 1, 'labels'],
    ['number of replicas', 'replicas:\n  - { name: web, count: -1 }', 2, 'replicas'],
  ])('an invalid %s is reported where the kustomization sets it', async (_, text, line, field) => {
    const cwd = temporaryRepository({
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': WEB.replace('spec:', 'spec:\n  replicas: 1'),
      'a/kustomization.yaml': `${text}\nresources: [../base]\n`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'json');
    const { findings } = JSON.parse(stdout);
    expect(findings).toContainEqual(
      expect.objectContaining({
        file: 'a/kustomization.yaml',
        line,
        field: expect.stringContaining(field),
      }),
    );
  });

  it('judges objects that lack a field, also in a folder that may have patches', async () => {
    const cwd = temporaryRepository({
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': WEB.replace(/^ *selector:.*\n/m, ''),
      'overlays/dev/kustomization.yaml': 'resources: [../../base]\n',
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringMatching(/^base\/web.yaml:.* error: .*no selector/),
    );
  });

  it('a value that an operation adds to a list is reported in the patch', async () => {
    const patch = `- op: add
  path: /spec/template/spec/containers/-
  value:
    name: side
    image: side
    imagePullPolicy: Sometimes
`;
    const files = (entry: string) => ({
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': WEB,
      'over/kustomization.yaml': `resources: [../base]\npatches:\n${entry}`,
      'over/side.yaml': patch,
    });
    const target = '    target: { kind: Deployment }\n';
    const inFile = files(`  - path: side.yaml\n${target}`);
    expect(await places(temporaryRepository(inFile))).toEqual([
      expect.stringContaining('over/side.yaml:6:22: error'),
    ]);
    const text = patch.replaceAll(/^/gm, '      ').trimEnd();
    const inline = files(`  - patch: |-\n${text}\n${target}`);
    expect(await places(temporaryRepository(inline))).toEqual([
      expect.stringContaining('over/kustomization.yaml:9:28: error'),
    ]);
  });

  it('findings about what an item that a patch adds does not have are in the patch', async () => {
    const files = (patch: string) => ({
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': WEB,
      'over/kustomization.yaml':
        'resources: [../base]\npatches: [{path: side.yaml, target: {kind: Deployment}}]\n',
      'over/side.yaml': patch,
    });
    const operation = `- op: add
  path: /spec/template/spec/volumes
  value: [{ name: first, emptyDir: {} }, { name: Second, emptyDir: {} }]
- op: add
  path: /spec/template/spec/volumes/0
  value: { name: other, emptyDir: {} }
- op: add
  path: /spec/template/spec/containers/-
  value:
    name: side
`;
    expect(await places(temporaryRepository(files(operation)))).toEqual([
      expect.stringContaining('over/side.yaml:9:3: error'),
      expect.stringContaining('over/side.yaml:3:50: error'),
    ]);
    const strategic = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers:
        - name: side
`;
    expect(await places(temporaryRepository(files(strategic)))).toEqual([
      expect.stringContaining('over/side.yaml:8:11: error'),
    ]);
  });

  it.each([
    ['a key of a literal', 'literals: ["a b=c"]', 2, 16],
    ['a key of a file', 'files: ["b c=data.txt"]', 2, 13],
    ['a namespace', 'namespace: No_1', 2, 16],
    ['a label', 'options: { labels: { app: "a b" } }', 2, 31],
    [
      'a setting of all generators',
      'literals: []\ngeneratorOptions: { labels: { app: "a b" } }',
      3,
      36,
    ],
  ])('findings of generated objects are in the generator: %s', async (_, text, line, column) => {
    const cwd = temporaryRepository({
      'base/kustomization.yaml': `configMapGenerator:\n  - name: web\n    ${text}\n`,
      'base/data.txt': 'data\n',
      'kustomization.yaml': 'resources: [base]\nnamePrefix: my-\n',
    });
    expect(await places(cwd)).toEqual([
      expect.stringContaining(`base/kustomization.yaml:${line + 1}:${column}: error`),
    ]);
  });

  it.each([
    [
      'an object',
      '- source: { kind: ConfigMap, name: own, fieldPath: data.count }',
      'map.yaml:4:16',
    ],
    [
      'a generator',
      '- source: { kind: ConfigMap, name: made, fieldPath: data.count }',
      'kustomization.yaml:4:17',
    ],
  ])('findings are at the value that a replacement reads from %s', async (_, source, at) => {
    const cwd = temporaryRepository({
      'kustomization.yaml': `resources: [web.yaml, map.yaml]
configMapGenerator:
  - name: made
    literals: [ count=-1 ]
replacements:
  ${source}
    targets: [{ select: { kind: Deployment }, fieldPaths: [spec.replicas] }]
`,
      'map.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: own }\ndata: { count: "-1" }\n',
      'web.yaml': WEB.replace('spec:', 'spec:\n  replicas: 1'),
    });
    expect(await places(cwd)).toEqual([expect.stringContaining(`${at}: error`)]);
  });

  it.each([
    ['an operation that fails', '- { op: remove, path: /spec/none }', 'patch.yaml:1:23'],
    ['a patch without its object', WEB.replace('name: web', 'name: none'), 'patch.yaml:3:19'],
  ])('reports %s once', async (_, patch, at) => {
    const target = patch.startsWith('-') ? ', target: { kind: Deployment }' : '';
    const cwd = temporaryRepository({
      'kustomization.yaml': `resources: [web.yaml]\npatches: [{ path: patch.yaml${target} }]\n`,
      'web.yaml': WEB,
      'patch.yaml': patch,
    });
    expect(await places(cwd)).toEqual([expect.stringContaining(`${at}: error`)]);
  });

  it('reports an object that a kustomization has already where the second one is', async () => {
    const cwd = temporaryRepository({
      'kustomization.yaml': 'resources: [web.yaml, more.yaml]\n',
      'web.yaml': WEB,
      'more.yaml': `${QUOTA}---\n${WEB}`,
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringMatching(/^more\.yaml:9:1: error: .* registered id: Deployment\.v1\.apps\/web/),
    );
  });

  it('keeps the buildMetadata of a kustomization', async () => {
    const label = 'app.kubernetes.io/managed-by: "bad value"';
    const cwd = temporaryRepository({
      'kustomization.yaml': 'resources: [web.yaml]\nbuildMetadata: [managedByLabel]\n',
      'web.yaml': WEB.replace('name: web', `name: web, labels: { ${label} }`),
    });
    expect(await places(cwd)).toEqual([]);
  });

  it('findings are in the base also where kustomize sorts the keys of a value', async () => {
    const folder = temporaryRepository({
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': WEB,
      'a/kustomization.yaml': `resources: [../base]
patches:
  - path: web.yaml
  - target: { kind: Deployment }
    patch: '[{"op": "add", "path": "/spec/replicas", "value": 2}]'
`,
      'a/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  strategy:
    type: Recreate
    rollingUpdate:
      maxSurge: 1
`,
    });
    expect(await places(folder)).toEqual([expect.stringContaining('base/web.yaml:13:5: error')]);
  });

  it('reports a missing file at the line that names it', async () => {
    const cwd = temporaryRepository({ 'a/kustomization.yaml': 'resources:\n  - none.yaml\n' });
    const { code, stdout } = await runIn({ cwd }, '--render', '--pedantic', '-f', 'concise');
    expect(code).toBe(0);
    expect(stdout.match(/^.*none\.yaml.*$/gm)).toEqual([
      expect.stringMatching(/^a\/kustomization\.yaml:2:5: info: .*missing-file\]$/),
    ]);
  });

  it('reports the missing data of a generator only as information', async () => {
    const cwd = temporaryRepository({
      'a/kustomization.yaml': 'configMapGenerator:\n  - name: a\n    files:\n      - none.txt\n',
    });
    const { stdout } = await runIn({ cwd }, '--render', '--pedantic', '-f', 'concise');
    expect(stdout).toContain(
      "a/kustomization.yaml:4:7: info: cannot be built: 'a/none.txt' does not exist",
    );
  });

  it('reports a list that a patch leaves empty in the patch', async () => {
    const cwd = temporaryRepository({
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': WEB.slice(0, WEB.indexOf('  strategy')),
      'a/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
      'a/patch.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      containers:
        - nam: web
`,
    });
    expect(await places(cwd)).toEqual([
      expect.stringMatching(/^a\/patch\.yaml:7:7: error: the pod has no containers/),
    ]);
  });

  it.each([
    ['the field that kustomize cannot read', 'resources: []\nkind: [x]\n', '2:1'],
    ['the version that kustomize does not have', 'resources: []\napiVersion: v2\n', '2:1'],
  ])('reports %s', async (_, kustomization, place) => {
    const cwd = temporaryRepository({ 'a/kustomization.yaml': kustomization });
    expect(await places(cwd)).toEqual([
      expect.stringContaining(`a/kustomization.yaml:${place}: error: cannot be built: `),
    ]);
  });

  it.each([
    ['kind', 'kind: ResourceQuota', 'kind: No Kind'],
    ['version', 'apiVersion: v1', 'apiVersion: No Version'],
  ])('reports a patch of another %s without a target in the patch', async (_, own, other) => {
    const cwd = temporaryRepository({
      ...KUSTOMIZATIONS,
      'b/patch.yaml': QUOTA.replace(own, other),
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining('b/patch.yaml:2:1: error: cannot be built: no resource matches'),
    );
  });

  it.each([
    ['whose path is not a text', '- op: remove\n  path: 5\n'],
    ['that adds to nothing', '- op: add\n  path: /none/a\n  value: 1\n'],
    ['that removes nothing', '- op: remove\n  path: /spec/none\n'],
    ['whose test fails', '- op: test\n  path: /kind\n  value: Pod\n'],
  ])('reports an operation %s in the patch', async (_, operation) => {
    const cwd = temporaryRepository({
      ...KUSTOMIZATIONS,
      'b/kustomization.yaml':
        'resources: [../base]\npatches:\n  - path: patch.yaml\n    target: { kind: ResourceQuota }\n',
      'b/patch.yaml': `- op: test\n  path: /spec/hard/pods\n  value: "-1"\n${operation}`,
    });
    const { stdout } = await runIn({ cwd: join(cwd, 'b') }, '--render', '-f', 'concise');
    expect(stdout).toMatch(/^patch\.yaml:5:\d+: error: cannot be built: /m);
  });

  it('keeps odd names apart from options and lists', async () => {
    const name = "--output='$(x)' a,b";
    const cwd = temporaryRepository({
      [`${name}/kustomization.yaml`]: 'resources: [quota.yaml]\n',
      [`${name}/quota.yaml`]: QUOTA,
    });
    expect(await places(cwd)).toEqual([expect.stringContaining('quota.yaml:7:11: error')]);
  });
});
