import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { crdYaml } from '../crd-yaml.ts';
import { temporaryRepository } from '../temporary-folder.ts';
import { type Outcome, runIn } from './fake-host.ts';

/** One error, of field/unknown. */
const BAD = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { hrad: {} }
`;

/** The findings of a run over files, as `file severity`. */
async function found(cwd: string, ...args: string[]): Promise<readonly string[]> {
  const { stdout } = await runIn({ cwd }, '--only', 'field', '-f', 'json', ...args);
  return JSON.parse(stdout).findings.map(
    ({ file, severity }: { file: string; severity: string }) => `${file} ${severity}`,
  );
}

const level = (severity: string) => `rules: { field/unknown: ${severity} }\n`;

describe('rules', () => {
  it('are those of the configuration nearest to each file, wherever the run starts', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': level('warning'),
      'a.yaml': BAD,
      'sub/b.yaml': BAD,
      'sub/deep/.kubeadmit.yml': level('off'),
      'sub/deep/c.yaml': BAD,
    });
    expect(await found(cwd)).toEqual(['a.yaml warning', 'sub/b.yaml warning']);
    expect(await found(join(cwd, 'sub'))).toEqual(['b.yaml warning']);
    expect(await found(join(cwd, 'sub/deep'), '../../a.yaml', 'c.yaml')).toEqual([
      '../../a.yaml warning',
    ]);
  });

  it('are not looked for above the root of the repository', async () => {
    const cwd = temporaryRepository({ '.kubeadmit.yaml': level('off'), 'inner/a.yaml': BAD });
    mkdirSync(join(cwd, 'inner/.git'));
    expect(await found(cwd)).toEqual(['inner/a.yaml error']);
  });

  it('can be for some files', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': `overrides: [{ files: test/, ${level('off').replace('\n', '')} }]`,
      'a.yaml': BAD,
      'x/test/b.yaml': BAD,
    });
    expect(await found(cwd)).toEqual(['a.yaml error']);
  });

  it('are those of the folder that standard input is named after', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': level('warning'),
      'sub/.kubeadmit.yaml': level('off'),
    });
    const run = (...args: string[]) => runIn({ cwd, stdin: BAD }, '-f', 'concise', '-', ...args);
    expect((await run()).stdout).toContain('<stdin>:4:9: warning');
    expect((await run('--stdin-filename', 'sub/a.yaml')).stdout).not.toContain('sub/a.yaml:4:9');
  });
});

describe('settings', () => {
  it('are those of the configuration nearest to the working folder', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': 'kubernetesVersion: 1.33\nformats: concise\n',
      'a.yaml': BAD,
      'sub/.kubeadmit.yaml': 'kubernetesVersion: 1.31\nfailOn: never\n',
    });
    const outer = await runIn({ cwd });
    expect(outer.stdout).toContain('a.yaml:4:9: error: ');
    expect(outer.stdout).toContain('for Kubernetes 1.33:');
    expect(outer.code).toBe(1);
    const inner = await runIn({ cwd: join(cwd, 'sub') }, '..');
    expect(inner.stdout).toContain('for Kubernetes 1.31:');
    expect(inner.code).toBe(0);
  });

  it('are overruled by options', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': 'failOn: never\nformats: json',
      'a.yaml': BAD,
    });
    const { code, stdout } = await runIn({ cwd }, '--fail-on', 'error', '-f', 'concise');
    expect([code, stdout.includes('a.yaml:4:9: error')]).toEqual([1, true]);
  });

  it('may be of a file that is named, or of none', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': level('off'),
      'ci/strict.yaml': level('warning'),
      'a.yaml': BAD,
      'sub/.kubeadmit.yaml': level('off'),
      'sub/b.yaml': BAD,
    });
    const files = ['a.yaml', 'sub/b.yaml'];
    expect(await found(cwd, '--config', 'ci/strict.yaml', ...files)).toEqual(
      files.map((file) => `${file} warning`),
    );
    expect(await found(cwd, '--no-config', ...files)).toEqual(files.map((file) => `${file} error`));
  });

  it('have paths that are relative to the configuration', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': 'formats: [{ format: json, output: report.json }]\ncrds: [crds]\n',
      'crds/a.yaml': '',
      'sub/a.yaml': BAD,
    });
    const { stderr } = await runIn({ cwd: join(cwd, 'sub') }, '--verbose');
    expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')).summary.files).toBe(1);
    expect(stderr).toContain('reading ../crds/a.yaml\n');
  });
});

describe('the Kubernetes version and the CRDs', () => {
  const files = {
    '.kubeadmit.yaml': 'kubernetesVersion: 1.30..1.31\ncrds: [crds]\n',
    'crds/pool.yaml': crdYaml('{ type: object }', { group: 'example.com' }),
    'pool.yaml': 'apiVersion: example.com/v1\nkind: Pool\nmetadata: { name: a }\n',
  };

  it('apply to other commands too if a configuration has them', async () => {
    const cwd = temporaryRepository(files);
    const example = await runIn({ cwd }, 'example', 'Pool');
    expect(example.stdout).toContain('kind: Pool\n');
    const rule = ['eval', 'self.metadata.name', '--as', 'crd:Pool', '--object', 'pool.yaml'];
    expect((await runIn({ cwd }, ...rule)).stdout).toContain('value: "a"\n');
    const schema = await runIn({ cwd }, 'schema', 'all');
    expect(JSON.parse(schema.stdout).title).toContain('Kubernetes 1.31');
  });

  it('are read from variables before it', async () => {
    const cwd = temporaryRepository(files);
    const env = { KUBEADMIT_KUBERNETES_VERSION: '1.32' };
    const { stdout } = await runIn({ cwd, env }, 'schema', 'all');
    expect(JSON.parse(stdout).title).toContain('Kubernetes 1.32');
  });

  it('are read from options before wrong paths of the configuration', async () => {
    const config = 'crds: [nosuch]\n';
    const cwd = temporaryRepository({ ...files, '.kubeadmit.yaml': config });
    const { stdout } = await runIn({ cwd }, 'example', 'Pool', '--crds', 'crds');
    expect(stdout).toContain('kind: Pool\n');
    expect((await runIn({ cwd }, 'schema', 'all')).code).toBe(0);
    expect((await runIn({ cwd }, 'example', 'Pool')).code).toBe(2);
  });

  it('are not used if the configuration is not valid', async () => {
    const cwd = temporaryRepository({ '.kubeadmit.yaml': 'kubernetesVersion: 1.99\n' });
    const { code, stderr } = await runIn({ cwd }, 'schema', 'all');
    expect([code, stderr]).toEqual([2, expect.stringContaining('kubeadmit config show')]);
  });

  it.each(['crds', 'policies'])(
    '%s that do not exist are reported with their place',
    async (name) => {
      const cwd = temporaryRepository({ '.kubeadmit.yaml': `failOn: error\n${name}: [nosuch]\n` });
      const { code, stderr } = await runIn({ cwd });
      expect([code, stderr.split('\n')[0]]).toEqual([
        2,
        `kubeadmit: .kubeadmit.yaml:2: ${name}: nosuch: no such file or folder`,
      ]);
    },
  );
});

describe('the files that are read', () => {
  it('are not those that are excluded, unless they are named', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': 'exclude: [vendor/, "*.tmpl.yaml", "!keep.tmpl.yaml"]',
      'a.yaml': BAD,
      'b.tmpl.yaml': BAD,
      'keep.tmpl.yaml': BAD,
      'vendor/c.yaml': BAD,
      // A configuration in a folder below does not include files that are excluded above it.
      'vendor/.kubeadmit.yaml': 'exclude: []',
    });
    const kept = ['a.yaml error', 'keep.tmpl.yaml error'];
    expect(await found(cwd)).toEqual(kept);
    expect(await found(cwd, '*.yaml', '**/c.yaml')).toEqual(kept);
    expect(await found(cwd, 'b.tmpl.yaml', 'vendor')).toEqual([
      'b.tmpl.yaml error',
      'vendor/c.yaml error',
    ]);
    expect(await found(cwd, '--force-exclude', 'a.yaml', 'b.tmpl.yaml', 'vendor')).toEqual([
      'a.yaml error',
    ]);
  });

  it('are fewer with --exclude, which is relative to the working folder', async () => {
    const cwd = temporaryRepository({ 'a.yaml': BAD, 'x/a.yaml': BAD, 'x/y/a.yaml': BAD });
    expect(await found(cwd, '--exclude', '/a.yaml', '--exclude', 'y/')).toEqual(['x/a.yaml error']);
    expect(await found(join(cwd, 'x'), '--exclude', '/y')).toEqual(['a.yaml error']);
  });

  it('are limited by include', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': 'include: [config/]',
      'a.yaml': BAD,
      'config/b.yaml': BAD,
      'config/README.md': '',
    });
    expect(await found(cwd)).toEqual(['config/b.yaml error']);
    expect(await found(cwd, 'a.yaml')).toEqual(['a.yaml error']);
  });

  it('are never configurations, unless they are named', async () => {
    const cwd = temporaryRepository({ '.kubeadmit.yaml': '', 'a.yaml': BAD });
    const files = async (...args: string[]) =>
      JSON.parse((await runIn({ cwd }, '-f', 'json', ...args)).stdout).summary.files;
    expect(await files()).toBe(1);
    expect(await files('.kubeadmit.yaml')).toBe(1);
  });
});

describe('extends', () => {
  it('takes a file of the repository, and a package', async () => {
    const cwd = temporaryRepository({
      'shared/base.yaml': `${level('warning')}exclude: [c.yaml]\n`,
      'node_modules/@acme/rules/kubeadmit.yaml': 'extends: ./strict.yaml\n',
      'node_modules/@acme/rules/strict.yaml': 'failOn: warning\n',
      'sub/.kubeadmit.yaml': 'extends: [../shared/base.yaml, "@acme/rules"]\n',
      'sub/a.yaml': BAD,
      'sub/c.yaml': BAD,
    });
    expect(await found(join(cwd, 'sub'))).toEqual(['a.yaml warning']);
    expect((await runIn({ cwd: join(cwd, 'sub') })).code).toBe(1);
  });

  it.each([
    ['../base.yaml', 'cannot extend ../base.yaml: it is outside of the repository'],
    ['./none.yaml', 'cannot extend ./none.yaml: no such file or folder'],
    ['base.yaml', 'cannot extend base.yaml: a path must begin with ./, as in ./base.yaml'],
    ['nothing', 'cannot extend nothing: no such package is installed'],
    ['./loop.yaml', 'cannot extend ./loop.yaml: it extends this configuration itself'],
    ['/etc/passwd', 'cannot extend /etc/passwd: no such package is installed'],
  ])('refuses %s', async (name, message) => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': `extends: ${name}\n`,
      'base.yaml': '',
      'loop.yaml': 'extends: ./loop.yaml\n',
    });
    const { code, stdout } = await runIn({ cwd }, '-f', 'concise');
    expect(code).toBe(2);
    expect(stdout).toContain(message);
  });
});

describe('a configuration that is not valid', () => {
  it('is reported as any finding, and nothing is checked', async () => {
    const cwd = temporaryRepository({
      '.kubeadmit.yaml': 'failOn: error\nexlude: [vendor]\n',
      'a.yaml': BAD,
    });
    const { code, stdout, stderr } = await runIn({ cwd });
    expect([code, stderr]).toEqual([2, '']);
    expect(stdout).toBe(`error: unknown key exlude; did you mean exclude?  [config/invalid]
  --> .kubeadmit.yaml:2:1
   |
 1 | failOn: error
 2 | exlude: [vendor]
   | ^^^^^^

nothing was checked: the configuration has 1 error
`);
  });

  it('is reported where it is met while files are read', async () => {
    const cwd = temporaryRepository({
      'a.yaml': BAD,
      'sub/.kubeadmit.yaml': '[]',
      'sub/b.yaml': BAD,
    });
    const { code, stdout } = await runIn({ cwd }, '-f', 'json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout).findings.map(({ file }: { file: string }) => file)).toEqual([
      'sub/.kubeadmit.yaml',
    ]);
  });

  it('has to exist where it is named', async () => {
    const { code, stderr } = await runIn({ cwd: temporaryRepository() }, '--config', 'none.yaml');
    expect([code, stderr]).toEqual([2, 'kubeadmit: none.yaml: no such file or folder\n']);
  });
});

describe('config show', () => {
  const show = (cwd: string, ...args: string[]): Promise<Outcome> =>
    runIn({ cwd }, 'config', 'show', ...args);

  it('prints each value with its origin', async () => {
    const cwd = temporaryRepository({
      'base.yaml': 'kubernetesVersion: 1.31..1.33\nexclude: [a]\n',
      '.kubeadmit.yaml': `extends: ./base.yaml\nfailOn: warning\n${level('off')}`,
      'sub/.kubeadmit.yaml': level('info'),
    });
    const { code, stdout } = await show(cwd);
    expect(code).toBe(0);
    expect(stdout).toBe(`formats: ["text"]                     # default
kubernetesVersion: 1.31..1.33         # base.yaml:1
runtimeConfig: {}                     # default
featureGates: {}                      # default
podSecurity: null                     # default
failOn: warning                       # .kubeadmit.yaml:2
failOnEmpty: false                    # default
failOnSkipped: false                  # default
pedantic: false                       # default
baseline: null                        # default
maxFindings: null                     # default
exclude: ["a"]                        # base.yaml:2
crds: []                              # default
policies: []                          # default
include: ["*.yaml","*.yml","*.json"]  # default
rules:
  field/unknown: off                  # .kubeadmit.yaml:3
`);
    expect((await show(cwd, 'sub/a.yaml')).stdout).toContain('unknown: info');
  });

  it('prints JSON', async () => {
    const cwd = temporaryRepository({ '.kubeadmit.yaml': 'failOn: never' });
    const { settings, rules } = JSON.parse((await show(cwd, '-f', 'json')).stdout);
    expect(settings.failOn).toEqual({
      value: 'never',
      origin: { file: '.kubeadmit.yaml', line: 1 },
    });
    expect(settings.kubernetesVersion).toEqual({ value: NEWEST_MINOR, origin: null });
    expect(rules).toEqual({});
  });

  it('reports what is wrong', async () => {
    const { code, stdout } = await show(temporaryRepository({ '.kubeadmit.yaml': 'a: 1' }));
    expect([code, stdout.includes('unknown key a')]).toEqual([2, true]);
  });
});

describe('config init', () => {
  it('writes a configuration that sets nothing, and never replaces one', async () => {
    const cwd = temporaryRepository({ 'a.yaml': BAD });
    const first = await runIn({ cwd }, 'config', 'init');
    expect([first.code, first.stdout]).toEqual([0, '']);
    expect(readFileSync(join(cwd, '.kubeadmit.yaml'), 'utf8')).toContain('# failOn: ');
    expect((await runIn({ cwd }, '-f', 'concise')).code).toBe(1);
    const second = await runIn({ cwd }, 'config', 'init');
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('.kubeadmit.yaml already exists');
  });
});

it('a folder named config is not taken for the command', async () => {
  const { code, stderr } = await runIn(
    { cwd: temporaryRepository({ 'config/a.yaml': BAD }) },
    'config',
  );
  expect(code).toBe(2);
  expect(stderr).toContain('to check a folder of this name, use ./config');
});

it('schema config prints a JSON Schema', async () => {
  const { code, stdout } = await runIn({ cwd: temporaryRepository() }, 'schema', 'config');
  expect([code, JSON.parse(stdout).title]).toEqual([
    0,
    'Configuration of kubeadmit (.kubeadmit.yaml)',
  ]);
});
