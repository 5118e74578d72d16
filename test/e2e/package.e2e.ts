import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENVIRONMENT, REPOSITORY } from './built-command.ts';

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

/** The time limit of a build in milliseconds, which only a build that hangs exceeds. */
const BUILD_TIMEOUT = 900_000;

const TARBALL = 'the tarball';
const UNPACKED = 'all files';

/**
 * The limits in bytes. The code that each run loads has a limit of its own, because it decides the time of a small run.
 */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  [TARBALL, 1_350_000],
  [UNPACKED, 4_700_000],
  ['dist/core.js', 548_000],
  ['dist/start.cjs', 13_700],
]);

/** Licences under which code may be a part of an Apache-2.0 package. */
const PERMISSIVE = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];

/** The packages that the sources import, and the packages that these need. */
function bundledPackages(): ReadonlySet<string> {
  const { devDependencies } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  const text = ['src', 'rules']
    .flatMap((root) =>
      readdirSync(join(REPOSITORY, root), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => readFileSync(join(REPOSITORY, root, path), 'utf8')),
    )
    .join('\n');
  const imported = [...text.matchAll(/(?:from |import\()'([^.'][^']*)'/g)].map(
    ([, name = '']) => name,
  );
  const names = new Set(imported.filter((name) => Object.hasOwn(devDependencies, name)));
  for (const name of names) {
    for (const needed of Object.keys(manifestOf(name).dependencies ?? {})) names.add(needed);
  }
  return names;
}

function manifestOf(name: string): { version: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8'));
}

function hashesIn(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    files
      .filter((path) => statSync(join(root, path)).isFile())
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      ]),
  );
}

let folder: string;
let packed: readonly string[];
/** The sizes of the package that no file of it has. */
let sizes: ReadonlyMap<string, number>;
let tarball: string;

function inFolder(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd: folder, env: ENVIRONMENT, encoding: 'utf8' });
}

function kubeadmit(...args: readonly string[]): { status: number | null; stdout: string } {
  return spawnSync(join(folder, 'node_modules/.bin/kubeadmit'), args, {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubeadmit-package-'));
  const [pack] = JSON.parse(inFolder('npm', 'pack', REPOSITORY, '--ignore-scripts', '--json'));
  packed = pack.files.map(({ path }: { path: string }) => path);
  sizes = new Map([
    [TARBALL, pack.size],
    [UNPACKED, pack.unpackedSize],
  ]);
  tarball = pack.filename;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  inFolder('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${pack.filename}`);
  writeFileSync(join(folder, 'a.yaml'), MANIFEST);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('has only what is needed to run', () => {
    const packs = packed.filter((path) => /^dist\/[\w-]+\.js$/.test(path));
    expect(packs).toContain('dist/core.js');
    expect(packed.filter((path) => !packs.includes(path)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin/kubeadmit.cjs',
      'dist/THIRD_PARTY_LICENSES.txt',
      'dist/browser.cjs',
      'dist/browser.d.cts',
      'dist/browser.d.ts',
      'dist/browser.mjs',
      'dist/config.schema.json',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.mjs',
      'dist/kubeadmit.1',
      'dist/report.schema.json',
      'dist/start.cjs',
      'dist/types.d.ts',
      'package.json',
    ]);
  });

  it.each([...BUDGETS])('keeps within the budget of %s', (name, bytes) => {
    const installed = join(folder, 'node_modules/kubeadmit');
    expect(sizes.get(name) ?? statSync(join(installed, name)).size).toBeLessThan(bytes);
  });

  it('has the licences of all packages whose code it has', () => {
    const text = readFileSync(
      join(folder, 'node_modules/kubeadmit/dist/THIRD_PARTY_LICENSES.txt'),
      'utf8',
    );
    const sections = text.split(/\n-{72}\n\n/).slice(1);
    const listed = sections.map((section) => /^(\S+) (\S+) \(([^)]+)\)\n\n(.{100})/s.exec(section));
    expect(listed.map((found) => found?.[1])).toEqual([...bundledPackages()].sort());
    for (const [, name, version, licence] of listed.map((found) => found ?? [])) {
      expect(manifestOf(name ?? '').version).toBe(version);
      expect(PERMISSIVE).toContain(licence);
    }
  });

  it(
    'has the same bytes when it is built again',
    () => {
      const again = join(folder, 'again');
      execFileSync(process.execPath, ['scripts/build.mjs', again], {
        cwd: REPOSITORY,
        env: ENVIRONMENT,
      });
      expect(hashesIn(again)).toEqual(hashesIn(join(REPOSITORY, 'dist')));
    },
    BUILD_TIMEOUT,
  );

  it('needs no other', () => {
    const installed = readdirSync(join(folder, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    expect(installed).toEqual(['kubeadmit']);
  });
});

describe('the installed command', () => {
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
});

describe('the code cache', () => {
  // It is never in the working folder.
  const caches = mkdtempSync(join(tmpdir(), 'kubeadmit-caches-'));

  afterAll(() => rmSync(caches, { recursive: true, force: true }));

  /** Runs the command with a cache folder of its own. */
  function runWith(cacheFolder: string, ...args: readonly string[]) {
    return spawnSync(join(folder, 'node_modules/.bin/kubeadmit'), args, {
      cwd: folder,
      env: { ...ENVIRONMENT, KUBEADMIT_CACHE_DIR: cacheFolder },
      encoding: 'utf8',
    });
  }
  const check = ['-f', 'concise', '--quiet', 'a.yaml'];
  const filesIn = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => join(root, path))
      .filter((path) => statSync(path).isFile());

  it('is made by a run that does what its command is for, for each command', () => {
    const root = join(caches, 'cache-made');
    for (const args of [
      ['rules', '--help'],
      ['help', 'rules'],
      ['rules', 'no-family'],
    ]) {
      runWith(root, ...args);
      expect(existsSync(root)).toBe(false);
    }
    for (const args of [check, ['rules']]) {
      const { stdout } = runWith(root, ...args);
      expect(runWith(root, ...args).stdout).toBe(stdout);
    }
    const commands = readdirSync(root).map((name) => /-([a-z]+)-small$/.exec(name)?.[1]);
    expect(commands.sort()).toEqual(['lint', 'rules']);
    expect(filesIn(root)).toContainEqual(expect.stringMatching(/core\.cache$/));
    expect(runWith(root, ...check).stdout).toBe(FINDING);
  });

  it('is in the cache folder of the user', () => {
    const root = join(caches, 'xdg');
    execFileSync(join(folder, 'node_modules/.bin/kubeadmit'), ['--fail-on', 'never', 'a.yaml'], {
      cwd: folder,
      env: { ...ENVIRONMENT, XDG_CACHE_HOME: root },
    });
    expect(filesIn(join(root, 'kubeadmit'))).toContainEqual(expect.stringMatching(/core\.cache$/));
  });

  it('is neither made nor read in the working folder', () => {
    const inside = join(folder, 'cache-inside');
    runWith(inside, ...check);
    expect(existsSync(inside)).toBe(false);
    // V8 takes the code of other functions from a cache, where the source only has the same length.
    const other = join(caches, 'other-package');
    cpSync(join(folder, 'node_modules/kubeadmit'), other, { recursive: true });
    for (const pack of filesIn(join(other, 'dist')).filter((path) => path.endsWith('.js'))) {
      const text = readFileSync(pack, 'latin1');
      writeFileSync(pack, text.replaceAll('it must be between', 'IT MUST BE BETWEEN'), 'latin1');
    }
    const planted = join(caches, 'cache-planted');
    spawnSync(process.execPath, [join(other, 'bin/kubeadmit.cjs'), ...check], {
      cwd: folder,
      env: { ...ENVIRONMENT, KUBEADMIT_CACHE_DIR: planted },
    });
    expect(runWith(planted, ...check).stdout).toContain('IT MUST BE BETWEEN');
    cpSync(planted, inside, { recursive: true });
    expect(runWith(inside, ...check).stdout).toBe(FINDING);
    rmSync(inside, { recursive: true });
  });

  it('is off where its folder is empty', () => {
    const before = filesIn(folder).length;
    expect(runWith('', ...check).stdout).toBe(FINDING);
    expect(filesIn(folder).length).toBe(before);
  });

  it('is written again where a bit has changed, wherever it is', () => {
    const root = join(caches, 'cache-damaged');
    runWith(root, ...check);
    const core = filesIn(root).find((path) => path.endsWith('core.cache')) ?? '';
    const sound = readFileSync(core);
    for (let part = 0; part < 16; part++) {
      const damaged = Buffer.from(sound);
      const at = Math.floor((sound.length / 16) * part) + 7;
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (part % 8));
      writeFileSync(core, damaged);
      const { stdout, status } = runWith(root, ...check);
      expect([stdout, status]).toEqual([FINDING, 1]);
      const half = readFileSync(core);
      expect(half.subarray(0, half.length / 2).equals(half.subarray(half.length / 2))).toBe(true);
    }
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['cut off', Buffer.from('abc')],
    ['no code', Buffer.from('abcdabcd')],
  ])('is written again where a file is %s', (_, content) => {
    const root = join(caches, 'cache-strange');
    runWith(root, ...check);
    for (const file of filesIn(root)) writeFileSync(file, content);
    expect(runWith(root, ...check).stdout).toBe(FINDING);
    for (const file of filesIn(root)) expect(statSync(file).size).toBeGreaterThan(1000);
  });

  it('loses what a killed process has left', () => {
    const root = join(caches, 'cache-killed');
    runWith(root, ...check);
    const [file = ''] = filesIn(root);
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(`${file}.${pid}`, 'unfinished');
    rmSync(file);
    runWith(root, ...check);
    expect(filesIn(root).filter((path) => !path.endsWith('.cache'))).toEqual([]);
  });

  it('is done without where it cannot be written', () => {
    const root = join(caches, 'cache-file');
    writeFileSync(root, 'a file where the folder would be');
    expect(runWith(root, ...check).stdout).toBe(FINDING);
  });
});

describe('the library', () => {
  const program = `
    const { findings, summary } = lint([{ name: 'a.yaml', content: ${JSON.stringify(MANIFEST)} }]);
    console.log(findings[0].rule, findings[0].line, findings[0].column, summary.errors, rules[0].details.length > 0);
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

  it('runs where there is no Node', async () => {
    const { outputFiles } = await build({
      absWorkingDir: folder,
      stdin: { contents: `export { lint } from 'kubeadmit';`, resolveDir: folder },
      bundle: true,
      // Refuses every import of a module of Node's.
      platform: 'browser',
      format: 'iife',
      globalName: 'kubeadmit',
      write: false,
    });
    // These are the functions that every browser has in addition to the language.
    const web = { atob, btoa, TextDecoder, TextEncoder };
    const context = createContext({ ...web, content: new TextEncoder().encode(MANIFEST) });
    runInContext(outputFiles[0]?.text ?? '', context);
    const found = runInContext(
      `JSON.stringify(kubeadmit.lint([{ name: 'a.yaml', content }]).findings.map(({ rule, line, column }) => [rule, line, column]))`,
      context,
    );
    expect(JSON.parse(found)).toEqual([['webhook/timeout', 11, 21]]);
  });

  it('has types for each way to resolve modules', () => {
    const attw = join(REPOSITORY, 'node_modules/.bin/attw');
    expect(inFolder(attw, tarball, '--quiet')).toBe('');
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
    const tsc = join(REPOSITORY, 'node_modules/.bin/tsc');
    const options =
      '--noEmit --strict --module node16 --target es2023 --lib es2023,dom --types'.split(' ');
    expect(inFolder(tsc, ...options, '', 'a.mts', 'a.cts')).toBe('');
    expect(inFolder(process.execPath, '-p', "require('kubeadmit/report.schema.json').title")).toBe(
      'Report of kubeadmit, version 1\n',
    );
  });
});
