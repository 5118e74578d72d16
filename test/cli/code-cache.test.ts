import { expect, it } from 'vitest';
import { cacheRoot } from '../../src/hosts/cli/code-cache.ts';

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
