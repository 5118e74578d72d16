import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
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

/** Makes a release whose program is a script that prints its version. */
function makeRelease(): void {
  mkdirSync(release);
  const program = join(scratch, 'kubeadmit');
  writeFileSync(program, `#!/bin/sh\necho ${VERSION}\n`, { mode: 0o755 });
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
  server = createServer(({ url = '' }, response) => {
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

  it('is done by asdf', async () => {
    const [ASDF_DOWNLOAD_PATH, ASDF_INSTALL_PATH] = [join(scratch, 'down'), join(scratch, 'in')];
    const env = { ASDF_INSTALL_VERSION: VERSION, ASDF_DOWNLOAD_PATH, ASDF_INSTALL_PATH };
    await run('asdf/bin/download', env);
    await run('asdf/bin/install', env);
    expect(versionOf(join(ASDF_INSTALL_PATH, 'bin/kubeadmit'))).toBe(`${VERSION}\n`);
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
