import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeFolder, removeFolder } from './folder.ts';

/** A folder with files, outside of any repository, until the test ends. */
export function temporaryFolder(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder(files);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** A folder with files that kubeadmit takes for the root of a git repository, until the test ends. */
export function temporaryRepository(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(files);
  mkdirSync(join(folder, '.git'));
  return folder;
}
