import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { inHeldFolder } from './held-folder.ts';
import { reasonOf } from './problem.ts';

const { O_RDWR, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;

/**
 * Writes a new text to a file that was read, if the file has not changed since. The file is overwritten in place, so it
 * keeps its owner, rights, attributes and hard links. A copy of the text is in the same folder until that is done.
 *
 * @param path an absolute path
 * @param read the content when it was read
 * @param cwd the working folder
 * @returns the reason for which the file was not written; undefined if it was written
 */
export function replaceFile(
  path: string,
  read: string | Uint8Array,
  text: string,
  cwd: string,
): string | undefined {
  try {
    return inHeldFolder(path, cwd, (held) => replace(held, path, read, Buffer.from(text)));
  } catch (error) {
    return reasonOf(error);
  }
}

/** @param named the path in messages */
function replace(
  path: string,
  named: string,
  read: string | Uint8Array,
  text: Buffer,
): string | undefined {
  const file = openSync(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  try {
    if (!fstatSync(file).isFile()) return 'is not a regular file';
    const present = readFileSync(file);
    // It may have been written already under another name, by a symbolic link.
    if (present.equals(text)) return undefined;
    if (!present.equals(Buffer.from(read))) return 'has changed meanwhile';
    const copy = unfinishedName();
    const problem = overwrite(file, text, join(dirname(path), copy));
    return problem && `${problem}; its text is in ${join(dirname(named), copy)}`;
  } finally {
    closeSync(file);
  }
}

/**
 * The name of a file that is being written. It is short, as the name of the file itself may be as long as possible, and
 * cannot be known before, as the repository could have a file of that name.
 */
export function unfinishedName(): string {
  return `.kubeadmit-${Math.random().toString(36).slice(2)}`;
}

/**
 * Overwrites an open file.
 *
 * @param copy the path of a copy of the text, which is kept if the file cannot be overwritten completely
 */
function overwrite(file: number, text: Buffer, copy: string): string | undefined {
  writeFileSync(copy, text, { flag: 'wx', mode: 0o600 });
  try {
    for (let at = 0; at < text.length; ) at += writeSync(file, text, at, text.length - at, at);
    ftruncateSync(file, text.length);
  } catch (error) {
    return reasonOf(error);
  }
  rmSync(copy);
  return undefined;
}
