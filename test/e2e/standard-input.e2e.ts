import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Folder, REPOSITORY } from './built-command.ts';

it('refuses a folder as standard input', () => {
  const folder = new Folder();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(REPOSITORY, 'bin/kubeadmit.cjs'), '-'],
    { stdio: [openSync(folder.path, 'r'), 'pipe', 'pipe'], encoding: 'utf8' },
  );
  expect(status).toBe(2);
  expect(stderr).toBe('kubeadmit: standard input: is a folder\n');
});

it('reads standard input', () => {
  const folder = new Folder();
  const { code, stdout } = folder.kubeadmit(['-f', 'concise', '-'], {
    stdin:
      'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: a }\nspec: { hard: { pods: many } }\n',
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^<stdin>:4:23: error: /);
});
