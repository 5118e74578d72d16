import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGitBase } from '../../src/hosts/node/git-base.ts';
import { UnpackLimit } from '../../src/hosts/node/unpack-limit.ts';
import { gitIn } from '../cli/folder.ts';

let repository = '';

const git = (...args: readonly string[]) => gitIn(repository, ...args);

function write(path: string, text: string): void {
  mkdirSync(join(repository, path, '..'), { recursive: true });
  writeFileSync(join(repository, path), text);
}

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'git-base-'));
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

afterAll(() => rmSync(repository, { recursive: true }));

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
