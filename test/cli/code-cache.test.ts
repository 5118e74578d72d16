import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheRoot, isPrivateFolder } from '../../src/hosts/cli/code-cache.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runIn } from './fake-host.ts';

it.each([
  [{ HOME: '/home/a' }, '/home/a/.cache/kubeadmit'],
  [{ HOME: '/home/a', XDG_CACHE_HOME: '/cache' }, '/cache/kubeadmit'],
  [{ HOME: '/home/a', XDG_CACHE_HOME: '' }, '/home/a/.cache/kubeadmit'],
  [{ HOME: '/home/a', XDG_CACHE_HOME: '.cache' }, '/home/a/.cache/kubeadmit'],
  [{ HOME: '.' }, undefined],
  [{ XDG_CACHE_HOME: 'cache' }, undefined],
  [{}, undefined],
  [{ HOME: '/home/a', KUBEADMIT_CACHE_DIR: '' }, undefined],
  [{ HOME: '/home/a', KUBEADMIT_CACHE_DIR: 'mine' }, 'mine'],
])(
  'the caches with %j are in %s: code is never loaded from the working folder unasked',
  (env, root) => {
    expect(cacheRoot(env, 'linux')).toBe(root);
  },
);

describe('the folder that code is loaded from', () => {
  let root: string;
  let cache: string;

  beforeEach(() => {
    root = realpathSync(temporaryFolder({ 'work/a.yaml': '' }));
    cache = join(root, 'home/.cache/kubeadmit');
    mkdirSync(cache, { recursive: true, mode: 0o755 });
  });

  afterEach(() => void vi.restoreAllMocks());

  const isPrivate = (folder = cache, cwd = join(root, 'work')) => isPrivateFolder(folder, cwd);

  it('belongs to the user', () => {
    expect(isPrivate()).toBe(true);
    expect(isPrivate(join(cache, 'made/by/the/run'))).toBe(true);
    expect(isPrivate(cache, '/')).toBe(true);
  });

  it.each(['home/.cache/kubeadmit', 'home/.cache', 'home'])(
    'cannot be written or replaced by others: %s',
    (path) => {
      chmodSync(join(root, path), 0o777);
      expect(isPrivate()).toBe(false);
    },
  );

  it('cannot be made by others first', () => {
    chmodSync(cache, 0o777);
    expect(isPrivate(join(cache, 'made'))).toBe(false);
  });

  it('below one where users cannot replace what others have made, such as /tmp', () => {
    chmodSync(join(root, 'home/.cache'), 0o1777);
    expect(isPrivate()).toBe(true);
    chmodSync(cache, 0o1777);
    expect(isPrivate()).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)('belongs to no other user, even for root', () => {
    chownSync(cache, 1000, 1000);
    expect(isPrivate()).toBe(false);
    chownSync(cache, 0, 0);
    chownSync(join(root, 'home'), 1000, 1000);
    expect(isPrivate()).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)('may belong to root', () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    expect(isPrivate()).toBe(true);
    chmodSync(cache, 0o775);
    expect(isPrivate()).toBe(false);
  });

  it('is not in the working folder', () => {
    expect(isPrivate(cache, root)).toBe(false);
    expect(isPrivate(cache, cache)).toBe(false);
    expect(isPrivate(join(root, 'work/made'))).toBe(false);
    symlinkSync(cache, join(root, 'work/link'));
    symlinkSync(join(root, 'work'), join(root, 'home/link'));
    mkdirSync(join(root, 'work/cache'));
    expect(isPrivate(join(root, 'work/link'))).toBe(false);
    expect(isPrivate(join(root, 'work/link/made'))).toBe(false);
    expect(isPrivate(join(root, 'home/link/cache'))).toBe(false);
  });

  it.each(['', 'home', 'home/.cache/kubeadmit'])('is in no git repository: %j', (path) => {
    mkdirSync(join(root, path, '.git'));
    expect(isPrivate()).toBe(false);
  });
});

describe('kubeadmit clean', () => {
  const BUILD = '0123456789abcdef-v20.0.0-x64-lint-small';
  let root: string;
  let cache: string;

  beforeEach(() => {
    root = realpathSync(temporaryFolder({ 'work/a.yaml': 'a: 1\n' }));
    cache = join(root, 'cache');
    mkdirSync(join(cache, BUILD), { recursive: true, mode: 0o755 });
    mkdirSync(join(cache, 'other'));
    writeFileSync(join(cache, BUILD, 'core.cache'), Buffer.alloc(3 * 1024 * 1024));
  });

  const inWork = (...args: string[]) =>
    runIn({ cwd: join(root, 'work'), env: { KUBEADMIT_CACHE_DIR: cache } }, ...args);

  it('removes the caches, and nothing else', async () => {
    const { code, stderr } = await inWork('clean');
    expect([code, stderr]).toEqual([0, `removed 3.0 MB of code caches from ${cache}\n`]);
    expect(readdirSync(cache)).toEqual(['other']);
    expect(await inWork('clean')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'there are no code caches\n',
    });
  });

  it('removes nothing from a folder that others can write to', async () => {
    chmodSync(cache, 0o777);
    const { code } = await inWork('clean');
    expect(code).toBe(2);
    expect(readdirSync(cache)).toEqual([BUILD, 'other']);
  });

  it('removes what --verbose names', async () => {
    const { stderr } = await inWork('--verbose', 'a.yaml');
    expect(stderr).toContain(`code caches: ${cache}, 1 folder, 3.0 MB\n`);
  });
});
