import { chmodSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that nobody ever finds half of it: beside it, then in its place. What is no
 * regular file (a device, a named pipe) is written to as it is.
 *
 * @throws the file system's error
 */
export function writeReportFile(path: string, text: string): void {
  const present = statSync(path, { throwIfNoEntry: false });
  if (present !== undefined && !present.isFile()) {
    writeFileSync(path, text);
    return;
  }
  // A symbolic link stays one: what it leads to is replaced.
  const target = present === undefined ? path : realpathSync(path);
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    writeFileSync(unfinished, text, { flag: 'wx' });
    if (present !== undefined) chmodSync(unfinished, present.mode);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
