import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runProgram } from '../../src/hosts/node/programs/program.ts';
import { temporaryFolder } from '../temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it.skipIf(process.platform === 'win32').each([
  ['output', 'yes'],
  ['errors', 'yes >&2'],
])('a program that writes %s without an end is ended', async (_, command) => {
  const folder = temporaryFolder({ 'bin/kubectl': `#!/bin/sh\n${command}\n` });
  chmodSync(join(folder, 'bin/kubectl'), 0o755);
  mkdirSync(join(folder, 'checked'));
  vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env.PATH}`);
  const checked = join(folder, 'checked');
  await expect(runProgram('kubectl', [], { cwd: checked, checked, largest: 1000 })).rejects.toThrow(
    'the output of kubectl is too large',
  );
});
