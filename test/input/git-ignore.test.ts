import { execFileSync } from 'node:child_process';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Files, writeFiles } from '../folders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { findIn } from './find-in.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const write = (files: Files) => writeFiles(folder, files);

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-c', 'core.excludesFile=/dev/null', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
}

const IDENTITY = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];

/** The files that git would add. */
function notIgnored(): readonly string[] {
  return git('ls-files', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((name) => name.endsWith('.yaml'))
    .sort();
}

async function find(...paths: readonly string[]): Promise<readonly string[]> {
  const { names, problems } = await findIn(folder, paths);
  expect(problems).toEqual([]);
  return names;
}

const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a folder': { '.gitignore': 'build/\n', 'build/a.yaml': '', 'x/build/b.yaml': '', 'c.yaml': '' },
  'a tied pattern': { '.gitignore': '/a.yaml\n', 'a.yaml': '', 'x/a.yaml': '' },
  'a pattern with a slash inside': { '.gitignore': 'x/a.yaml\n', 'x/a.yaml': '', 'y/x/a.yaml': '' },
  'negation of a file': { '.gitignore': '*.yaml\n!keep.yaml\n', 'a.yaml': '', 'x/keep.yaml': '' },
  'negation below an ignored folder': {
    '.gitignore': 'out/\n!out/keep.yaml\n',
    'out/keep.yaml': '',
    'a.yaml': '',
  },
  'negation of a folder by a deeper file': {
    '.gitignore': 'build/\n',
    'tools/.gitignore': '!build/\n',
    'tools/build/a.yaml': '',
    'tools/build/deep/b.yaml': '',
    'other/build/c.yaml': '',
  },
  'a deeper file that ignores what was taken back': {
    '.gitignore': '*.yaml\n!*.keep.yaml\n',
    'x/.gitignore': '/a.keep.yaml\n',
    'x/a.keep.yaml': '',
    'x/y/a.keep.yaml': '',
    'b.keep.yaml': '',
  },
  'folders with special names': {
    'a[b]*/.gitignore': '/c.yaml\n\\#d.yaml\n\\!e.yaml\n',
    'a[b]*/c.yaml': '',
    'a[b]*/#d.yaml': '',
    'a[b]*/!e.yaml': '',
    'ab/c.yaml': '',
    'a[b]*/f.yaml': '',
  },
  'comments, blanks, CRLF and a byte order mark': {
    '.gitignore': '\ufeff# a.yaml\r\n\r\nb.yaml\r\n',
    'sub/.gitignore': '\ufeff# a.yaml\r\n\r\nc.yaml  \r\n',
    'a.yaml': '',
    'b.yaml': '',
    'sub/a.yaml': '',
    'sub/c.yaml': '',
  },
  'capital letters': { '.gitignore': 'A.yaml\n', 'a.yaml': '', 'x/A.yaml': '' },
  'everything but': {
    '.gitignore': '/*\n!/x/\n/x/*\n!/x/y.yaml\n',
    'x/y.yaml': '',
    'x/z.yaml': '',
    'a.yaml': '',
  },
  'two stars': {
    'k/.gitignore': 'a/**/b.yaml\n**/c.yaml\n',
    'k/a/b.yaml': '',
    'k/a/x/y/b.yaml': '',
    'k/z/c.yaml': '',
    'c.yaml': '',
  },
};

describe('files that git ignores are passed over', () => {
  it.each(Object.entries(CASES))('%s', async (_, files) => {
    git('init', '--quiet');
    write(files);
    expect([...(await find())].sort()).toEqual(notIgnored());
  });

  it('a symbolic link in the place of the rules has none', async () => {
    git('init', '--quiet');
    write({ rules: '*.yaml\n', 'a.yaml': '', 'x/b.yaml': '' });
    symlinkSync('rules', join(folder, '.gitignore'));
    symlinkSync('../rules', join(folder, 'x/.gitignore'));
    expect(await find()).toEqual(['a.yaml', 'x/b.yaml']);
    expect(notIgnored()).toEqual(['a.yaml', 'x/b.yaml']);
  });

  it('the rules above the folder that is named hold in it', async () => {
    git('init', '--quiet');
    write({
      '.gitignore': 'x/a.yaml\nb.yaml\n',
      'x/a.yaml': '',
      'x/y/b.yaml': '',
      'x/y/c.yaml': '',
    });
    expect(await find('x')).toEqual(['x/y/c.yaml']);
    expect(await find('x/y')).toEqual(['x/y/c.yaml']);
  });

  it('.git/info/exclude holds too, also where .git is a file', async () => {
    git('init', '--quiet', '--initial-branch=main', 'main');
    git('-C', 'main', ...IDENTITY, 'commit', '--quiet', '--allow-empty', '-m', 'a');
    git('-C', 'main', 'worktree', 'add', '--quiet', '--detach', '../tree');
    write({ 'main/.git/info/exclude': 'a.yaml\n', 'tree/a.yaml': '', 'tree/b.yaml': '' });
    expect(await find('tree')).toEqual(['tree/b.yaml']);
    git(
      '-C',
      'main',
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      '../main',
      'sub',
    );
    write({
      'main/.git/modules/sub/info/exclude': 'a.yaml\n',
      'main/sub/a.yaml': '',
      'main/sub/b.yaml': '',
    });
    expect(await find('main/sub')).toEqual(['main/sub/b.yaml']);
  });

  it('.git may be a symbolic link', async () => {
    git('init', '--quiet');
    write({ '.gitignore': 'b.yaml\n', 'a.yaml': '', 'b.yaml': '', 'c.yaml': '' });
    git('add', '--force', 'b.yaml');
    write({ '.git/info/exclude': 'c.yaml\n' });
    renameSync(join(folder, '.git'), join(folder, 'git'));
    symlinkSync('git', join(folder, '.git'));
    expect(await find('.')).toEqual(['a.yaml', 'b.yaml']);
  });

  it('.git/info/exclude of a folder that .git names, and that names another tree or none, does not', async () => {
    write({
      'evil/info/exclude': '*\n',
      'evil/HEAD': '',
      'tree/.git': 'gitdir: ../evil\n',
      'tree/a.yaml': '',
    });
    expect(await find('tree')).toEqual(['tree/a.yaml']);
    write({ 'evil/gitdir': '/elsewhere/.git\n' });
    expect(await find('tree')).toEqual(['tree/a.yaml']);
  });

  it.each(['2', '3', '4'])(
    'but not what git tracks, by an index of version %s',
    async (version) => {
      git('init', '--quiet');
      git('config', 'index.version', version);
      const long = `${'long/'.repeat(100)}${'x'.repeat(200)}.yaml`;
      write({
        '.gitignore': 'out/\nb.yaml\nlong\n*.é.yaml\n',
        'a.yaml': '',
        'b.yaml': '',
        'c/b.yaml': '',
        'out/x/a.yaml': '',
        'out/x/untracked.yaml': '',
        'out/untracked/a.yaml': '',
        'a.é.yaml': '',
        [long]: '',
      });
      const tracked = ['a.yaml', 'a.é.yaml', 'b.yaml', long, 'out/x/a.yaml'];
      git('add', '--force', '--', ...tracked);
      if (version === '3') git('update-index', '--skip-worktree', 'b.yaml');
      expect([...(await find())].sort()).toEqual(tracked.sort());
      expect(await find('out/x')).toEqual(['out/x/a.yaml', 'out/x/untracked.yaml']);
    },
  );

  it('but not what git tracks with SHA-256', async () => {
    git('init', '--quiet', '--object-format=sha256');
    write({ '.gitignore': '*.yaml\n', 'a.yaml': '', 'b.yaml': '' });
    git('add', '--force', 'b.yaml');
    expect(await find()).toEqual(['b.yaml']);
  });

  it('but not what git tracks by an index that is split', async () => {
    git('init', '--quiet');
    write({ '.gitignore': '*.yaml\n', 'a.yaml': '', 'b.yaml': '', 'c.yaml': '', 'd.yaml': '' });
    git('add', '--force', 'a.yaml', 'b.yaml');
    git('update-index', '--split-index');
    write({ 'b.yaml': 'a: 1\n' });
    git('add', '--force', 'b.yaml', 'c.yaml');
    expect(await find()).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
  });

  it('whatever the index is', async () => {
    git('init', '--quiet');
    write({ '.gitignore': 'a.yaml\n', 'a.yaml': '', 'b.yaml': '' });
    const header = Buffer.from('DIRC\0\0\0\x04\xff\xff\xff\xff', 'latin1');
    for (const index of [
      header,
      Buffer.concat([header, Buffer.alloc(1000, 0xff)]),
      Buffer.alloc(0),
    ]) {
      writeFileSync(join(folder, '.git/index'), index);
      expect(await find()).toEqual(['b.yaml']);
    }
  });

  it('but by an index of few bytes with very long paths', async () => {
    git('init', '--quiet');
    write({ '.gitignore': 'a.yaml\n', 'a.yaml': '', 'b.yaml': '' });
    // An entry of version 4 has the number of bytes that it removes from the end of the name before it.
    const entry = (removed: number, added: string) =>
      Buffer.concat([
        Buffer.alloc(60, 1),
        Buffer.from([0x0f, 0xff, removed]),
        Buffer.from(`${added}\0`),
      ]);
    for (const [count, found] of [
      [10, ['a.yaml', 'b.yaml']],
      [40_000, ['b.yaml']],
    ] as const) {
      const header = Buffer.from('DIRC\0\0\0\x04\0\0\0\0', 'latin1');
      header.writeUInt32BE(count + 2, 8);
      const first = [entry(0, 'a.yaml'), entry(6, 'x/'.repeat(2000))];
      const others = Array.from({ length: count }, () => entry(0, ''));
      writeFileSync(join(folder, '.git/index'), Buffer.concat([header, ...first, ...others]));
      expect(await find()).toEqual(found);
    }
  });

  it('a repository inside another has its own rules', async () => {
    git('init', '--quiet');
    git('init', '--quiet', 'inner');
    write({ '.gitignore': 'a.yaml\n', 'a.yaml': '', 'inner/a.yaml': '' });
    expect(await find()).toEqual(['inner/a.yaml']);
  });

  it('but what is named is read', async () => {
    git('init', '--quiet');
    write({ '.gitignore': 'build/\n', 'build/a.yaml': '', 'build/x/b.yaml': '' });
    expect(await find('build/a.yaml')).toEqual(['build/a.yaml']);
    expect(await find('build')).toEqual(['build/a.yaml', 'build/x/b.yaml']);
    expect(await find('build/x')).toEqual(['build/x/b.yaml']);
  });

  it('outside of a repository the files of the folder count', async () => {
    write({ '.gitignore': 'a.yaml\n', 'a.yaml': '', 'x/.gitignore': '!a.yaml\n', 'x/a.yaml': '' });
    expect(await find()).toEqual(['x/a.yaml']);
  });

  it('but not by patterns that take too many steps in all folders together', async () => {
    const folders = Array.from({ length: 40 }, (_, depth) => 'd/'.repeat(depth));
    const long = `**/${'d/'.repeat(20)}[e]*\n`.repeat(16);
    write({
      ...Object.fromEntries(folders.map((path) => [`${path}.gitignore`, long])),
      '.gitignore': 'a.yaml\n',
      'a.yaml': '',
      [`${folders.at(-1)}a.yaml`]: '',
    });
    expect(await find()).toEqual([`${folders.at(-1)}a.yaml`]);
  });
});
