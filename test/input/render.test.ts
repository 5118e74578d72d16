import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigFiles } from '../../src/hosts/node/config-files.ts';
import {
  ENDING_WITH_PARENT,
  type GroupRun,
  runGroup,
  type Wrapper,
  wrappersOutside,
} from '../../src/hosts/node/process-group.ts';
import { programOutside } from '../../src/hosts/node/program.ts';
import { renderInput } from '../../src/hosts/node/render/render.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { type Outcome, runIn } from '../cli/fake-host.ts';
import { temporaryFolder, temporaryRepository } from '../temporary-folder.ts';

const TEMPLATE = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .Release.Name }}
spec:
  hard:
    pods: {{ .Values.pods }}
  scopes: [Never]
`;

const CHART = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'shop/values.yaml': 'pods: "-1"\n',
  'shop/ci/large.yaml': 'pods: "-2"\n',
  'shop/templates/quota.yaml': TEMPLATE,
};

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata:
  name: web
spec:
  hard:
    pods: "-1"
`;

const KUSTOMIZATIONS = {
  'base/kustomization.yaml': 'resources: [quota.yaml]\n',
  'base/quota.yaml': QUOTA,
  'a/kustomization.yaml': 'resources: [../base]\nnamePrefix: a-\n',
  'b/kustomization.yaml': 'resources: [../base]\npatches:\n  - path: patch.yaml\n',
  'b/patch.yaml': QUOTA.replace('pods: "-1"', 'secrets: "-2"'),
};

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: web
  strategy:
    rollingUpdate:
      maxUnavailable: 1
      maxSurge: 1
`;

let programs: string;

beforeEach(() => {
  programs = temporaryFolder({});
  vi.stubEnv('PATH', programs);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Makes a program that runs lines of JavaScript. */
function program(name: string, ...lines: readonly string[]): void {
  const path = join(programs, name);
  writeFileSync(path, [`#!${process.execPath}`, ...lines].join('\n'));
  chmodSync(path, 0o755);
}

function printing(text: string): string {
  return `process.stdout.write(${JSON.stringify(text)});`;
}

async function places(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise', ...args);
  return stdout.split('\n').filter((line) => /:\d+:\d+: error/.test(line));
}

function lastLines({ stdout, stderr }: Outcome): string {
  return stdout + stderr;
}

describe('with programs that print given texts', () => {
  const rendered = `---\n# Source: shop/templates/quota.yaml\n${TEMPLATE.replace(
    '{{ .Release.Name }}',
    'web',
  ).replace('{{ .Values.pods }}', '"-1"')}`;

  it('findings are in the values file and the template', async () => {
    program('helm', printing(rendered));
    const { 'shop/ci/large.yaml': _, ...files } = CHART;
    expect(await places(temporaryRepository(files))).toEqual([
      expect.stringContaining('shop/values.yaml:1:7: error'),
      expect.stringContaining('shop/templates/quota.yaml:8:3: error'),
    ]);
  });

  it('starts none without the option, and none because of a configuration', async () => {
    program('helm', printing(rendered));
    const cwd = temporaryRepository({ ...CHART, '.kubeadmit.yaml': 'pedantic: true\n' });
    expect((await runIn({ cwd })).stdout).not.toContain('-1');
    const variable = await runIn({ cwd, env: { KUBEADMIT_RENDER: '1' } });
    expect(variable.stdout).toContain('values.yaml');
  });

  it('is ignored as a variable where it is false, or cannot be combined with another option', async () => {
    program('helm', printing(rendered));
    const cwd = temporaryRepository(CHART);
    const off = await runIn({ cwd, env: { KUBEADMIT_RENDER: 'false' } });
    const fixing = await runIn({ cwd, env: { KUBEADMIT_RENDER: '1' } }, '--fix');
    for (const { stdout, code } of [off, fixing]) {
      expect(stdout).not.toContain('values.yaml');
      expect(code).toBe(0);
    }
    expect((await runIn({ cwd }, '--render', '--fix')).code).toBe(2);
  });

  it('runs two at the same time', async () => {
    // Each waits for the other one.
    program(
      'helm',
      "const { existsSync, readdirSync, writeFileSync } = require('node:fs');",
      `const folder = ${JSON.stringify(temporaryFolder({}))};`,
      "writeFileSync(folder + '/' + process.pid, '');",
      `const wait = () => readdirSync(folder).length < 2 ? setTimeout(wait, 10) : ${printing(rendered)}`,
      'wait();',
    );
    const { stderr, stdout } = await runIn({ cwd: temporaryRepository(CHART) }, '--render');
    expect(stdout + stderr).not.toContain('not rendered');
  });

  it('builds a kustomization once that Flux builds as it is', async () => {
    const log = join(temporaryFolder({}), 'log');
    program(
      'kustomize',
      `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'built\\n');`,
      printing(QUOTA),
    );
    const cwd = temporaryRepository({
      'apps/kustomization.yaml': 'resources: [quota.yaml]\n',
      'apps/quota.yaml': QUOTA,
      'flux.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { path: ./apps, prune: true, interval: 1h, sourceRef: { kind: GitRepository, name: own } }
`,
    });
    expect(await places(cwd)).toHaveLength(1);
    expect(readFileSync(log, 'utf8')).toBe('built\n');
  });

  it('names the program that is missing', async () => {
    const outcome = await runIn({ cwd: temporaryRepository(CHART) }, '--render');
    expect(lastLines(outcome)).toContain(
      'not rendered: shop, shop with ci/large.yaml (helm is not installed)',
    );
  });

  it.each([
    ['a chart', 'shop/../../secret.yaml'],
    ['a chart, by a link', 'shop/../link.yaml'],
    ['a kustomization', '../../../../../../../../../etc/passwd'],
    ['a kustomization, by a link', 'LINK'],
  ])(
    'reads no file outside of the repository that the object of %s names',
    async (what, origin) => {
      const outer = temporaryFolder({ 'secret.yaml': `${QUOTA}# classified\n` });
      const cwd = join(outer, 'work');
      const files = what.startsWith('a chart') ? CHART : KUSTOMIZATIONS;
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(cwd, path, '..'), { recursive: true });
        writeFileSync(join(cwd, path), text);
      }
      mkdirSync(join(cwd, '.git'));
      symlinkSync(join(outer, 'secret.yaml'), join(cwd, 'link.yaml'));
      const path = origin === 'LINK' ? join(cwd, 'link.yaml') : origin;
      const annotations = `  annotations: { config.kubernetes.io/origin: "path: ${path}" }\n`;
      const output = QUOTA.replace('spec:', `${annotations}spec:`).replace('pods', 'classified');
      program('helm', printing(output));
      program('kustomize', printing(output));
      const { stdout } = await runIn({ cwd }, '--render');
      expect(stdout).toMatch(/--> (?:shop|a|b)\//);
      expect(stdout).not.toMatch(/# classified|root:|--> (?:\.\.|link|\/)/);
    },
  );

  it('is not ended by objects whose lists have values of other types', async () => {
    program('helm', printing(rendered));
    program('kustomize', printing(QUOTA));
    const odd = '[{ a: b }, [c], null]';
    const cwd = temporaryRepository({
      ...CHART,
      ...KUSTOMIZATIONS,
      'shop.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop }
spec: { source: { path: shop, helm: { valueFiles: ${odd} } } }
`,
      'base.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: base }
spec: { source: { path: base, kustomize: { images: ${odd}, components: ${odd} } } }
`,
      'flux.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop }
spec: { chart: { spec: { chart: shop, valuesFiles: ${odd}, sourceRef: { kind: GitRepository, name: a } } } }
`,
    });
    expect(await places(cwd)).not.toEqual([]);
  });

  it('takes no program from the repository', async () => {
    const cwd = temporaryRepository({ ...CHART, 'bin/helm': `#!/bin/sh\n: > '${programs}/ran'\n` });
    chmodSync(join(cwd, 'bin/helm'), 0o755);
    vi.stubEnv('PATH', `${join(cwd, 'bin')}${delimiter}${programs}`);
    expect(lastLines(await runIn({ cwd }, '--render'))).toContain('helm is not installed');
  });

  it('gives them PATH and a scratch HOME, and nothing else of the environment', async () => {
    vi.stubEnv('SECRET_TOKEN', 'secret');
    program('helm', 'process.stderr.write(JSON.stringify(process.env)); process.exitCode = 1;');
    const { stdout } = await runIn({ cwd: temporaryRepository(CHART) }, '--render', '-f', 'json');
    expect(stdout).toContain('GIT_ALLOW_PROTOCOL');
    expect(stdout).not.toContain('secret');
  });

  it('reports what a program refuses at the line that it names', async () => {
    program(
      'helm',
      `process.stderr.write('Error: template: shop/templates/quota.yaml:7:14: bad \\u001b[31m');`,
      'process.exitCode = 1;',
    );
    const outcome = await runIn({ cwd: temporaryRepository(CHART) }, '--render', '-f', 'concise');
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toContain('shop/templates/quota.yaml:7:5: error');
    expect(outcome.stdout).not.toContain('\u001b[31m');
    const off = await runIn({ cwd: temporaryRepository(CHART) }, '--render', '--skip=project');
    expect(off.code).toBe(0);
  });

  it('names a refused chart to which another one may give values', async () => {
    program('helm', "process.stderr.write('Error: nil pointer');", 'process.exitCode = 1;');
    const chart = 'apiVersion: v2\nname: a\nversion: 1.0.0\n';
    const dependencies =
      'dependencies: [{name: a, version: 1.0.0, repository: "file://../parts/a"}]\n';
    const cwd = temporaryRepository({
      'shop/Chart.yaml': `${chart}${dependencies}`,
      'parts/a/Chart.yaml': chart,
    });
    const outcome = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(lastLines(outcome)).toContain(
      'not rendered: parts/a (the chart that depends on it may give it values)',
    );
    expect(outcome.stdout.match(/cannot be built/g)).toHaveLength(1);
  });

  it('builds one of the kustomizations that include each other, so that kustomize refuses it', async () => {
    program('kustomize', 'process.stderr.write("cycle detected"); process.exitCode = 1;');
    const cwd = temporaryRepository({
      'a/kustomization.yaml': 'resources: [../b]\n',
      'b/kustomization.yaml': 'resources: [../a]\n',
    });
    const { code, stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(code).toBe(1);
    expect(stdout.match(/^.*cannot be built.*$/gm)).toEqual([
      expect.stringContaining('a/kustomization.yaml:1:1: error: cannot be built: cycle detected'),
    ]);
  });

  it('does not build patches for the objects of another program', async () => {
    program('kustomize', 'process.exitCode = 1;');
    const cwd = temporaryRepository({
      'a/kustomization.yaml': 'patches: [{path: patch.yaml}]\n',
      'a/patch.yaml': QUOTA,
    });
    const { code, stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('not rendered')]);
  });

  it.each([
    [
      'invalid Kustomization: json: cannot unmarshal string into Go struct field Kustomization.images of type types.Image',
      /^a\/kustomization\.yaml:2:1: error: cannot be built/m,
    ],
    [
      "# Warning: 'bases' is deprecated.\n# Warning: 'vars' is deprecated.\nError: a var has no value",
      /^a\/kustomization\.yaml:1:1: error: cannot be built: a var has no value \[/m,
    ],
    [
      "security; file '/x/quota.yaml' is not in or below '/x/a'",
      /^not rendered: a \(kustomize reads quota\.yaml only with --load-restrictor=LoadRestrictionsNone\)/m,
    ],
    [
      "accumulating resources from '../{{ env }}/base': evalsymlink failure",
      /^not rendered: a \(a\/kustomization\.yaml is a template\)/m,
    ],
    [
      'template: shop/templates/a.yaml:1:3: executing "a" at <index .Values "a" "b">: error calling index: index of nil pointer',
      /^not rendered: a \(it needs other values: index \.Values "a" "b"\)/m,
    ],
    [
      'template: shop/templates/a.yaml:1:3: executing "a" at <$.Values.accountId>: wrong type for value; expected string; got interface {}',
      /^not rendered: a \(it needs other values: \$\.Values\.accountId\)/m,
    ],
    [
      'template: shop/templates/a.yaml:1:3: executing "a" at <.Values.global.host>: nil pointer evaluating interface {}.host',
      /^not rendered: a \(it needs other values: \.Values\.global\.host\)/m,
    ],
    [
      'runtime: out of memory: cannot allocate 738197504-byte block\nfatal error: out of memory\n\ngoroutine 1 gp=0xa1 [running]:\nruntime.throw({0x34393b5?, 0x15e2f?})',
      /^a\/kustomization\.yaml:1:1: error: cannot be built: the program has crashed: out of memory \[/m,
    ],
    [
      'runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\ngoroutine 1 [running]:\nruntime.throw({0x34393b5?, 0x15e2f?})',
      /^a\/kustomization\.yaml:1:1: error: cannot be built: the program has crashed: stack overflow \[/m,
    ],
  ])('says what kustomize means by %s', async (message, expected) => {
    program('kustomize', `process.stderr.write(${JSON.stringify(message)}); process.exitCode = 1;`);
    const cwd = temporaryRepository({
      'a/kustomization.yaml': 'resources: [quota.yaml]\nimages: [a]\n',
    });
    expect((await runIn({ cwd }, '--render', '-f', 'concise')).stdout).toMatch(expected);
  });

  it.each([
    ['that never ends', 'setInterval(() => {}, 1000);', 'has not ended within 1 seconds', 1000],
    [
      'that prints without end',
      'const b = Buffer.alloc(65536, 97); (function f() { process.stdout.write(b, f); })();',
      'has written more than 1 MB',
      60_000,
    ],
  ])('ends a program %s', async (_, line, reason, time) => {
    program('helm', line);
    const cwd = temporaryRepository(CHART);
    const names = ['shop/Chart.yaml', 'shop/templates/quota.yaml'];
    const files = names.map((name) => ({ name, path: join(cwd, name), top: cwd, isNamed: false }));
    const { sources, failures, notices } = await renderInput(files, {
      cwd,
      configs: new ConfigFiles(cwd, { kind: 'none' }, () => {}),
      minor: NEWEST_MINOR,
      limits: { time, output: 1_000_000 },
    });
    expect(sources).toEqual([]);
    expect(notices).toEqual([]);
    expect(failures.map(({ problem }) => problem)).toEqual([`helm ${reason}`, `helm ${reason}`]);
  });
});

describe('a program in a group', () => {
  const run: GroupRun = {
    cwd: process.cwd(),
    env: {},
    time: 60_000,
    output: 1000,
    interrupted: new AbortController().signal,
  };
  // It closes its output, so that only the end of the group ends it.
  const OTHER =
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })";

  it('ends with what it has started', async () => {
    const result = await runGroup(
      process.execPath,
      ['-e', `console.log(${OTHER}.pid); process.exit()`],
      run,
    );
    const pid = Number(result.kind === 'output' ? result.output : Number.NaN);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it('is started only by wrappers that work', async () => {
    program('setpriv', 'process.exitCode = 1;');
    program('prlimit', '');
    const wrappers: readonly Wrapper[] = [ENDING_WITH_PARENT, ['unshare'], ['prlimit', '--as=1']];
    expect(await wrappersOutside(wrappers, '/nowhere', run)).toEqual([
      join(programs, 'prlimit'),
      '--as=1',
      '--',
    ]);
  });
});

/**
 * Reports whether a process runs. One that has ended stays in the list of processes until its parent asks for its
 * status.
 */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('nothing is started for', () => {
  beforeEach(() => {
    for (const name of ['helm', 'kustomize']) program(name, printing(QUOTA));
  });

  it.each([
    ['a remote base', 'resources: ["https://example.com/a.yaml"]', 'is fetched'],
    ['a repository', 'resources: ["github.com/a/b//c?ref=v1"]', 'is fetched'],
    [
      'data of a server',
      'configMapGenerator: [{name: a, files: ["a=https://a.com/a"]}]',
      'is fetched',
    ],
    [
      'data outside',
      'configMapGenerator: [{name: a, files: [../../secret.yaml]}]',
      'is outside of',
    ],
    [
      'variables outside',
      'secretGenerator: [{name: a, envs: [../../secret.yaml]}]',
      'is outside of',
    ],
    ['a file outside', 'resources: [../../secret.yaml]', 'is outside of the repository'],
    ['a base outside', 'resources: [../../outside]', 'is outside of the repository'],
    ['a patch outside', 'patches: [{path: ../../secret.yaml}]', 'is outside of the repository'],
    ['a link that leads out', 'resources: [link]', 'is outside of the repository'],
    ['charts', 'helmCharts: [{name: a}]', 'fetches charts'],
    ['a key in another case', 'Resources: [../../outside]', 'is outside of the repository'],
    [
      'a key with a long s',
      '"re\u017fource\u017f": [../../outside]',
      'is outside of the repository',
    ],
    ['a patch in another case', 'patches: [{PATH: ../../secret.yaml}]', 'is outside of'],
    ['a key twice', 'resources: []\nresources: [../../outside]', 'has a key twice'],
    ['charts in another case', 'HelmCharts: [{name: a}]', 'fetches charts'],
    ['a large base', 'resources: [../large]', 'larger than 1 MB'],
  ])('%s', async (_, kustomization, reason) => {
    const above = temporaryFolder({
      'secret.yaml': QUOTA,
      'outside/kustomization.yaml': 'resources: []\n',
    });
    mkdirSync(join(above, 'repo/.git'), { recursive: true });
    mkdirSync(join(above, 'repo/a'));
    writeFileSync(join(above, 'repo/a/kustomization.yaml'), `${kustomization}\n`);
    mkdirSync(join(above, 'repo/large'));
    const large = `resources: [../../outside]\n#${'x'.repeat(1024 * 1024)}`;
    writeFileSync(join(above, 'repo/large/kustomization.yaml'), large);
    symlinkSync('../../outside', join(above, 'repo/a/link'));
    const outcome = await runIn({ cwd: join(above, 'repo') }, '--render');
    expect(lastLines(outcome)).toMatch(/not rendered: a \(/);
    expect(lastLines(outcome)).toContain(reason);
    expect(outcome.stdout).not.toContain('pods');
  });

  it('a chart with a link that leads out', async () => {
    const cwd = temporaryRepository(CHART);
    symlinkSync('/etc/hostname', join(cwd, 'shop/templates/host.yaml'));
    const { stdout, stderr } = await runIn({ cwd }, '--render');
    expect(stdout + stderr).toContain(
      'not rendered: shop, shop with ci/large.yaml (shop/templates/host.yaml is outside of the repository)',
    );
  });

  const reference = '{"properties": {"pods": {"$ref": "file:///etc/hostname"}}}';

  it.each([
    ['a file', reference],
    ['an address', '{"$ref": "https://example.com/schema.json"}'],
    ['a file, by another keyword', '{"$dynamicRef":"/etc/hostname#a"}'],
    ['a file, as its own schema', '{"$schema" : "file:///etc/hostname"}'],
    ['a file, with an escape', '{"\\u0024ref": "/etc/hostname"}'],
  ])('a chart whose schema of values refers to %s', async (_, schema) => {
    program('helm', printing(QUOTA));
    const path = 'shop/charts/part/values.schema.json';
    const outcome = await runIn(
      { cwd: temporaryRepository({ ...CHART, [path]: schema }) },
      '--render',
    );
    expect(lastLines(outcome)).toContain(`(${path} has a schema that refers to other files)`);
  });

  it('a chart with a packed one whose schema of values refers to a file', async () => {
    program('helm', printing(QUOTA));
    const cwd = temporaryRepository({ ...CHART, 'shop/charts/none': '' });
    const packed = gzipSync(Buffer.from(reference));
    writeFileSync(join(cwd, 'shop/charts/part.tgz'), packed);
    writeFileSync(join(cwd, 'shop/charts/whole.tgz'), gzipSync(Buffer.from('{"$ref": "#/a"}')));
    const outcome = await runIn({ cwd }, '--render');
    const problem = 'shop/charts/part.tgz has a schema that refers to other files';
    expect(lastLines(outcome)).toContain(problem);
    writeFileSync(join(cwd, 'shop/charts/part.tgz'), gzipSync(packed));
    const nested = await runIn({ cwd }, '--render');
    expect(lastLines(nested)).toContain('shop/charts/part.tgz contains a packed chart');
  });

  it('but a chart whose schema refers to itself is rendered', async () => {
    program('helm', printing(QUOTA));
    const schema = JSON.stringify({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://example.com/values.schema.json',
      properties: { pods: { $ref: '#/definitions/pods', description: 'as in <a>' } },
    });
    const cwd = temporaryRepository({ ...CHART, 'shop/values.schema.json': schema });
    expect(lastLines(await runIn({ cwd }, '--render'))).not.toContain('not rendered');
  });
});

/** The folders with the programs for this test. `KUBEADMIT_TEST_PROGRAMS` names one that is not in PATH. */
const INSTALLED = [process.env.KUBEADMIT_TEST_PROGRAMS, process.env.PATH].join(delimiter);

function isInstalled(name: string): boolean {
  const before = process.env.PATH;
  process.env.PATH = INSTALLED;
  const found = programOutside(name, '/nowhere') !== undefined;
  process.env.PATH = before;
  return found;
}

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

  it('keeps odd names apart from options and lists', async () => {
    const name = "--output='$(x)' a,b";
    const cwd = temporaryRepository({
      [`${name}/kustomization.yaml`]: 'resources: [quota.yaml]\n',
      [`${name}/quota.yaml`]: QUOTA,
    });
    expect(await places(cwd)).toEqual([expect.stringContaining('quota.yaml:7:11: error')]);
  });
});

describe.skipIf(!isInstalled('helm'))('with helm (skipped where it is missing)', () => {
  beforeEach(() => vi.stubEnv('PATH', INSTALLED));

  it('finds the value of an item of a list that a template writes as a whole', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml':
        'apps:\n  - name: a\n    hard:\n      pods: "1"\n  - name: b\n    hard:\n      pods: "-1"\n',
      'shop/templates/quota.yaml': `{{- range .Values.apps }}
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: {{ .name }}
spec:
  {{- with .hard }}
  hard:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:7:13: error');
  });

  it.each([
    ['a variable', '{{- $app := .Values.app }}', '$app.hard.pods'],
    [
      'the last variable of a name',
      '{{- $hard := .Values.other }}\n{{- $app := .Values.app }}\n{{- $hard = $app.hard }}',
      '$hard.pods',
    ],
  ])('finds the value of %s', async (_, declarations, action) => {
    const template = TEMPLATE.replace('.Values.pods', action);
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'other:\n  pods: "-1"\napp:\n  hard:\n    pods: "-1"\n',
      'shop/templates/quota.yaml': `${declarations}\n${template}`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:5:11: error');
  });

  it('finds each of several blocks that render equal lines', async () => {
    const probes = ['liveness', 'readiness'].map(
      (name) =>
        `          ${name}Probe: {{- include "shop.probe" .Values.${name} | nindent 12 }}\n`,
    );
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'liveness: { port: 80, every: 5 }\nreadiness:\n  port: 80\n  every: -5\n',
      'shop/templates/_probe.tpl':
        '{{- define "shop.probe" -}}\ntcpSocket: { port: {{ .port }} }\nperiodSeconds: {{ .every }}\n{{- end }}\n',
      'shop/templates/web.yaml': WEB.replace('  strategy', `${probes.join('')}  strategy`).replace(
        'maxSurge: 1\n',
        'maxSurge: 1\n      maxSurges: {{ .Values.liveness.port }}\n',
      ),
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout.match(/^.*?: error/gm)).toEqual([
      'shop/values.yaml:4:10: error',
      'shop/templates/web.yaml:18:7: error',
    ]);
  });

  it('finds the part of a name that a template renders in several lines', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'pods: "1"\nname: "{{ .Values.other }}"\nother: Bad_1\n',
      'shop/templates/_name.tpl':
        '{{- define "name" -}}\n{{ printf "%s-%s" .Release.Name (tpl .Values.name .) }}\n{{- end }}\n',
      'shop/templates/quota.yaml': TEMPLATE.replace('.Release.Name', 'include "name" .').replace(
        '  scopes: [Never]\n',
        '',
      ),
    });
    expect(await places(cwd)).toEqual([expect.stringContaining('shop/values.yaml:3:8: error')]);
  });

  it('is not ended by a file in the place of the folder of charts', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/charts': 'none',
      'shop/templates/quota.yaml': TEMPLATE,
      'shop/values.yaml': 'pods: "-1"\n',
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining('shop/values.yaml:1:7: error'),
    );
  });

  it('is not ended by values with many containers within each other', async () => {
    const deep = `${'{a: '.repeat(9000)}1${'}'.repeat(9000)}`;
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/templates/quota.yaml': TEMPLATE,
      'shop/values.yaml': 'pods: "-1"\n',
      'release.yaml': `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: a }
spec:
  chart: { spec: { chart: shop, sourceRef: { kind: GitRepository, name: own } } }
  values: ${deep}
`,
      'application.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: a }
spec: { source: { path: shop, helm: { values: '${deep}' } } }
`,
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining('shop/values.yaml:1:7: error'),
    );
  });

  it('a required value that is empty is reported where it is given', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'size: 1Gi\nserver: ""\n',
      'shop/templates/volume.yaml': `apiVersion: v1
kind: PersistentVolume
metadata: { name: data }
spec:
  accessModes: [ReadWriteMany]
  capacity: { storage: "{{ .Values.size }}" }
  nfs:
    server: {{ .Values.server | quote }}
    path: /data
`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toMatch(/^shop\/values\.yaml:2:\d+: error: server is required/);
  });

  it('a value of a wrong type is reported in the values file', async () => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'security:\n  runAsNonRoot: maybe\n',
      'shop/templates/pod.yaml': `apiVersion: v1
kind: Pod
metadata: { name: a }
spec:
  securityContext:
    {{- toYaml .Values.security | nindent 4 }}
  containers: [{ name: a, image: a }]
`,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('shop/values.yaml:2:17: error: runAsNonRoot is a string');
  });

  it('findings of each values file are in that file', async () => {
    expect(await places(temporaryRepository(CHART))).toEqual([
      expect.stringContaining('shop/values.yaml:1:7: error'),
      expect.stringContaining('shop/templates/quota.yaml:8:3: error'),
      expect.stringContaining('shop/ci/large.yaml:1:7: error'),
    ]);
  });

  it('a chart is a release with its own name', async () => {
    const name = `${'a'.repeat(40)}-{{ .Release.Name }}`;
    const job = `apiVersion: batch/v1
kind: CronJob
metadata: { name: ${name} }
spec:
  schedule: "0 * * * *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } } } }
`;
    const { 'shop/templates/quota.yaml': _, ...chart } = CHART;
    const cwd = temporaryRepository({ ...chart, 'shop/templates/job.yaml': job });
    expect((await runIn({ cwd }, '--render', '-f', 'concise')).code).toBe(0);
  });

  it('the default values of a chart say nothing about the values files that its Applications name', async () => {
    const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: shop }
spec: { source: { path: shop, helm: { valueFiles: ['values-{{ .Values.environment }}.yaml'] } } }
`;
    const cwd = temporaryRepository({
      ...CHART,
      'apps/Chart.yaml': 'apiVersion: v2\nname: apps\nversion: 1.0.0\n',
      'apps/templates/application.yaml': application,
    });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).toContain('may name another values file than values-.yaml');
    expect(stdout).not.toContain('build-failed');
  });

  it('findings are in the template that a template includes', async () => {
    const [head, spec] = TEMPLATE.split('spec:\n');
    const cwd = temporaryRepository({
      ...CHART,
      'shop/templates/quota.yaml': `${head}spec:\n  {{- include "spec" . | nindent 2 }}\n`,
      'shop/templates/_spec.tpl': `{{- define "spec" }}\n${spec?.replaceAll(/^ {2}/gm, '')}{{- end }}\n`,
    });
    expect(await places(cwd)).toContainEqual(
      expect.stringContaining('shop/templates/_spec.tpl:4:1: error'),
    );
  });

  it('takes certificates that a chart makes as valid', async () => {
    const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: a}
webhooks:
  - name: a.example.com
    admissionReviewVersions: [v1]
    sideEffects: None
    clientConfig:
      url: https://example.com
      caBundle: {{ (genCA "a" 3650).Cert | b64enc }}
`;
    const cwd = temporaryRepository({ ...CHART, 'shop/templates/webhook.yaml': webhook });
    const { stdout } = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(stdout).not.toMatch(/ca-bundle|build-failed/);
  });

  it('templates read nothing outside of the chart', async () => {
    const template = TEMPLATE.replace('{{ .Values.pods }}', '{{ .Files.Get "../secret" | quote }}');
    const cwd = temporaryRepository({
      ...CHART,
      'shop/templates/quota.yaml': template,
      secret: 'classified',
    });
    const { stdout } = await runIn({ cwd }, '--render');
    expect(stdout).toContain('shop/templates/quota.yaml');
    expect(stdout).not.toContain('classified');
  });

  it('names what is not vendored', async () => {
    const dependency =
      'dependencies: [{name: db, version: 1.0.0, repository: "https://example.com"}]\n';
    const cwd = temporaryRepository({
      ...CHART,
      'shop/Chart.yaml': CHART['shop/Chart.yaml'] + dependency,
    });
    const outcome = await runIn({ cwd }, '--render');
    expect(lastLines(outcome)).toContain('(its dependencies are not vendored: db)');
  });

  it('renders the charts that a chart depends on by their paths', async () => {
    const quota = (name: string) => `apiVersion: v1
kind: ResourceQuota
metadata: { name: ${name} }
spec:
  hard:
    pods: {{ .Values.pods }}
`;
    const chart = (name: string, ...dependencies: readonly string[]) =>
      `apiVersion: v2\nname: ${name}\nversion: 1.0.0\ndependencies: [${dependencies.join(', ')}]\n`;
    const cwd = temporaryRepository({
      'apps/shop/Chart.yaml': chart(
        'shop',
        '{ name: base, version: ^1.0.0, repository: "file://../../parts/base" }',
        '{ name: base, alias: other, version: 1.x.x, repository: "file://../../parts/base/" }',
        '{ name: base, alias: third, version: 1.0.0, repository: "file://../../parts/base", condition: third.enabled }',
      ),
      'apps/shop/values.yaml': 'other:\n  pods: "-2"\nthird:\n  enabled: false\n  pods: "-3"\n',
      'parts/base/Chart.yaml': chart(
        'base',
        '{ name: inner, version: 1.0.0, repository: "file://../inner" }',
      ),
      'parts/base/values.yaml': 'pods: "-1"\ninner: {}\n',
      'parts/base/templates/quota.yaml': quota('{{ .Chart.Name }}'),
      'parts/inner/Chart.yaml': chart('inner'),
      'parts/inner/values.yaml': '# The pods.\npods: "-4"\n',
      'parts/inner/templates/quota.yaml': quota('inner'),
    });
    const found = await places(cwd, 'apps');
    expect(found).toEqual([
      expect.stringContaining('parts/inner/values.yaml:2:7: error'),
      expect.stringContaining('parts/base/values.yaml:1:7: error'),
      expect.stringContaining('apps/shop/values.yaml:2:9: error'),
    ]);
  });

  it.each([
    ['../base', '^2.0.0', 'its dependency base has another version than it asks for'],
    ['../../base', '1.0.0', '../base is outside of the repository'],
    ['../shop', '1.0.0', 'shop depends on itself'],
    ['../linked', '1.0.0', 'linked/templates/host.yaml is outside of the repository'],
  ])('does not render a chart that depends on %s %s', async (path, version, reason) => {
    const base = 'apiVersion: v2\nname: base\nversion: 1.0.0\n';
    const above = temporaryFolder({ 'base/Chart.yaml': base });
    for (const folder of ['.git', 'shop', 'base', 'linked/templates']) {
      mkdirSync(join(above, 'repo', folder), { recursive: true });
    }
    const dependency = `{ name: base, version: ${version}, repository: "file://${path}" }`;
    const shop = `${CHART['shop/Chart.yaml']}dependencies: [${dependency}]\n`;
    writeFileSync(join(above, 'repo/shop/Chart.yaml'), shop);
    for (const name of ['base', 'linked']) {
      writeFileSync(join(above, 'repo', name, 'Chart.yaml'), base);
    }
    symlinkSync('/etc/hostname', join(above, 'repo/linked/templates/host.yaml'));
    const outcome = await runIn({ cwd: join(above, 'repo') }, '--render');
    expect(lastLines(outcome)).toMatch(/not rendered: (?:linked, )?shop /);
    expect(lastLines(outcome)).toContain(reason);
  });

  it.each([
    ['values-dev.yaml', 'a: {}\n', '{{ .Values.a.b.c }}'],
    ['values.schema.json', '{"properties": {"a": {"minLength": 1}}}', '{{ .Values.a }}'],
    ['values.schema.json', '{"required": ["b"]}', '{{ .Values.a }}'],
  ])('names a chart with %s that needs other values than its own', async (name, text, value) => {
    const cwd = temporaryRepository({
      'shop/Chart.yaml': CHART['shop/Chart.yaml'],
      'shop/values.yaml': 'a: ""\n',
      [`shop/${name}`]: text,
      'shop/templates/quota.yaml': TEMPLATE.replace('{{ .Values.pods }}', value),
    });
    const outcome = await runIn({ cwd }, '--render', '-f', 'concise');
    expect(lastLines(outcome)).toMatch(/not rendered: shop \(it needs /);
    expect(outcome.stdout).not.toContain('cannot be built');
  });

  it('passes values files whose names have commas', async () => {
    const cwd = temporaryRepository({ ...CHART, 'shop/ci/a,b "c".yaml': 'pods: "-3"\n' });
    expect((await places(cwd)).join('\n')).toContain('a,b "c".yaml:1:7: error');
  });
});
