import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runProgram } from '../../src/hosts/node/programs/run-program.ts';
import { isRunning } from '../running-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const run = {
  env: process.env,
  time: 60_000,
  output: 1000,
  interrupted: new AbortController().signal,
};

/** A repository, and a folder of PATH with a program. */
function programOf(script: string): string {
  const folder = temporaryFolder({ 'bin/kubectl': `#!/bin/sh\n${script}\n` });
  chmodSync(join(folder, 'bin/kubectl'), 0o755);
  mkdirSync(join(folder, 'checked'));
  vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env.PATH}`);
  return join(folder, 'checked');
}

describe.skipIf(process.platform === 'win32')('a program', () => {
  it('is ended if it writes without an end', async () => {
    const cwd = programOf('yes');
    await expect(runProgram('kubectl', [], cwd, { ...run, cwd })).rejects.toThrow(
      'kubectl has written more than 1 MB',
    );
  });

  it('ends with what it has started', async () => {
    // It closes its output, so that only the end of the group ends it.
    const cwd = programOf('sleep 600 >/dev/null 2>&1 &\necho $!');
    const other = Number(await runProgram('kubectl', [], cwd, { ...run, cwd }));
    await vi.waitFor(() => expect(isRunning(other)).toBe(false));
  });

  it('tells the first error', async () => {
    const cwd = programOf('echo "error: no cluster" >&2\nexit 1');
    await expect(runProgram('kubectl', [], cwd, { ...run, cwd })).rejects.toThrow(/^no cluster$/);
  });
});
