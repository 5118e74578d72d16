import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const repository = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'kubeadmit-packaging-'));
const release = join(scratch, 'release');
const rendered = join(scratch, 'rendered');
const VERSION = '1.2.3';
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];

const archiveOf = (platform: string) =>
  `kubeadmit-${platform}.${platform.startsWith('windows') ? 'zip' : 'tar.gz'}`;
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** Makes a release whose program is a script that prints its version, and its arguments. */
function makeRelease(): void {
  mkdirSync(release);
  const program = join(scratch, 'kubeadmit');
  const script = `#!/bin/sh\n[ "$1" = --version ] && shift\necho ${VERSION} "$@"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  const lines = PLATFORMS.map((platform) => {
    const archive = join(release, archiveOf(platform));
    execFileSync('tar', ['-czf', archive, '-C', scratch, 'kubeadmit']);
    return `${sha256(readFileSync(archive))}  ${archiveOf(platform)}\n`;
  });
  writeFileSync(join(release, 'SHA256SUMS'), lines.join(''));
}

function render(sums: string): { status: number | null; stderr: string } {
  return spawnSync('node', ['scripts/packaging.mjs', VERSION, sums, rendered], {
    cwd: repository,
    encoding: 'utf8',
  });
}

let server: Server;
beforeAll(async () => {
  makeRelease();
  mkdirSync(rendered);
  expect(render(join(release, 'SHA256SUMS'))).toMatchObject({ status: 0, stderr: '' });
  server = createServer(({ url = '', headers }, response) => {
    if (url.startsWith('/moved/')) {
      response
        .writeHead(302, { location: `http://${headers.host}${url.slice('/moved'.length)}` })
        .end();
      return;
    }
    const name = url.replace(`/v${VERSION}/`, '');
    if (readdirSync(release).includes(name)) response.end(readFileSync(join(release, name)));
    else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterAll(() => {
  server.close();
  rmSync(scratch, { recursive: true });
});

const files = () =>
  readdirSync(rendered, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(rendered, name)).isFile(),
  );
const textOf = (name: string) => readFileSync(join(rendered, name), 'utf8');

describe('the files for channels', () => {
  it('are all filled in', () => {
    expect(files()).toContain('homebrew/kubeadmit.rb');
    expect(files().filter((name) => /@[A-Z][A-Z0-9]*[:@]/.test(textOf(name)))).toEqual([]);
  });

  it('have the addresses and checksums of the release', () => {
    const { spec } = parse(textOf('krew/kubeadmit.yaml'));
    expect(spec.version).toBe(`v${VERSION}`);
    expect(spec.platforms).toHaveLength(PLATFORMS.length);
    for (const { uri, sha256: checksum } of spec.platforms) {
      const [, name = ''] = /\/v1\.2\.3\/([^/]+)$/.exec(uri) ?? [];
      expect(checksum).toBe(sha256(readFileSync(join(release, name))));
    }
    for (const name of ['homebrew/kubeadmit.rb', 'nix/flake.nix']) {
      for (const platform of PLATFORMS.slice(0, -1)) {
        expect(textOf(name)).toContain(`/v${VERSION}/${archiveOf(platform)}"`);
        expect(textOf(name)).toContain(sha256(readFileSync(join(release, archiveOf(platform)))));
      }
    }
  });

  it.each(['install.sh', 'asdf/bin/download', 'asdf/bin/install', 'asdf/bin/list-all'])(
    'has a shell script without syntax errors: %s',
    (name) => {
      const shell = name.endsWith('.sh') ? 'sh' : 'bash';
      expect(spawnSync(shell, ['-n', join(rendered, name)], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    },
  );

  it('are not written for a release that lacks a platform', () => {
    const sums = join(scratch, 'few');
    writeFileSync(sums, `${'0'.repeat(64)}  ${archiveOf('linux-x64')}\n`);
    expect(render(sums)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has no checksum for'),
    });
  });
});

const hasPrograms =
  ['linux', 'darwin'].includes(process.platform) && spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasPrograms)('the installation (needs curl)', () => {
  /** Runs a script that downloads from the server of this test. */
  async function run(script: string, env: Record<string, string>) {
    const { port } = server.address() as AddressInfo;
    const releases = { KUBEADMIT_RELEASES: `http://127.0.0.1:${port}` };
    return promisify(execFile)(join(rendered, script), [], {
      env: { PATH: process.env.PATH, HOME: scratch, ...releases, ...env },
    }).catch((error: { stderr: string }) => error);
  }
  const versionOf = (program: string) => execFileSync(program, { encoding: 'utf8' });

  it('puts the program into the folder of the user', async () => {
    const { stderr } = await run('install.sh', {});
    expect(stderr).toBe('');
    expect(versionOf(join(scratch, '.local/bin/kubeadmit'))).toBe(`${VERSION}\n`);
  });

  it('follows no redirect to a server without TLS', async () => {
    const { port } = server.address() as AddressInfo;
    const folder = join(scratch, 'moved');
    const { stderr } = await run('install.sh', {
      KUBEADMIT_RELEASES: `http://127.0.0.1:${port}/moved`,
      KUBEADMIT_INSTALL_DIR: folder,
    });
    expect(stderr).toContain(`cannot download ${here}.tar.gz`);
    expect(existsSync(folder)).toBe(false);
  });

  it.each(['kubeadmit', 'kubeadmit.new'])(
    'does not install into a folder named %s',
    async (name) => {
      const folder = join(scratch, 'taken');
      mkdirSync(join(folder, name), { recursive: true });
      const { stderr } = await run('install.sh', { KUBEADMIT_INSTALL_DIR: folder });
      expect(stderr).toContain(`${join(folder, name)} is a folder`);
      expect(readdirSync(join(folder, name))).toEqual([]);
      rmSync(folder, { recursive: true });
    },
  );

  it('is done by asdf', async () => {
    const [ASDF_DOWNLOAD_PATH, ASDF_INSTALL_PATH] = [join(scratch, 'down'), join(scratch, 'in')];
    const env = { ASDF_INSTALL_VERSION: VERSION, ASDF_DOWNLOAD_PATH, ASDF_INSTALL_PATH };
    await run('asdf/bin/download', env);
    await run('asdf/bin/install', env);
    expect(versionOf(join(ASDF_INSTALL_PATH, 'bin/kubeadmit'))).toBe(`${VERSION}\n`);
  });

  /** Runs the action in a checkout, with a release of the server of this test. */
  async function action(
    checkout: string,
    inputs: Record<string, string>,
    more: NodeJS.ProcessEnv = {},
  ) {
    const { port } = server.address() as AddressInfo;
    const output = join(scratch, 'output');
    writeFileSync(output, '');
    const env = Object.entries({ version: VERSION, paths: '.', ...inputs }).map(
      ([name, value]) => [`INPUT_${name.toUpperCase()}`, value] as const,
    );
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(repository, 'action/main.cjs')],
      {
        cwd: checkout,
        env: {
          ...Object.fromEntries(env),
          PATH: process.env.PATH,
          HOME: scratch,
          RUNNER_TEMP: scratch,
          GITHUB_WORKSPACE: checkout,
          GITHUB_OUTPUT: output,
          KUBEADMIT_RELEASES: `http://127.0.0.1:${port}`,
          ...more,
        },
      },
    ).catch((error: { stdout: string; stderr: string }) => error);
    return { stdout, stderr, output: readFileSync(output, 'utf8') };
  }

  const here = `kubeadmit-${process.platform}-${process.arch}`;

  it('runs in no folder that a link of the checkout leads to', async () => {
    const checkout = mkdtempSync(join(scratch, 'checkout-'));
    const outside = mkdtempSync(join(scratch, 'outside-'));
    mkdirSync(join(checkout, 'sub'));
    symlinkSync(outside, join(checkout, 'link'));
    const runIn = (folder: string) => action(checkout, { 'working-directory': folder });
    for (const folder of ['link', 'sub/../link/.', join(checkout, 'link')]) {
      const { stderr, output } = await runIn(folder);
      expect(stderr).toContain('the working directory is a symbolic link out of the checkout');
      expect(output).toBe('exit-status=2\n');
    }
    for (const folder of ['sub', outside]) {
      expect((await runIn(folder)).output).toBe('exit-status=0\n');
    }
  });

  it('is done by the action, outside of the checkout, and leaves nothing behind', async () => {
    const checkout = mkdtempSync(join(scratch, 'checkout-'));
    const before = readdirSync(scratch);
    const digest = sha256(readFileSync(join(release, `${here}.tar.gz`)));
    const { stdout, output } = await action(checkout, { sha256: digest, args: '--pedantic' });
    expect([stdout, output]).toEqual([
      expect.stringMatching(/^1\.2\.3 --pedantic -- \.$/m),
      'exit-status=0\n',
    ]);
    expect(readdirSync(checkout)).toEqual([]);
    expect(readdirSync(scratch).filter((name) => name !== 'output')).toEqual(
      before.filter((name) => name !== 'output'),
    );
  });

  it('by the action uses no program and no setting of a hostile checkout', async () => {
    const checkout = mkdtempSync(join(scratch, 'hostile-'));
    const ran = join(scratch, 'ran');
    for (const name of ['sh', 'curl', 'tar', 'sha256sum', 'mktemp', 'npm', 'node', 'kubeadmit']) {
      writeFileSync(join(checkout, name), `#!/bin/sh\n: > '${ran}'\n`, { mode: 0o755 });
    }
    for (const name of ['.curlrc', '.npmrc', 'install.sh']) {
      writeFileSync(join(checkout, name), `output = "${ran}"\n`);
    }
    const PATH = [checkout, '.', '', process.env.PATH].join(':');
    for (const more of [
      {},
      { HOME: checkout },
      { CURL_HOME: checkout, XDG_CONFIG_HOME: checkout },
    ]) {
      const { output } = await action(checkout, {}, { PATH, ...more });
      expect(output).toBe('exit-status=0\n');
    }
    expect(() => statSync(ran)).toThrow('ENOENT');
  });

  it('by the action refuses a program with another checksum than the one that is asked for', async () => {
    const checkout = mkdtempSync(join(scratch, 'other-'));
    const { stdout, stderr, output } = await action(checkout, { sha256: '0'.repeat(64) });
    expect([stdout, output]).toEqual(['', 'exit-status=2\n']);
    expect(stderr).toMatch(/checksum of kubeadmit-.*\.tar\.gz is wrong/);
  });

  it('refuses a program with another checksum', async () => {
    const sums = join(release, 'SHA256SUMS');
    const right = readFileSync(sums, 'utf8');
    writeFileSync(sums, right.replace(/^[0-9a-f]{64}/gm, '0'.repeat(64)));
    const folder = join(scratch, 'refused');
    const { stderr } = await run('install.sh', { KUBEADMIT_INSTALL_DIR: folder });
    writeFileSync(sums, right);
    expect(stderr).toMatch(/checksum of kubeadmit-.*\.tar\.gz is wrong/);
    expect(() => statSync(join(folder, 'kubeadmit'))).toThrow('ENOENT');
  });
});
