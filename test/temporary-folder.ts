import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { type Files, makeFolder, removeFolder } from './folders.ts';

/** A folder with files, outside of any repository, until the test ends. */
export function temporaryFolder(files: Files = {}): string {
  const folder = makeFolder(files);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** A folder with files that kubeadmit takes for the root of a git repository, until the test ends. */
export function temporaryRepository(files: Files = {}): string {
  const folder = temporaryFolder(files);
  mkdirSync(join(folder, '.git'));
  return folder;
}

/** A folder with files, outside of any repository, until the tests of the suite around the call end. */
export function suiteFolder(files: Files = {}): string {
  const folder = makeFolder(files);
  afterAll(() => removeFolder(folder));
  return folder;
}
