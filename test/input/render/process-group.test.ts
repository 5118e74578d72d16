import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  ENDING_WITH_PARENT,
  type GroupRun,
  runGroup,
  type Wrapper,
  wrappersOutside,
} from '../../../src/hosts/node/programs/process-group.ts';
import { isRunning } from '../../running-process.ts';
import { program, programs, withOwnPrograms } from './programs.ts';

withOwnPrograms();

describe('a program in a group', () => {
  const run: GroupRun = {
    cwd: process.cwd(),
    env: {},
    time: 60_000,
    output: 1000,
    interrupted: new AbortController().signal,
  };
  // It closes its output, so that only the end of the group ends it.
  const OTHER =
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })";

  it('ends with what it has started', async () => {
    const result = await runGroup(
      process.execPath,
      ['-e', `console.log(${OTHER}.pid); process.exit()`],
      run,
    );
    const pid = Number(result.kind === 'output' ? result.output : Number.NaN);
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it('is refused with the begin and the end of a long error', async () => {
    const lines = "console.error('first\\n' + 'walk.go: a link\\n'.repeat(20_000) + 'Error: last')";
    const result = await runGroup(process.execPath, ['-e', `${lines}; process.exitCode = 1`], run);
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringMatching(/^first\n/) });
    expect(result).toMatchObject({ message: expect.stringMatching(/Error: last\n$/) });
  });

  it('is started only by wrappers that work', async () => {
    program('setpriv', 'process.exitCode = 1;');
    program('prlimit', '');
    const wrappers: readonly Wrapper[] = [ENDING_WITH_PARENT, ['unshare'], ['prlimit', '--as=1']];
    expect(await wrappersOutside(wrappers, '/nowhere', run)).toEqual([
      join(programs, 'prlimit'),
      '--as=1',
      '--',
    ]);
  });
});
