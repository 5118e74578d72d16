import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ConfigFiles } from '../../../src/hosts/node/config-files.ts';
import { renderInput } from '../../../src/hosts/node/render/render.ts';
import { NEWEST_MINOR } from '../../../src/server/kubernetes/minors.ts';
import { runIn } from '../../cli/fake-host.ts';
import { temporaryFolder, temporaryRepository } from '../../temporary-folder.ts';
import {
  CHART,
  KUSTOMIZATIONS,
  lastLines,
  places,
  printing,
  program,
  programs,
  QUOTA,
  TEMPLATE,
  withOwnPrograms,
} from './programs.ts';

withOwnPrograms();

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
