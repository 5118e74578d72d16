import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ChangedSource } from '../../lint/read/source-text.ts';
import { escapeControls } from '../../result/visible-text.ts';
import { inHeldFolder, makeFolder, removeFile } from '../node/disk/held-folder.ts';
import { linkProblem } from '../node/disk/leads-out.ts';
import { reasonOf } from '../node/disk/problem.ts';
import { unfinishedName } from '../node/disk/replace-file.ts';
import { UsageError } from './exit.ts';

const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Writes a file so that no program ever reads half of it: it is written under another name in the same folder, and then
 * renamed. A path that is not a regular file (a device, a named pipe) is written directly.
 *
 * @param path from the working folder
 * @param text as a whole, or block by block
 * @throws UsageError that says why the file is not written
 */
export function writeReportFile(path: string, cwd: string, text: string | Iterable<string>): void {
  attempt('write', path, () => write(path, cwd, text));
}

/**
 * Writes a file as `writeReportFile` does, in a folder that is made if it does not exist.
 *
 * @throws UsageError
 */
export function writeInNewFolder(path: string, cwd: string, text: string): void {
  attempt('write', path, () => {
    makeFolder(dirname(path), cwd);
    write(path, cwd, text);
  });
}

/**
 * Adds a text to the end of a file, which is made if it does not exist.
 *
 * @param path from the working folder
 * @throws UsageError
 */
export function appendToFile(path: string, cwd: string, text: string): void {
  attempt('write', path, () =>
    inHeldFolder(path, cwd, (held) => {
      // A named pipe that no program reads is an error, and not waited for.
      const file = openSync(held, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
      try {
        writeFileSync(file, text);
      } finally {
        closeSync(file);
      }
    }),
  );
}

/**
 * Removes a file that was written, if it exists.
 *
 * @throws UsageError
 */
export function removeWritten(path: string, cwd: string): void {
  attempt('remove', path, () => removeFile(path, cwd));
}

function attempt(what: string, path: string, change: () => void): void {
  try {
    change();
  } catch (error) {
    // The texts of excerpts are read while a report is written.
    if (error instanceof ChangedSource) throw error;
    throw new UsageError(`cannot ${what} ${escapeControls(path)}: ${reasonOf(error)}`);
  }
}

function write(path: string, cwd: string, text: string | Iterable<string>): void {
  const blocks = typeof text === 'string' ? [text] : text;
  const absolute = resolve(cwd, path);
  const present = statSync(absolute, { throwIfNoEntry: false });
  if (present === undefined || present.isFile()) {
    inHeldFolder(path, cwd, (held) => replace(held, present, blocks));
    return;
  }
  const problem = linkProblem(path, cwd);
  if (problem !== undefined) throw new Error(problem);
  writeToSpecial(absolute, present, blocks);
}

function replace(path: string, present: Stats | undefined, blocks: Iterable<string>): void {
  const unfinished = join(dirname(path), unfinishedName());
  const file = openSync(unfinished, 'wx');
  try {
    writeBlocks(file, blocks);
    if (present !== undefined) chmodSync(unfinished, present.mode);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function writeToSpecial(path: string, status: Stats, blocks: Iterable<string>): void {
  // Opening a named pipe waits for a reader; without blocking, it fails where there is none.
  const probe = status.isFIFO() ? openSync(path, O_WRONLY | O_NONBLOCK) : undefined;
  try {
    const file = openSync(path, O_WRONLY);
    if (fstatSync(file).isFile()) {
      closeSync(file);
      throw new Error('has changed meanwhile');
    }
    writeBlocks(file, blocks);
  } finally {
    if (probe !== undefined) closeSync(probe);
  }
}

function writeBlocks(descriptor: number, blocks: Iterable<string>): void {
  try {
    for (const block of blocks) writeFileSync(descriptor, block);
  } finally {
    closeSync(descriptor);
  }
}
