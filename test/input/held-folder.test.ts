import fs, { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inHeldFolder, makeFolder, removeFile } from '../../src/hosts/node/disk/held-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let cwd: string;
let outside: string;

beforeEach(() => {
  const above = temporaryFolder({ 'outside/a.yaml': 'a: b\n', 'repo/kept/a.yaml': 'a: b\n' });
  outside = join(above, 'outside');
  cwd = join(above, 'repo');
  mkdirSync(join(cwd, '.git'));
});

const { openSync } = fs;

/** Puts a link that leads out in the place of a folder when the folder has been checked, and is about to be opened. */
function exchangeBeforeOpening(): void {
  fs.openSync = (...args) => {
    restore();
    renameSync(join(cwd, 'kept'), join(cwd, 'moved'));
    symlinkSync(outside, join(cwd, 'kept'));
    return openSync(...args);
  };
  syncBuiltinESMExports();
}

function restore(): void {
  fs.openSync = openSync;
  syncBuiltinESMExports();
}

describe.runIf(process.platform === 'linux')('in a folder that a link replaces', () => {
  const problem = 'is reached by a symbolic link that leads out of the repository';

  beforeEach(exchangeBeforeOpening);
  afterEach(restore);

  it('no file is changed', () => {
    const change = () => inHeldFolder('kept/a.yaml', cwd, (held) => writeFileSync(held, 'c: d\n'));
    expect(change).toThrow(problem);
  });

  it('no file is removed', () => {
    expect(() => removeFile('kept/a.yaml', cwd)).toThrow(problem);
    expect(existsSync(join(outside, 'a.yaml'))).toBe(true);
  });

  it('no folder is made', () => {
    expect(() => makeFolder('kept/b/c', cwd)).toThrow(problem);
    expect(existsSync(join(outside, 'b'))).toBe(false);
  });
});

it('folders are made if they do not exist', () => {
  makeFolder('kept/b/c', cwd);
  makeFolder('kept/b/c', cwd);
  expect(existsSync(join(cwd, 'kept/b/c'))).toBe(true);
});

it('a symbolic link is removed, and not the file that it leads to', () => {
  symlinkSync('a.yaml', join(cwd, 'kept/link.yaml'));
  removeFile('kept/link.yaml', cwd);
  removeFile('kept/link.yaml', cwd);
  expect([existsSync(join(cwd, 'kept/link.yaml')), existsSync(join(cwd, 'kept/a.yaml'))]).toEqual([
    false,
    true,
  ]);
});
