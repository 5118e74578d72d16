import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { UnpackLimit } from '../../src/hosts/node/disk/unpack-limit.ts';
import { readGitBase } from '../../src/hosts/node/git-base.ts';
import { gitIn, writeFiles } from '../folders.ts';
import { suiteFolder } from '../temporary-folder.ts';

const repository = suiteFolder();

const git = (...args: readonly string[]) => gitIn(repository, ...args);

const write = (path: string, text: string) => writeFiles(repository, { [path]: text });

beforeAll(() => {
  git('init', '--quiet', '--initial-branch', 'main');
  write('config/a.yaml', 'a: 1\n');
  write('config/ä b.yaml', 'b: 1\n');
  write('README.md', 'text\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  git('checkout', '--quiet', '-b', 'topic');
  write('config/a.yaml', 'a: 2\n');
  git('commit', '--quiet', '-a', '-m', 'two');
  git('checkout', '--quiet', 'main');
  write('other.yaml', 'c: 1\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'three');
  git('checkout', '--quiet', 'topic');
});

function textsOf(ref: string, paths: readonly string[] = [], folder = ''): string[] {
  return readGitBase(ref, paths, join(repository, folder), new UnpackLimit()).map(
    ({ name, content }) => `${name} ${Buffer.from(content).toString().trim()}`,
  );
}

describe('the manifests of a commit', () => {
  it('are read without a checkout', () => {
    expect(textsOf('main')).toEqual([
      'main:config/a.yaml a: 1',
      'main:config/ä b.yaml b: 1',
      'main:other.yaml c: 1',
    ]);
  });

  it('may be those of a merge base', () => {
    expect(textsOf('main...')).toEqual([
      'main...:config/a.yaml a: 1',
      'main...:config/ä b.yaml b: 1',
    ]);
  });

  it('are those below the current folder, or of some paths', () => {
    expect(textsOf('topic', ['a.yaml'], 'config')).toEqual(['topic:a.yaml a: 2']);
    expect(textsOf('main', [], 'config')).toHaveLength(2);
  });

  it('cannot be those of nothing', () => {
    expect(() => textsOf('nothing')).toThrow('neither a file, nor a commit');
    expect(() => textsOf('--help')).toThrow('neither a file, nor a commit');
    expect(() => readGitBase('main', [], tmpdir(), new UnpackLimit())).toThrow();
  });
});
