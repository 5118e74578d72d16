import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../cli/fake-host.ts';
import { writeFiles } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { findIn } from './find-in.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(temporaryFolder());
});

const write = (path: string, text = `# ${path}\n`) => writeFiles(folder, { [path]: text });

function link(target: string, path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(target, join(folder, path));
}

function pipe(path: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  execFileSync('mkfifo', [join(folder, path)]);
  return join(folder, path);
}

describe('symbolic links that lead out of the named folders', () => {
  beforeEach(() => {
    write('secret/a.yaml');
    write('k/b.yaml');
    link('../secret', 'k/folder');
    link('../secret/a.yaml', 'k/file.yaml');
    link('/etc/hostname', 'k/absolute.yaml');
  });

  it('are counted, and not followed', async () => {
    expect(await findIn(folder, ['k'])).toMatchObject({
      names: ['k/b.yaml'],
      problems: [],
      skipped: { link: ['k/absolute.yaml', 'k/file.yaml', 'k/folder'] },
    });
  });

  it('are not followed from a pattern either', async () => {
    const found = await findIn(folder, ['k/**/*.yaml']);
    expect(found.names).toEqual(['k/b.yaml']);
    expect(found.skipped).toEqual({ link: ['k/absolute.yaml', 'k/file.yaml'] });
  });

  it('are followed where that is asked for', async () => {
    const { names, skipped } = await findIn(folder, ['k'], { followsLinks: true });
    expect(names).toEqual(['k/absolute.yaml', 'k/b.yaml', 'k/file.yaml', 'k/folder/a.yaml']);
    expect(skipped).toEqual({});
  });

  it('are followed where they lead into another named folder', async () => {
    const { names, skipped } = await findIn(folder, ['k', 'secret']);
    expect(names).toEqual(['k/b.yaml', 'k/file.yaml', 'k/folder/a.yaml', 'secret/a.yaml']);
    expect(skipped).toEqual({ link: ['k/absolute.yaml'] });
  });

  it('are followed where they are named', async () => {
    expect((await findIn(folder, ['k/file.yaml', 'k/folder'])).names).toEqual([
      'k/file.yaml',
      'k/folder/a.yaml',
    ]);
  });

  it('are reported by the command', async () => {
    const { code, stdout } = await runIn({ cwd: folder }, 'k');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'skipped 3 symbolic links out of the named folders (--follow-links follows them): k/absolute.yaml, k/file.yaml, k/folder\n',
    );
  });
});

describe('a path that is not a regular file', () => {
  it('is counted in folders, and not opened', async () => {
    pipe('k/pipe.yaml');
    link('pipe.yaml', 'k/link.yaml');
    link('/dev/zero', 'k/zero.yaml');
    link('/proc/self/environ', 'k/environ.yaml');
    write('k/a.yaml');
    expect(await findIn(folder, ['k'], { followsLinks: true })).toMatchObject({
      names: ['k/a.yaml'],
      problems: [],
      skipped: { special: ['k/link.yaml', 'k/pipe.yaml', 'k/zero.yaml', 'k/environ.yaml'] },
    });
  });

  it('is not opened for what surrounds a file', async () => {
    for (const name of [
      '.gitignore',
      '.git',
      'kustomization.yaml',
      'Chart.yaml',
      '.kubeadmit.yaml',
    ]) {
      pipe(`k/${name}`);
    }
    write('k/a.yaml');
    expect((await findIn(folder, ['k'])).names).toEqual(['k/a.yaml']);
    const { code } = await runIn({ cwd: join(folder, 'k') });
    expect(code).toBe(0);
  });

  it('is a problem where it is named, except for a pipe', async () => {
    expect((await findIn(folder, ['/dev/zero', '/proc/self/status'])).problems).toEqual([
      '/dev/zero: is not a regular file',
      '/proc/self/status: is not a regular file',
    ]);
  });

  it.each(['a pipe', 'a link to a pipe'])('is read where it is named: %s', async (what) => {
    const path = pipe('pipe');
    link('pipe', 'link');
    // Opening a pipe waits for its other end, so that must be open in another process.
    const writer = spawn('sh', ['-c', 'printf "# %070000d" 1 > "$1"', 'sh', path]);
    const { contents } = await findIn(folder, [what === 'a pipe' ? 'pipe' : 'link']);
    expect(contents[0]).toHaveLength(70_002);
    writer.kill();
  });
});

describe('configurations', () => {
  const leaking = 'root:x:0:0:root:/root:/bin/sh\n';

  it('are not read through links out of the repository', async () => {
    write('passwd', leaking);
    mkdirSync(join(folder, 'repository/.git'), { recursive: true });
    link('../passwd', 'repository/.kubeadmit.yaml');
    write('repository/a.yaml');
    const { code, stdout, stderr } = await runIn({ cwd: join(folder, 'repository') });
    expect({ code, isLeaked: (stdout + stderr).includes('root:x') }).toEqual({
      code: 0,
      isLeaked: false,
    });
  });

  it('do not extend what a link leads to out of the repository', async () => {
    write('passwd', leaking);
    mkdirSync(join(folder, 'repository/.git'), { recursive: true });
    write('repository/.kubeadmit.yaml', 'extends: ./base.yaml\n');
    link('../passwd', 'repository/base.yaml');
    const { code, stdout, stderr } = await runIn({ cwd: join(folder, 'repository') });
    expect({ code, isLeaked: (stdout + stderr).includes('root:x') }).toEqual({
      code: 2,
      isLeaked: false,
    });
  });
});

describe('a configuration of the repository', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'repository/.git'), { recursive: true });
    write('repository/a.yaml');
    write('outside/crd.yaml');
    link('../outside', 'repository/link');
  });

  const writes = (output: string) => `formats: [text, { format: json, output: ${output} }]\n`;

  it.each([
    ['a report beside it', writes('../report.json')],
    ['a report at the root', writes('/report.json')],
    ['a report through a link', writes('link/report.json')],
    ['a report into the files of git', writes('.git/hooks/pre-commit')],
    ['a baseline beside it', 'baseline: ../known.json'],
    ['CRDs beside it', 'crds: ../outside'],
    ['CRDs through a link', 'crds: link'],
  ])('names nothing outside of it: %s', async (_, text) => {
    write('repository/.kubeadmit.yaml', text);
    const cwd = join(folder, 'repository');
    const { code, stderr } = await runIn({ cwd }, 'a.yaml');
    expect(code).toBe(2);
    expect(stderr).toContain('is outside of the repository');
    expect((await runIn({ cwd }, '--config', '.kubeadmit.yaml', '--help')).code).toBe(0);
  });

  it('names what is in it', async () => {
    write('repository/.kubeadmit.yaml', `${writes('out.json')}crds: a.yaml\n`);
    const { code, stderr } = await runIn({ cwd: join(folder, 'repository') }, 'a.yaml');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('names nothing outside of it where the command line names the configuration either', async () => {
    write('repository/conf.yaml', 'crds: ../outside\n');
    const cwd = join(folder, 'repository');
    const { code, stderr } = await runIn({ cwd }, '--config', 'conf.yaml', 'a.yaml');
    expect([code, stderr]).toEqual([2, expect.stringContaining('is outside of the repository')]);
  });

  it('names anything where the configuration is outside of the repository', async () => {
    write('outside/conf.yaml', `${writes('../report.json')}crds: ../outside\n`);
    const cwd = join(folder, 'repository');
    const { code } = await runIn({ cwd }, '--config', '../outside/conf.yaml', 'a.yaml');
    expect(code).toBe(0);
  });
});

describe('files above the limit', () => {
  /** Makes a large file that needs no space on the disk. */
  function large(path: string, beginning: string): void {
    write(path, beginning);
    truncateSync(join(folder, path), 3 * 1024 * 1024);
  }

  it('are a problem where they are named, or begin as a manifest', async () => {
    large('named.json', '[]');
    large('k/manifest.yaml', 'apiVersion: v1\n');
    large('k/data.json', '[]');
    write('k/small.yaml');
    expect(await findIn(folder, ['named.json', 'k'])).toMatchObject({
      names: ['k/small.yaml'],
      problems: ['named.json: is larger than 1 MB', 'k/manifest.yaml: is larger than 1 MB'],
      skipped: { 'too-large': ['k/data.json'] },
    });
  });

  it('are read where the limit is higher', async () => {
    large('a.yaml', 'a: 1\n');
    const { names } = await findIn(folder, ['a.yaml'], { maxFileSize: 4 * 1024 * 1024 });
    expect(names).toEqual(['a.yaml']);
  });

  it.each([
    ['2', 'is larger than 2 MB'],
    ['3', ''],
  ])('are those above --max-file-size %s', async (size, problem) => {
    large('a.yaml', 'a: 1\n');
    const { code, stderr } = await runIn({ cwd: folder }, '--max-file-size', size, 'a.yaml');
    expect(stderr).toContain(problem);
    expect(code).toBe(problem === '' ? 0 : 2);
  });

  it('are a problem on standard input', async () => {
    const stdin = `# ${'x'.repeat(1024 * 1024)}`;
    const { code, stderr } = await runIn({ cwd: folder, stdin }, '--max-file-size', '1', '-');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'kubeadmit: <stdin>: is larger than 1 MB; KUBEADMIT_MAX_FILE_SIZE raises the limit\n',
    });
  });

  it('are named once by commands without the option', async () => {
    write('a.yaml');
    truncateSync(join(folder, 'a.yaml'), 65 * 1024 * 1024);
    const { stderr } = await runIn({ cwd: folder }, 'cost', 'a.yaml');
    expect(stderr).toContain('kubeadmit: a.yaml: is larger than 64 MB\n');
  });

  it.each(['0', '129', '1.5', '-1', 'x', '64MB'])('cannot be above %s', async (size) => {
    const { code, stderr } = await runIn({ cwd: folder }, '--max-file-size', size);
    expect(code).toBe(2);
    expect(stderr).toContain('--max-file-size takes a number of megabytes from 1 to 128');
  });
});

describe('names that are not UTF-8', () => {
  /** A name of such bytes, and one that is UTF-8, with the replacement character in it. */
  const bytes = (name: string) =>
    Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);

  beforeEach(() => {
    writeFileSync(bytes('a\xff.yaml'), '# one\n');
    writeFileSync(bytes('a\xfe.yaml'), '# two\n');
    writeFileSync(join(folder, 'a\ufffd.yaml'), '# three\n');
    mkdirSync(bytes('f\xc3\xa9\xff'));
    writeFileSync(Buffer.concat([bytes('f\xc3\xa9\xff'), Buffer.from('/b.yaml')]), '# four\n');
  });

  it('are read in folders, and shown escaped', async () => {
    expect(await findIn(folder, [])).toMatchObject({
      names: ['a\\xfe.yaml', 'a\\xff.yaml', 'a\ufffd.yaml', 'fé\\xff/b.yaml'],
      contents: ['# two\n', '# one\n', '# three\n', '# four\n'],
      problems: [],
    });
  });

  it('are read where they are named, as Node shows them', async () => {
    rmSync(join(folder, 'a\ufffd.yaml'));
    rmSync(bytes('a\xfe.yaml'));
    expect(await findIn(folder, ['a\ufffd.yaml'])).toMatchObject({
      names: ['a\\xff.yaml'],
      contents: ['# one\n'],
      problems: [],
    });
    expect((await findIn(folder, ['*.yaml'])).names).toEqual(['a\\xff.yaml']);
  });

  it('are a problem where several could be meant', async () => {
    rmSync(join(folder, 'a\ufffd.yaml'));
    expect((await findIn(folder, ['a\ufffd.yaml'])).problems).toEqual([
      'a\ufffd.yaml: no such file or folder',
    ]);
  });
});
