import {
  chmodSync,
  closeSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that no program ever reads half of it: it is written under another name in the same folder, and then
 * renamed. A path that is not a regular file (a device, a named pipe) is written directly.
 *
 * @param text the text as a whole, or block by block
 * @throws the file system's error
 */
export function writeReportFile(path: string, text: string | Iterable<string>): void {
  const blocks = typeof text === 'string' ? [text] : text;
  const present = statSync(path, { throwIfNoEntry: false });
  if (present !== undefined && !present.isFile()) {
    writeBlocks(path, 'w', blocks);
    return;
  }
  // A symbolic link is kept: its target is replaced.
  const target = present === undefined ? path : realpathSync(path);
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    writeBlocks(unfinished, 'wx', blocks);
    if (present !== undefined) chmodSync(unfinished, present.mode);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function writeBlocks(path: string, flags: 'w' | 'wx', blocks: Iterable<string>): void {
  const descriptor = openSync(path, flags);
  try {
    for (const block of blocks) writeFileSync(descriptor, block);
  } finally {
    closeSync(descriptor);
  }
}
