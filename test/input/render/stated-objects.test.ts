import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, runIn } from '../../cli/fake-host.ts';
import { temporaryFolder, temporaryRepository } from '../../temporary-folder.ts';
import { isInstalled, withInstalledPrograms } from './programs.ts';

const CHART = {
  'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'charts/shop/values.yaml': 'pods: "1"\n',
  'charts/shop/templates/quota.yaml': `apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Release.Name }}
  namespace: {{ .Release.Namespace }}
spec:
  hard:
    pods: {{ .Values.pods | quote }}
`,
};

const RELEASE = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: shop
  namespace: apps
spec:
  chart:
    spec:
      chart: ./charts/shop
      sourceRef:
        kind: GitRepository
        name: flux-system
  values:
    pods: "-1"
`;

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: web
spec:
  hard:
    pods: "\${PODS}"
`;

const KUSTOMIZATION = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: web
  namespace: flux-system
spec:
  path: ./apps
  targetNamespace: web
  sourceRef:
    kind: GitRepository
    name: flux-system
  postBuild:
    substitute:
      PODS: "-1"
`;

const APPS = {
  'apps/kustomization.yaml': 'resources: [quota.yaml]\n',
  'apps/quota.yaml': QUOTA,
};

function application(...lines: readonly string[]): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: shop
spec:
  destination:
    namespace: apps
  source:
    repoURL: https://example.com/shop.git
${lines.map((line) => `    ${line}\n`).join('')}`;
}

async function render(cwd: string): Promise<Outcome> {
  return runIn({ cwd }, '--render', '-f', 'concise');
}

async function places(cwd: string): Promise<readonly string[]> {
  const { stdout } = await render(cwd);
  return stdout.split('\n').flatMap((line) => /^(.*:\d+:\d+): error/.exec(line)?.[1] ?? []);
}

/** The output of a run. */
async function notices(files: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr } = await render(temporaryRepository(files));
  return `${stdout}${stderr}`;
}

withInstalledPrograms();

describe.skipIf(!isInstalled('helm'))('charts (skipped where helm is missing)', () => {
  it('findings are in the values of a HelmRelease', async () => {
    const cwd = temporaryRepository({ ...CHART, 'release.yaml': RELEASE });
    expect(await places(cwd)).toEqual(['release.yaml:14:11']);
  });

  it('renders what a folder with the name test states', async () => {
    const cwd = temporaryRepository({ ...CHART, 'clusters/test/release.yaml': RELEASE });
    expect(await places(cwd)).toEqual(['clusters/test/release.yaml:14:11']);
  });

  it('does not report what the program refuses in a folder of tests', async () => {
    const template = '{{ include "shop.missing" . }}\n';
    const refused = {
      ...CHART,
      'charts/shop/templates/check.yaml': `{{ if eq .Values.pods "-1" }}${template}{{ end }}`,
    };
    const said = await notices({ ...refused, 'clusters/test/release.yaml': RELEASE });
    expect(said).toContain('the program refuses it');
    expect(said).not.toContain('project/build-failed');
  });

  it('findings are in the ConfigMap that a HelmRelease takes values from', async () => {
    const map = `apiVersion: v1
kind: ConfigMap
metadata:
  name: values
  namespace: apps
data:
  values.yaml: |
    # The most pods.
    pods: "-2"
`;
    const release = RELEASE.replace(
      /values:\n.*\n/,
      'valuesFrom: [{kind: ConfigMap, name: values}]\n',
    );
    const cwd = temporaryRepository({ ...CHART, 'release.yaml': release, 'values.yaml': map });
    expect(await places(cwd)).toEqual(['values.yaml:9:11']);
  });

  it('takes the values of a HelmRelease that a kustomization patches from the patch', async () => {
    const cwd = temporaryRepository({
      ...CHART,
      'base/kustomization.yaml': 'resources: [release.yaml]\n',
      'base/release.yaml': RELEASE.replace('"-1"', '"2"'),
      'cluster/kustomization.yaml': 'resources: [../base]\npatches: [{path: patch.yaml}]\n',
      'cluster/patch.yaml': RELEASE.replace(/ {2}chart:\n(?: {4}.*\n)+/, ''),
    });
    expect(await places(cwd)).toEqual(['cluster/patch.yaml:8:11']);
  });

  it.each([
    ['valuesObject', ['helm:', '  valuesObject:', '    pods: "-1"'], 'app.yaml:13:15'],
    ['values', ['helm:', '  values: |', '    pods: "-1"'], 'app.yaml:13:15'],
    [
      'parameters',
      ['helm:', '  parameters:', '    - name: pods', '      value: "-1"'],
      'app.yaml:14:18',
    ],
    ['valueFiles', ['helm:', '  valueFiles: [many.yaml]'], 'charts/shop/many.yaml:1:7'],
  ])('findings are in the %s of an Application', async (_, lines, place) => {
    const cwd = temporaryRepository({
      ...CHART,
      'charts/shop/many.yaml': 'pods: "-3"\n',
      'app.yaml': application('path: charts/shop', ...lines),
    });
    expect(await places(cwd)).toEqual([place]);
  });

  it('reads an Application that a chart renders', async () => {
    const template = application('path: charts/shop', 'helm:', '  values: "pods: -1"');
    const cwd = temporaryRepository({
      ...CHART,
      'apps/Chart.yaml': 'apiVersion: v2\nname: apps\nversion: 1.0.0\n',
      'apps/templates/shop.yaml': template,
    });
    expect(await places(cwd)).toEqual(['apps/templates/shop.yaml:12:7']);
  });

  it('does not report what cannot be known to be a mistake', async () => {
    const files = { ...CHART };
    files['charts/shop/templates/quota.yaml'] += '# {{ add 1 (int .Values.pods) | required }}\n';
    const release = RELEASE.replace('"-1"', '"$(PODS)"');
    const text = await notices({ ...files, 'release.yaml': release });
    expect(text).toContain('it needs values that are given later');
  });

  it('does not report what a chart renders without the values that it may be given', async () => {
    const template = application(
      'path: charts/shop',
      'helm:',
      '  values: "pods: {{ .Values.pods }}"',
    );
    const files: Record<string, string> = {
      ...CHART,
      'apps/Chart.yaml': 'apiVersion: v2\nname: apps\nversion: 1.0.0\n',
      'apps/templates/shop.yaml': template,
    };
    files['charts/shop/templates/quota.yaml'] += '# {{ add 1 (int .Values.pods) | required }}\n';
    expect(await notices(files)).toContain('it needs values that are given later');
  });

  it.each([
    ['valuesObject', 'valuesObject: { pods: 1, web: { port: x } }', 'app.yaml:12:7'],
    ['values', 'values: "{ pods: 1, web: { port: x } }"', 'app.yaml:12:7'],
    ['a parameter', 'parameters: [{ name: web.port, value: x }]', 'app.yaml:12:7'],
    ['a values file', 'valueFiles: [dev.yaml]', 'charts/shop/dev.yaml:2:3'],
  ])('reports a value of %s that the schema of a chart refuses', async (_, text, at) => {
    const schema = '{"properties":{"web":{"properties":{"port":{"type":"integer"}}}}}';
    const cwd = temporaryRepository({
      ...CHART,
      'charts/shop/values.yaml': 'pods: 1\nweb: { port: 1 }\n',
      'charts/shop/values.schema.json': schema,
      'charts/shop/dev.yaml': 'web:\n  port: x\n',
      'app.yaml': application('path: charts/shop', 'helm:', `  ${text}`),
    });
    expect(await places(cwd)).toEqual([at]);
  });

  it('reports the line of an Application that names a values file which does not exist', async () => {
    const app = application('path: charts/shop', 'helm:', '  valueFiles:', '    - none.yaml');
    const quiet = { ...CHART, 'charts/shop/values.yaml': 'pods: 1\n' };
    const cwd = temporaryRepository({ ...quiet, 'app.yaml': app });
    expect(await places(cwd)).toEqual(['app.yaml:13:9']);
  });

  it('names an Application whose values are not a mapping', async () => {
    const app = application('path: charts/shop', 'helm:', '  values: "a: 1\\n b: 2"');
    expect(await notices({ ...CHART, 'app.yaml': app })).toContain('its values are not a mapping');
  });

  it('ignores the source of an Application with several sources', async () => {
    const several = '  sources: [{repoURL: https://example.com/shop.git, path: charts/shop}]\n';
    const app = application('path: charts/shop', 'helm:', '  values: "pods: -1"');
    expect(await places(temporaryRepository({ ...CHART, 'app.yaml': app }))).toHaveLength(1);
    expect(await places(temporaryRepository({ ...CHART, 'app.yaml': app + several }))).toEqual([]);
  });

  it('shortens the name of a release as Flux does', async () => {
    const long = RELEASE.replace('  chart:', `  targetNamespace: ${'n'.repeat(60)}\n  chart:`);
    const text = await notices({ ...CHART, 'release.yaml': long });
    expect(text).toContain('release.yaml:');
    expect(text).not.toContain('cannot be built');
  });

  it.each([
    ['a Secret', ['values:\n    pods: "-1"', 'valuesFrom: [{kind: Secret, name: s}]'], 'Secret s'],
    ['a chart outside', ['./charts/shop', '../outside'], '../outside is outside'],
    ['a chart behind a link', ['./charts/shop', './link'], 'link is outside of the repository'],
    [
      'post renderers',
      ['  values:', '  postRenderers: [{kustomize: {}}]\n  values:'],
      'it has postRenderers',
    ],
  ])(
    'names a HelmRelease with %s, and renders nothing',
    async (_, [from = '', to = ''], reason) => {
      const above = temporaryFolder({
        'outside/Chart.yaml': CHART['charts/shop/Chart.yaml'],
        'outside/templates/quota.yaml': 'kind: Stolen\n',
      });
      const cwd = join(above, 'repo');
      mkdirSync(join(cwd, '.git'), { recursive: true });
      for (const [name, text] of Object.entries(CHART)) {
        mkdirSync(join(cwd, name, '..'), { recursive: true });
        writeFileSync(join(cwd, name), text);
      }
      symlinkSync('../outside', join(cwd, 'link'));
      writeFileSync(join(cwd, 'release.yaml'), RELEASE.replace(from, to));
      const { stdout, stderr } = await render(cwd);
      expect(stdout + stderr).toMatch(/not rendered: .*HelmRelease apps\/shop/);
      expect(stdout + stderr).toContain(reason);
      expect(stdout).not.toContain('Stolen');
      expect(await places(cwd)).toEqual([]);
    },
  );

  it('reads no values as options', async () => {
    const cwd = temporaryRepository({
      ...CHART,
      'release.yaml': RELEASE.replace(
        'pods: "-1"',
        '"--post-renderer": ./run\n    pods: "--post-renderer=./run"',
      ),
      'app.yaml': application(
        'path: charts/shop',
        'helm:',
        '  releaseName: --post-renderer=./run',
        '  parameters: [{name: --post-renderer, value: ./run}, {name: pods, value: "-2"}]',
      ),
      run: '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
    });
    chmodSync(join(cwd, 'run'), 0o755);
    const { stdout } = await render(cwd);
    expect(stdout).toContain('release.yaml:15:11: error');
    expect(stdout).toMatch(/app\.yaml:1:1: error: .*invalid release name/);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  it('takes nothing from a repository with another name', async () => {
    const cwd = temporaryRepository({
      ...CHART,
      'app.yaml': application('path: charts/shop', 'helm: {values: "pods: -1"}'),
    });
    writeFileSync(
      join(cwd, '.git/config'),
      '[remote "origin"]\n\turl = git@example.com:a/other.git\n',
    );
    expect(await places(cwd)).toEqual([]);
  });
});

describe.skipIf(!isInstalled('kustomize'))('kustomizations (skipped where it is missing)', () => {
  it('findings are at the variable that Flux substitutes', async () => {
    const cwd = temporaryRepository({ ...APPS, 'flux.yaml': KUSTOMIZATION });
    expect(await places(cwd)).toEqual(['flux.yaml:14:13']);
  });

  it('findings are at the variable in an object whose name is one', async () => {
    const files = {
      ...APPS,
      'apps/quota.yaml': QUOTA.replace('name: web', `name: \${NAME}-\${KIND}`),
    };
    const flux = KUSTOMIZATION.replace(
      'PODS: "-1"',
      'NAME: web\n      KIND: pods\n      PODS: "-1"',
    );
    const cwd = temporaryRepository({ ...files, 'flux.yaml': flux });
    expect(await places(cwd)).toEqual(['flux.yaml:16:13']);
  });

  it('leaves variables whose values are in a Secret', async () => {
    const flux = KUSTOMIZATION.replace(
      /substitute:\n.*\n/,
      'substituteFrom: [{kind: Secret, name: s}]\n',
    );
    expect(await places(temporaryRepository({ ...APPS, 'flux.yaml': flux }))).toEqual([]);
  });

  it('takes variables from a ConfigMap, and the defaults of others', async () => {
    const flux = KUSTOMIZATION.replace(
      /substitute:\n.*\n/,
      'substituteFrom: [{kind: ConfigMap, name: vars}]\n',
    );
    const map =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: vars\n  namespace: flux-system\ndata:\n  PODS: "-1"\n';
    const cwd = temporaryRepository({
      ...APPS,
      'apps/quota.yaml': `${QUOTA}    secrets: "\${SECRETS:=-5}"\n    services: "$\${SERVICES}"\n`,
      'flux.yaml': flux,
      'map.yaml': map,
    });
    expect(await places(cwd)).toEqual([
      'map.yaml:7:9',
      'apps/quota.yaml:8:14',
      'apps/quota.yaml:9:15',
    ]);
  });

  it.each([
    ['namePrefix: a-', 'namePrefix: b-', 'namePrefix'],
    ['images: [{name: a, newTag: "1"}]', 'images: [{name: a, newName: b}]', 'images'],
  ])('does not add %s to what it would replace', async (stated, own, field) => {
    const cwd = temporaryRepository({
      'apps/kustomization.yaml': `resources: [quota.yaml]\n${own}\n`,
      'apps/quota.yaml': QUOTA,
      'flux.yaml': KUSTOMIZATION.replace('path: ./apps', `path: ./apps\n  ${stated}`),
    });
    expect((await render(cwd)).stdout).toContain(
      `not rendered: Kustomization flux-system/web (it replaces ${field} of the kustomization)`,
    );
  });

  it('applies the patches of Flux and the images of Argo CD', async () => {
    const patched = KUSTOMIZATION.replace(
      /postBuild:(?:\n.*)+/,
      `patches:
    - patch: '[{"op": "replace", "path": "/spec/hard/pods", "value": "-7"}]'
      target: {kind: ResourceQuota}
`,
    );
    const deployment = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: web, image: web}]}
`;
    const cwd = temporaryRepository({
      ...APPS,
      'flux.yaml': patched,
      'web/kustomization.yaml': 'resources: [pod.yaml]\n',
      'web/pod.yaml': deployment,
      'app.yaml': application(
        'path: web',
        'kustomize:',
        '  namespace: Not_Valid',
        '  images: [web=other:1]',
      ),
    });
    expect(await places(cwd)).toEqual(['web/pod.yaml:3:11', 'flux.yaml:13:5']);
  });

  it('reports the directive that kustomize leaves in its output, which the server refuses', async () => {
    const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: web, image: web}]}
`;
    const patch = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  strategy:
    $retainKeys: [type]
    type: Recreate
`;
    const cwd = temporaryRepository({
      'a/kustomization.yaml': 'resources: [web.yaml]\npatches: [{path: patch.yaml}]\n',
      'a/web.yaml': deployment,
      'a/patch.yaml': patch,
    });
    expect((await render(cwd)).stdout).toContain(
      "a/patch.yaml:6:18: error: unknown field '$retainKeys'",
    );
    const { stdout } = await runIn({ cwd }, '-f', 'concise');
    expect(stdout).toContain("a/patch.yaml:6:5: error: unknown field '$retainKeys'");
    const removed = patch.replace('$retainKeys: [type]', '$patch: replace');
    writeFileSync(join(cwd, 'a/patch.yaml'), removed);
    expect(await places(cwd)).toEqual([]);
  });

  it.each([
    ['a path outside', 'path: ./apps', 'path: ../outside', 'outside of the repository'],
    [
      'a component outside',
      'path: ./apps',
      'path: ./apps\n  components: [../../outside]',
      'outside of the repository',
    ],
    [
      'a patch in a file',
      'path: ./apps',
      'path: ./apps\n  patches: [{path: /etc/hostname}]',
      'a patch that is not a string',
    ],
  ])('names a Kustomization with %s', async (_, from, to, reason) => {
    const text = await notices({ ...APPS, 'flux.yaml': KUSTOMIZATION.replace(from, to) });
    expect(text).toMatch(/not rendered: .*Kustomization flux-system\/web/);
    expect(text).toContain(reason);
  });
});
