import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
const MANIFEST = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  { name: pods.example.com, annotations: { cert-manager.io/inject-ca-from: shop/hooks } }
webhooks:
  - name: pods.example.com
    clientConfig:
      service: { name: hooks, namespace: shop }
    sideEffects: None
    admissionReviewVersions: [v1]
    timeoutSeconds: 60
    rules: [{ apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }]
`;
const FINDING =
  'a.yaml:11:21: error: timeoutSeconds is 60; it must be between 1 and 30 [webhook/timeout]\n';

/** The environment without what the npm that runs the tests has told its children. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$|FORCE_COLOR$)/i.test(name)),
);

let folder: string;
let packed: readonly string[];

function inFolder(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd: folder, env, encoding: 'utf8' });
}

function kubeadmit(...args: readonly string[]): { status: number | null; stdout: string } {
  return spawnSync(join(folder, 'node_modules/.bin/kubeadmit'), args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubeadmit-package-'));
  const staging = join(folder, 'staging');
  for (const name of ['package.json', 'README.md', 'LICENSE', 'bin', 'src', 'rules']) {
    cpSync(join(repository, name), join(staging, name), { recursive: true });
  }
  execFileSync(process.execPath, ['scripts/build.mjs', join(staging, 'dist')], {
    cwd: repository,
    env,
  });
  const [pack] = JSON.parse(inFolder('npm', 'pack', './staging', '--ignore-scripts', '--json'));
  packed = pack.files.map(({ path }: { path: string }) => path);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  inFolder('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${pack.filename}`);
  writeFileSync(join(folder, 'a.yaml'), MANIFEST);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('has only what is needed to run', () => {
    const others = packed.filter((path) => !/^dist\/types\/(esm|cjs)\//.test(path));
    const names = others.map((path) => path.replace(/-[0-9a-f]{16}-v.*\.cache$/, '.cache'));
    expect(
      names.filter((name) => !name.endsWith('.js') && !name.endsWith('.cache')).sort(),
    ).toEqual([
      'LICENSE',
      'README.md',
      'bin/kubeadmit.cjs',
      'dist/THIRD_PARTY_LICENSES.txt',
      'dist/built-in-types.txt',
      'dist/index.cjs',
      'dist/index.mjs',
      'dist/report.schema.json',
      'dist/rule-texts.json',
      'dist/start.cjs',
      'package.json',
    ]);
    const packs = names.filter((name) => name.endsWith('.js'));
    expect(packs).toContain('dist/core.js');
    const caches = names.filter((name) => name.endsWith('.cache'));
    expect(caches.toSorted()).toEqual(packs.map((name) => name.replace(/js$/, 'cache')).toSorted());
  });

  it('needs no other', () => {
    const installed = readdirSync(join(folder, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    expect(installed).toEqual(['kubeadmit']);
  });
});

describe('the installed command', () => {
  const dist = () => join(folder, 'node_modules/kubeadmit/dist');
  const caches = () => readdirSync(dist()).filter((name) => name.endsWith('.cache'));

  it('checks a file', () => {
    const { status, stdout } = kubeadmit('-f', 'concise', '--quiet', 'a.yaml');
    expect([status, stdout]).toEqual([1, FINDING]);
  });

  it('loads the globber when there is a pattern', () => {
    expect(kubeadmit('-f', 'concise', '--quiet', '*.yaml').stdout).toBe(FINDING);
  });

  it('ends quietly when nobody reads on', () => {
    const command = `node_modules/.bin/kubeadmit rules | head -1; echo "\${PIPESTATUS[0]}"`;
    expect(inFolder('bash', '-c', command)).toMatch(/^\S+\/\S+ .*\n0\n$/);
  });

  it('works with a code cache that is not its own', () => {
    for (const cache of caches()) writeFileSync(join(dist(), cache), 'not a cache');
    expect(kubeadmit('-f', 'concise', '--quiet', 'a.yaml').stdout).toBe(FINDING);
  });

  it('makes a code cache where there is none, of a run that is typical', () => {
    for (const cache of caches()) rmSync(join(dist(), cache));
    kubeadmit('rules');
    expect(caches()).toEqual([]);
    kubeadmit('a.yaml');
    expect(caches()).toContainEqual(expect.stringMatching(/^core-/));
    expect(readdirSync(dist()).filter((name) => /\.cache\./.test(name))).toEqual([]);
    expect(kubeadmit('-f', 'concise', '--quiet', 'a.yaml').stdout).toBe(FINDING);
  });
});

describe('the library', () => {
  const program = `
    const { findings, summary } = lint([{ name: 'a.yaml', content: ${JSON.stringify(MANIFEST)} }]);
    console.log(findings[0].rule, findings[0].line, findings[0].column, summary.errors, rules.length > 0);
  `;

  it('is there for import', () => {
    const text = `import { lint, rules } from 'kubeadmit'; ${program}`;
    expect(inFolder(process.execPath, '--input-type=module', '-e', text)).toBe(
      'webhook/timeout 11 21 1 true\n',
    );
  });

  it('is there for require', () => {
    const text = `const { lint, rules } = require('kubeadmit'); ${program}`;
    expect(inFolder(process.execPath, '-e', text)).toBe('webhook/timeout 11 21 1 true\n');
  });

  it('has types for both, and a JSON Schema of its report', () => {
    const text = `
      import { lint, MINORS, rules, type Finding, type Report } from 'kubeadmit';
      const report: Report = lint([{ name: 'a', content: '' }], { kubernetesVersions: [MINORS[0]] });
      const found: readonly Finding[] = report.findings;
      console.log(found.length, rules.map(({ id }) => id));
      // @ts-expect-error there is no such minor
      lint([], { kubernetesVersions: ['1.12'] });
    `;
    writeFileSync(join(folder, 'a.mts'), text);
    writeFileSync(join(folder, 'a.cts'), text);
    const tsc = join(repository, 'node_modules/.bin/tsc');
    const options =
      '--noEmit --strict --module node20 --target es2023 --lib es2023,dom --types'.split(' ');
    expect(inFolder(tsc, ...options, '', 'a.mts', 'a.cts')).toBe('');
    expect(inFolder(process.execPath, '-p', "require('kubeadmit/report.schema.json').title")).toBe(
      'Report of kubeadmit, version 1\n',
    );
  });
});
