import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runIn } from '../cli/fake-host.ts';
import { crdYaml } from '../crd-yaml.ts';
import { gitIn } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: { name: a }
spec: { hard: { pods: "1" }, hrad: {} }
`;

const CRD = crdYaml();

let root: string;

beforeEach(() => {
  root = temporaryFolder({
    'a.yaml': QUOTA,
    'crd.yaml': CRD,
    '.gitattributes': '* filter=f diff=d\n',
  });
  git('init', '--quiet', '--initial-branch=main');
  commitAll();
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const git = (...args: readonly string[]) => gitIn(root, ...args);

function commitAll(): void {
  git('add', '.');
  git('commit', '--quiet', '--message=all');
}

/** A program that leaves a file behind, outside of the working tree. */
function program(path: string): string {
  const full = join(root, path);
  mkdirSync(join(full, '..'), { recursive: true });
  writeFileSync(full, `#!/bin/sh\n: > '${join(root, '.git/ran')}'\ncat\n`);
  chmodSync(full, 0o755);
  return full;
}

function hasRun(): boolean {
  return existsSync(join(root, '.git/ran'));
}

/** The calls of git: `--since`, `--base` and `diff`. */
const CALLS: readonly (readonly string[])[] = [
  ['--since', 'HEAD', '.'],
  ['--base', 'HEAD', '.'],
  ['diff', 'HEAD', 'crd.yaml'],
];

async function outputsOf(cwd = root, calls = CALLS): Promise<readonly string[]> {
  const outputs: string[] = [];
  for (const args of calls) {
    const { stdout, stderr } = await runIn({ cwd }, ...args);
    outputs.push(stdout + stderr);
  }
  return outputs;
}

describe('the configuration of a repository', () => {
  it.each([
    'core.fsmonitor',
    'core.hooksPath',
    'diff.external',
    'diff.d.command',
    'diff.d.textconv',
    'filter.f.clean',
    'filter.f.smudge',
    'filter.f.process',
    'core.pager',
    'core.sshCommand',
  ])('runs no program: %s', async (key) => {
    git('config', key, program('.git/program'));
    // Git would look at what has changed.
    writeFileSync(join(root, 'a.yaml'), `${QUOTA}# changed\n`);
    const [since, base, diff] = await outputsOf();
    expect(hasRun()).toBe(false);
    expect(since).toContain('1 finding not shown: not new since HEAD');
    expect(base).toContain('field/unknown');
    expect(diff).not.toContain('kubeadmit:');
  });

  it('runs no program that another file names', async () => {
    writeFileSync(
      join(root, '.git/other'),
      `[core]\n  fsmonitor = ${program('.git/program')}\n[filter "f"]\n  clean = ${program('.git/program')}\n`,
    );
    git('config', 'include.path', './other');
    writeFileSync(join(root, 'a.yaml'), `${QUOTA}# changed\n`);
    await outputsOf();
    expect(hasRun()).toBe(false);
  });

  it('puts no other objects in the place of those of a commit', async () => {
    const other = git('hash-object', '-w', 'a.yaml');
    writeFileSync(join(root, 'a.yaml'), QUOTA.replace(', hrad: {}', ''));
    git('replace', git('hash-object', '-w', 'a.yaml'), other);
    commitAll();
    writeFileSync(join(root, 'a.yaml'), QUOTA);
    const { stdout } = await runIn({ cwd: root }, '--since', 'HEAD', 'a.yaml');
    expect(stdout).toContain('field/unknown');
  });

  it('asks no remote for objects that are not there, and says how to get them', async () => {
    const path = git('rev-parse', 'HEAD:a.yaml').replace(/^../, '$&/');
    execFileSync('mv', [join(root, '.git/objects', path), join(root, '.git/moved')]);
    execFileSync('mv', [
      join(root, '.git/objects', git('rev-parse', 'HEAD:crd.yaml').replace(/^../, '$&/')),
      join(root, '.git/moved-crd'),
    ]);
    git('config', 'core.repositoryFormatVersion', '1');
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'remote.origin.url', `ext::${program('.git/program')}`);
    git('config', 'protocol.ext.allow', 'always');
    const outputs = await outputsOf();
    expect(hasRun()).toBe(false);
    for (const output of outputs) expect(output).toContain('git fetch --refetch --no-filter');
  });
});

describe('the files of a branch', () => {
  it('may be those of a bare repository, which is none', async () => {
    execFileSync('git', ['init', '--quiet', '--bare', join(root, 'sub')], { stdio: 'ignore' });
    writeFileSync(
      join(root, 'sub/config'),
      `[core]\n  bare = false\n  worktree = ..\n  repositoryFormatVersion = 0\n  fsmonitor = ${program('sub/program')}\n`,
    );
    writeFileSync(join(root, 'sub/b.yaml'), QUOTA);
    commitAll();
    const [since] = await outputsOf(join(root, 'sub'));
    expect(hasRun()).toBe(false);
    expect(since).toContain('1 finding not shown: not new since HEAD');
  });

  it('may have a program named git, which is not started', async () => {
    program('node_modules/.bin/git');
    program('git');
    const hostile = [join(root, 'node_modules/.bin'), '', '.', 'node_modules/.bin'];
    vi.stubEnv('PATH', [...hostile, process.env.PATH].join(delimiter));
    const [since] = await outputsOf();
    expect(hasRun()).toBe(false);
    expect(since).toContain('1 finding not shown: not new since HEAD');
    vi.stubEnv('PATH', hostile.join(delimiter));
    for (const output of await outputsOf()) expect(output).toContain('git is not installed');
    expect(hasRun()).toBe(false);
  });

  it('are new where git prints something else than a list of files', async () => {
    const other = temporaryFolder({ git: '#!/bin/sh\necho a\n' });
    chmodSync(join(other, 'git'), 0o755);
    vi.stubEnv('PATH', [other, process.env.PATH].join(delimiter));
    const [since] = await outputsOf();
    expect(since).toContain('field/unknown');
  });

  it('may have names that git quotes', async () => {
    const names = ['a "q"\t.yaml', 'a\nb.yaml', ' .yaml', 'é\\.yaml', ':(top)x.yaml'];
    for (const name of names) writeFileSync(join(root, name), QUOTA);
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff]), Buffer.from('.yaml')]),
      QUOTA,
    );
    commitAll();
    const { stdout } = await runIn({ cwd: root }, '--since', 'HEAD');
    expect(stdout.split('\n')[0]).toMatch(/^\d+ findings not shown: not new since HEAD$/);
  });
});

it('the repository is the one around the files, whatever the environment says', async () => {
  const other = join(root, 'other');
  execFileSync('git', ['init', '--quiet', other]);
  vi.stubEnv('GIT_DIR', join(other, '.git'));
  vi.stubEnv('GIT_WORK_TREE', other);
  const [since] = await outputsOf();
  expect(since).toContain('1 finding not shown: not new since HEAD');
});

describe('a repository with a file that has no end', () => {
  it.each([
    ['config', 'pipe'],
    ['HEAD', 'pipe'],
    ['packed-refs', 'zero'],
    ['objects/info/alternates', 'pipe'],
    ['refs/heads/main', 'zero'],
  ])('is refused: .git/%s is a %s', async (path, what) => {
    const full = join(root, '.git', path);
    rmSync(full, { force: true });
    if (what === 'pipe') execFileSync('mkfifo', [full]);
    else symlinkSync('/dev/zero', full);
    for (const output of await outputsOf()) {
      expect(output).toContain(`.git/${path} is a named pipe or a device`);
    }
  });
});

describe('a commit of few objects with very many paths', () => {
  it('is refused', async () => {
    const blob = git('rev-parse', 'HEAD:a.yaml');
    const tree = (entry: string, ending: string) =>
      execFileSync('git', ['mktree'], {
        cwd: root,
        input: Array.from({ length: 10 }, (_, n) => `${entry}\td${n}${ending}\n`).join(''),
        encoding: 'utf8',
      }).trim();
    let top = tree(`100644 blob ${blob}`, '.yaml');
    for (let level = 0; level < 6; level++) top = tree(`040000 tree ${top}`, '');
    git('reset', '--soft', git('commit-tree', top, '-m', 'many'));
    const calls = [...CALLS.slice(0, 2), ['diff', 'HEAD', '.']];
    for (const output of await outputsOf(root, calls)) {
      expect(output).toContain('the commit has more than 250000 manifests');
    }
  });
});

describe('the files of git in an archive', () => {
  const PRIVATE = CRD.replace('type: object', 'type: object, x-secret: abc');
  let outer: string;

  // An archive is unpacked next to the repository of somebody else.
  beforeEach(() => {
    outer = temporaryFolder({ 'private/crd.yaml': PRIVATE, 'archive/crd.yaml': CRD });
    gitIn(join(outer, 'private'), 'init', '--quiet', '--initial-branch=main');
    gitIn(join(outer, 'private'), 'add', '.');
    gitIn(join(outer, 'private'), 'commit', '--quiet', '--message=all');
  });

  const inArchive = (path: string) => join(outer, 'archive', path);
  const inPrivate = (path: string) => join(outer, 'private', path);

  const HOSTILE: Readonly<Record<string, () => void>> = {
    'a file that names the other one': () =>
      writeFileSync(inArchive('.git'), 'gitdir: ../private/.git\n'),
    'a symbolic link to the other one': () => symlinkSync('../private/.git', inArchive('.git')),
    'a folder that has the other one in common': () => {
      mkdirSync(inArchive('.git'));
      writeFileSync(inArchive('.git/commondir'), '../../private/.git\n');
      writeFileSync(inArchive('.git/HEAD'), 'ref: refs/heads/main\n');
    },
    'a working tree in the archive that has the other one in common': () => {
      mkdirSync(inArchive('tree'));
      writeFileSync(inArchive('.git'), 'gitdir: tree\n');
      writeFileSync(inArchive('tree/gitdir'), '../.git\n');
      writeFileSync(inArchive('tree/commondir'), '../../private/.git\n');
      writeFileSync(inArchive('tree/HEAD'), 'ref: refs/heads/main\n');
    },
    'objects of the other one': () => {
      gitIn(inArchive(''), 'init', '--quiet', '--initial-branch=main');
      writeFileSync(
        inArchive('.git/objects/info/alternates'),
        '# x\n../../../private/.git/objects\n',
      );
      symlinkSync('../../private/.git/refs/heads/main', inArchive('.git/refs/heads/main'));
    },
    'links to the objects of the other one': () => {
      gitIn(inArchive(''), 'init', '--quiet', '--initial-branch=main');
      for (const folder of readdirSync(inPrivate('.git/objects'))) {
        rmSync(inArchive(`.git/objects/${folder}`), { recursive: true, force: true });
        symlinkSync(`../../../private/.git/objects/${folder}`, inArchive(`.git/objects/${folder}`));
      }
      writeFileSync(
        inArchive('.git/refs/heads/main'),
        readFileSync(inPrivate('.git/refs/heads/main')),
      );
    },
  };

  it.each(Object.entries(HOSTILE))('do not lead to another repository: %s', async (_, write) => {
    write();
    for (const output of await outputsOf(inArchive(''), CALLS)) {
      expect(output).toMatch(/leads? (?:to a folder|out of)|objects of another repository/);
      expect(output).not.toContain('x-secret');
    }
  });

  it('may be those of a copy that uses the objects of another one, if the environment names it', async () => {
    gitIn(outer, 'clone', '--quiet', '--shared', 'private', 'copy');
    writeFileSync(join(outer, 'copy/crd.yaml'), CRD);
    vi.stubEnv('GIT_ALTERNATE_OBJECT_DIRECTORIES', inPrivate('.git/objects'));
    const { code, stdout } = await runIn({ cwd: join(outer, 'copy') }, 'diff', 'HEAD', 'crd.yaml');
    expect([code, stdout]).toEqual([0, expect.stringContaining('compared 1 CRD')]);
  });

  it('may have symbolic links where git reads nothing of the database', async () => {
    for (const name of ['hooks', 'info/exclude']) {
      rmSync(inPrivate(`.git/${name}`), { recursive: true, force: true });
      symlinkSync(inArchive(''), inPrivate(`.git/${name}`));
    }
    const { code, stderr } = await runIn({ cwd: inPrivate('') }, 'diff', 'HEAD', 'crd.yaml');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('kubeadmit:')]);
  });

  it('may be those of a working tree or a submodule', async () => {
    gitIn(inPrivate(''), 'worktree', 'add', '--quiet', '--detach', '../tree');
    gitIn(inArchive(''), 'init', '--quiet');
    const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
    gitIn(inArchive(''), ...add, '../private', 'module');
    // This moves the setting that names the working tree to another file.
    gitIn(inArchive('module'), 'sparse-checkout', 'set', '--no-cone', '/*');
    for (const cwd of [join(outer, 'tree'), inArchive('module')]) {
      const { code, stderr } = await runIn({ cwd }, 'diff', 'HEAD', 'crd.yaml');
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('kubeadmit:')]);
    }
  });
});
