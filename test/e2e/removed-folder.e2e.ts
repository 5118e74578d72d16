import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPOSITORY } from './built-command.ts';

it.skipIf(process.platform === 'win32')('says that the current folder has been removed', () => {
  const command = `d=$(mktemp -d) && cd "$d" && rmdir "$d" && exec "$0" "$1" a.yaml`;
  const kubeadmit = join(REPOSITORY, 'bin/kubeadmit.cjs');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, kubeadmit], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toBe('kubeadmit: the current folder does not exist any more\n');
});
