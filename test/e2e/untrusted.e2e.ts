import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { crdYaml } from '../crd-yaml.ts';
import { ENVIRONMENT, Folder, REPOSITORY } from './built-command.ts';

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { hrad: { pods: "1" } }
`;

const folder = new Folder({ 'crd.yaml': crdYaml(), 'a.yaml': QUOTA });
const command = join(REPOSITORY, 'bin/kubeadmit.cjs');
const traces = mkdtempSync(join(tmpdir(), 'kubeadmit-trace-'));

beforeAll(() => {
  folder.git('init', '--quiet');
  folder.git('add', '.');
  folder.git('commit', '--quiet', '--message=all');
  folder.write('a.yaml', `${QUOTA}# changed\n`);
});

afterAll(() => {
  folder.remove();
  rmSync(traces, { recursive: true, force: true });
});

const hasStrace = folder.run('strace', ['--version']).code === 0;
if (!hasStrace) console.warn('not tested which programs are started: there is no strace');

describe.skipIf(!hasStrace)('a command opens no connection, and starts no program but git', () => {
  it.each([
    ['.'],
    ['--fix', '--dry-run', '.'],
    ['--since', 'HEAD', '.'],
    ['--base', 'HEAD', '.'],
    ['diff', 'HEAD', 'crd.yaml'],
    ['example', 'Pool', '--crds', 'crd.yaml'],
    ['admit', '.'],
    ['test', '.'],
    ['cost', '.'],
    ['eval', '1 + 1'],
    ['rules'],
    ['explain', 'field/unknown'],
    ['schema', 'all'],
    ['completion', 'bash'],
    ['config', 'show'],
    ['upgrade', '1.31', '1.35', '.'],
    ['crds', 'add', 'crd.yaml'],
    ['crds', 'update'],
    ['-f', 'concise', '.'],
    ['crds', 'list'],
    ['crds', 'verify'],
    ['crds', 'remove', 'crd.yaml'],
  ])('%s %s %s', (...args) => {
    const trace = join(traces, 'trace');
    const calls = ['-f', '-e', 'trace=execve,socket,connect,bind', '-o', trace];
    folder.run('strace', [...calls, process.execPath, command, ...args]);
    const text = readFileSync(trace, 'utf8');
    const programs = [...text.matchAll(/execve\("([^"]+)".* = 0$/gm)].map(([, path]) => path);
    const [node, ...others] = programs;
    expect(node).toBe(process.execPath);
    expect(others.filter((path) => !/\/git$/.test(path ?? ''))).toEqual([]);
    expect(text).not.toMatch(/(?:socket|connect|bind)\(/);
  });
});

it.skipIf(folder.run('setpriv', ['--version']).code !== 0)(
  'a program that renders ends with kubeadmit, even if it is killed, and so does what it has started',
  async () => {
    const programs = new Folder({
      kustomize: `#!${process.execPath}
const [, , name] = process.argv;
if (name === '--version') process.exit();
const isFirst = name === 'build';
// The number in a namespace of processes is another one.
const pid = require('node:fs').readlinkSync('/proc/self');
require('node:fs').writeFileSync(__dirname + (isFirst ? '/first' : '/second'), pid);
// A process of another session is in another group.
if (isFirst) require('node:child_process').spawn(__filename, ['second'], { detached: true });
setInterval(() => {}, 1000);
`,
    });
    chmodSync(join(programs.path, 'kustomize'), 0o755);
    const built = new Folder({
      'kustomization.yaml': 'resources: [a.yaml]\n',
      'a.yaml': QUOTA,
    });
    const child = spawn(process.execPath, [command, '--render'], {
      cwd: built.path,
      env: { ...ENVIRONMENT, PATH: `${programs.path}:/usr/bin:/bin` },
      stdio: 'ignore',
    });
    const pidOf = (name: string) => readFileSync(join(programs.path, name), 'utf8');
    const state = (name: string) => {
      try {
        return readFileSync(`/proc/${pidOf(name)}/status`, 'utf8');
      } catch {
        return 'State: Z';
      }
    };
    // Without a namespace of processes, one of another session goes on.
    const hasNamespaces =
      folder.run('unshare', ['--map-root-user', '--pid', '--fork', '--kill-child', 'true']).code ===
      0;
    const names = hasNamespaces ? ['first', 'second'] : ['first'];
    await vi.waitFor(() => expect(['first', 'second'].map(pidOf)).not.toContain(''), 20_000);
    for (const name of names) expect(state(name)).not.toMatch(/^State:\s*Z/m);
    child.kill('SIGKILL');
    await vi.waitFor(() => {
      for (const name of names) expect(state(name)).toMatch(/^State:\s*Z/m);
    }, 20_000);
    programs.remove();
    built.remove();
  },
);

const mayChangeUser =
  process.getuid?.() === 0 && folder.run('setpriv', ['--reuid=65534', 'true']).code === 0;

it.skipIf(!mayChangeUser)('a language server on a port refuses another user', async () => {
  const child = spawn(process.execPath, [command, 'lsp', '--socket', '0'], {
    cwd: folder.path,
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const port = await vi.waitFor(() => {
    const found = /listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (found === undefined) throw new Error(said);
    return Number(found);
  }, 20_000);
  const client = `require('node:net').connect(${port}, '127.0.0.1').on('close', () => {}).resume()`;
  folder.run('setpriv', ['--reuid=65534', process.execPath, '-e', client]);
  await vi.waitFor(() => expect(said).toContain('refused a connection from another user'), 20_000);
  const own = connect(port, '127.0.0.1');
  const text = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}';
  own.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
  const [answer] = await once(own, 'data');
  expect(String(answer)).toContain('Content-Length');
  own.destroy();
  child.kill();
});

it('a language server ends with the stream of its editor, in the middle of a message too', () => {
  const { code, stderr } = folder.kubeadmit(['lsp'], {
    stdin: 'Content-Length: 999999999\r\n\r\n{',
  });
  expect([code, stderr]).toEqual([1, '']);
});

describe('a run in a repository with many files', () => {
  const many = new Folder();

  beforeAll(() => {
    for (let n = 0; n < 1_000; n++) many.write(`${n % 50}/${n}.yaml`, QUOTA);
    many.git('init', '--quiet');
    many.git('add', '.');
    many.git('commit', '--quiet', '--message=all');
  });

  afterAll(() => many.remove());

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves no files of a commit behind if %s ends it',
    async (signal) => {
      const temporary = mkdtempSync(join(tmpdir(), 'kubeadmit-temporary-'));
      const child = spawn(process.execPath, [command, '--since', 'HEAD', '-f', 'concise'], {
        cwd: many.path,
        env: { ...ENVIRONMENT, TMPDIR: temporary },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => {
        child.on('exit', (_, by) => resolve(by));
      });
      while (readdirSync(temporary).length === 0 && child.exitCode === null) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      child.kill(signal);
      expect([await ended, readdirSync(temporary)]).toEqual([signal, []]);
      rmSync(temporary, { recursive: true });
    },
  );
});
