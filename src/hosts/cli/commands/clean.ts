import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf } from '../../node/disk/problem.ts';
import { ArgumentParser } from '../argument-parser.ts';
import { megabytes, sizeOf } from '../cache-size.ts';
import { cacheFolders, cacheRoot, isPrivateFolder } from '../code-cache.ts';
import type { RunCommand } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';

/** The command line of `kubeadmit clean`. */
export function parser() {
  return new ArgumentParser(
    'clean',
    'Removes the code caches, which make kubeadmit start faster. Later runs write them again.',
  ).commonOptions();
}

/** Removes the code caches. */
export const run: RunCommand<typeof parser> = async (_, host, messages) => {
  const root = cacheRoot(host.env, process.platform);
  if (root === undefined) {
    messages.say('code caches are off');
    return EXIT.clean;
  }
  const folders = cacheFolders(root);
  if (folders.length === 0) {
    messages.say('there are no code caches');
    return EXIT.clean;
  }
  // No code is run from such a folder, and the links in a folder of somebody else may lead anywhere.
  if (!isPrivateFolder(resolve(root), host.cwd)) {
    throw new UsageError(`${root} is not a folder that only you can write to; nothing is removed`);
  }
  const size = sizeOf(folders);
  for (const folder of folders) remove(folder);
  messages.say(`removed ${megabytes(size)} of code caches from ${root}`);
  return EXIT.clean;
};

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    throw new UsageError(`${folder} cannot be removed: ${reasonOf(error)}`);
  }
}
