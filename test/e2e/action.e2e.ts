import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Folder, REPOSITORY } from './built-command.ts';

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { hard: { pods: "1" }, hrad: {} }
`;

const folder = new Folder({ 'good.yaml': QUOTA.replace(', hrad: {}', ''), 'sub/a b.yaml': QUOTA });
let tarball: string;

beforeAll(() => {
  const destination = ['--pack-destination', folder.path];
  const { code } = folder.run('npm', ['pack', REPOSITORY, '--ignore-scripts', ...destination]);
  expect(code).toBe(0);
  const name = readdirSync(folder.path).find((file) => file.endsWith('.tgz')) ?? '';
  tarball = join(folder.path, name);
});

afterAll(() => folder.remove());

/** Runs the entry as a runner of GitHub does: inputs and files are in the environment. */
function action(inputs: Readonly<Record<string, string>>, more: NodeJS.ProcessEnv = {}) {
  const env = Object.fromEntries(
    Object.entries({ paths: '.', args: '', sarif: '', 'working-directory': '.', ...inputs }).map(
      ([name, value]) => [`INPUT_${name.toUpperCase()}`, value],
    ),
  );
  folder.write('output.txt', '');
  const outcome = folder.run(process.execPath, [join(REPOSITORY, 'action/main.cjs')], {
    env: {
      ...env,
      INPUT_VERSION: tarball,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: folder.path,
      GITHUB_OUTPUT: join(folder.path, 'output.txt'),
      ...more,
    },
  });
  return { ...outcome, output: readFileSync(join(folder.path, 'output.txt'), 'utf8') };
}

describe('the action', () => {
  it('annotates what it finds, and fails', () => {
    const { code, stdout, output } = action({});
    expect([code, output]).toEqual([1, 'exit-status=1\n']);
    expect(stdout).toContain('::error file=sub/a b.yaml,line=4,');
  });

  it('passes arguments and paths on, a line each, and writes SARIF beside annotations', () => {
    const { code, stdout, output } = action({
      paths: 'good.yaml\nsub/a b.yaml\n',
      args: '--kubernetes-version=1.31..1.32\n--fail-on=never',
      sarif: 'out.sarif',
    });
    expect([code, output]).toEqual([0, 'exit-status=0\n']);
    expect(stdout).toContain('checked 2 of 2 documents in 2 files for Kubernetes 1.31..1.32');
    expect(stdout).toContain('::error file=sub/a b.yaml,');
    const [run] = JSON.parse(readFileSync(join(folder.path, 'out.sarif'), 'utf8')).runs;
    expect(run.results).toHaveLength(1);
  });

  it('runs in another folder', () => {
    expect(action({ 'working-directory': 'sub', paths: 'a b.yaml' }).stdout).toContain(
      '::error file=sub/a b.yaml,line=4,',
    );
  });

  it('runs nothing that the checkout has', () => {
    const ran = join(folder.path, '../ran-by-kubeadmit-action');
    rmSync(ran, { force: true });
    const script = `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`;
    const hostile = {
      '.npmrc': 'node-options=--require=./hostile.cjs\nscript-shell=./hostile\nprefix=.\n',
      'hostile.cjs': script,
      hostile: `#!/usr/bin/env node\n${script}`,
      npm: `#!/usr/bin/env node\n${script}`,
      'node_modules/.bin/npm': `#!/usr/bin/env node\n${script}`,
      'node_modules/kubeadmit/package.json': JSON.stringify({
        name: 'kubeadmit',
        version: '0.1.0',
        bin: 'bin/kubeadmit.cjs',
      }),
      'node_modules/kubeadmit/bin/kubeadmit.cjs': script,
      'package.json': JSON.stringify({ scripts: { preinstall: './hostile' } }),
      // A cache could have another package under the name of kubeadmit.
      'cache/file': '',
    };
    for (const [path, text] of Object.entries(hostile)) {
      folder.write(path, text);
      chmodSync(join(folder.path, path), 0o755);
    }
    const PATH = [join(folder.path, 'node_modules/.bin'), '.', process.env.PATH].join(':');
    const cache = join(folder.path, 'cache');
    const { code, stdout } = action({ paths: 'sub' }, { PATH, npm_config_cache: cache });
    expect(readdirSync(cache)).toEqual(['file']);
    for (const path of Object.keys(hostile)) rmSync(join(folder.path, path));
    expect([code, stdout]).toEqual([1, expect.stringContaining('::error file=sub/a b.yaml,')]);
    expect(existsSync(ran)).toBe(false);
  });

  it('reports wrong usage', () => {
    const { code, output } = action({ args: '--nope' });
    expect([code, output]).toEqual([2, 'exit-status=2\n']);
  });
});

describe('the image', () => {
  const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');
  /** The arguments of an instruction, with the paths of this computer. */
  const argumentsOf = (instruction: RegExp): readonly string[] =>
    JSON.parse(instruction.exec(dockerfile)?.[1] ?? '[]').map((path: string) =>
      path
        .replace('/nodejs/bin/node', process.execPath)
        .replace('/kubeadmit/', `${join(folder.path, 'package')}/`)
        .replace('/source/', `${REPOSITORY}/`),
    );
  const caches = join(folder.path, 'caches');
  const env = { KUBEADMIT_CACHE_DIR: caches };
  const files = () => readdirSync(caches, { recursive: true, encoding: 'utf8' });

  beforeAll(() => {
    folder.run('tar', ['-xzf', tarball]);
    const [program = '', ...args] = argumentsOf(/^RUN .*(\[.*\])$/m);
    expect(folder.run(program, args, { env }).code).toBe(0);
  });

  it('runs what the package has, at the path of its entry point', () => {
    const [program = '', ...args] = argumentsOf(/^ENTRYPOINT (.*)$/m);
    expect(folder.run(program, [...args, 'good.yaml'], { env }).code).toBe(0);
  });

  it('has the code caches of common runs, which all users can read', () => {
    for (const size of ['small', 'medium', 'large']) {
      expect(files()).toContainEqual(expect.stringMatching(`lint-${size}/core.cache$`));
    }
    for (const path of files()) expect(statSync(join(caches, path)).mode & 0o004).toBe(0o004);
    const times = () => files().map((path) => statSync(join(caches, path)).mtimeMs);
    const before = times();
    const [program = '', ...args] = argumentsOf(/^ENTRYPOINT (.*)$/m);
    expect(folder.run(program, [...args, 'good.yaml'], { env }).code).toBe(0);
    expect(times()).toEqual(before);
  });
});
