import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { linkProblem } from './leads-out.ts';
import { DEFAULT_MAX_FILE_SIZE, LARGEST_PROJECT_FILE, MEGABYTE } from './reading.ts';

/** A path, as bytes if it is not UTF-8. */
export type FilePath = string | Buffer;

export type FileContent =
  | {
      readonly kind: 'content';
      readonly content: Uint8Array;
      /** A text that changes whenever the file does. Undefined for a file that can be read only once. */
      readonly state: string | undefined;
    }
  /** A folder, named pipe, socket or device, or a file of the kernel, which has no size. */
  | { readonly kind: 'special' }
  /** The file has more bytes than the limit. Of a regular file, the first ones are available. */
  | { readonly kind: 'too-large'; readonly beginning: Uint8Array };

/** The number of bytes that are read of a file that is too large. */
const BEGINNING = 64 * 1024;

/** A named pipe without a writer must not block the run. Windows has neither. */
const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants;

/**
 * Reads a regular file that may come from an untrusted source. Its size is checked before it is read, and only regular
 * files are read: a named pipe would block, and a device may never end.
 *
 * @throws the file system's error
 */
export function readRegularFile(path: FilePath, maxBytes: number): FileContent {
  return reading(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, (descriptor) => {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return { kind: 'special' };
    if (status.size > maxBytes) {
      return { kind: 'too-large', beginning: readAtMost(descriptor, BEGINNING) };
    }
    // The files of /proc and /sys have the size 0, and are not empty.
    if (status.size === 0 && hasByte(descriptor)) return { kind: 'special' };
    const content = readAtMost(descriptor, status.size);
    return { kind: 'content', content, state: stateOf(status) };
  });
}

/** Reads a regular file again. Undefined if it has changed or been removed. */
export function readUnchanged(path: FilePath, state: string): Uint8Array | undefined {
  try {
    const read = readRegularFile(path, Number.POSITIVE_INFINITY);
    return read.kind === 'content' && read.state === state ? read.content : undefined;
  } catch {
    return undefined;
  }
}

/** A text that changes whenever a file does, as `readRegularFile` returns it. Undefined if there is no such file. */
export function fileState(path: FilePath): string | undefined {
  try {
    return stateOf(statSync(path));
  } catch {
    return undefined;
  }
}

function stateOf({ ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mtimeMs, ctimeMs].join(' ');
}

/**
 * Reads a file that the user has named: also a named pipe, such as the shell makes of `<(command)`, to its end.
 *
 * @throws the file system's error, or one for a named pipe that no program writes to
 */
export function readNamedFile(path: FilePath, maxBytes: number): FileContent {
  if (!statSync(path).isFIFO()) return readRegularFile(path, maxBytes);
  // Opening would wait for a program that writes, which there may never be.
  return reading(path, O_RDONLY | O_NONBLOCK, (descriptor) => {
    // The shell has already opened the pipe of `<(command)`.
    const readChunk = pipeReader(/^\/(?:dev|proc)\//.test(path.toString()));
    // One byte more shows that there is more than that.
    const content = readAtMost(descriptor, maxBytes + 1, readChunk);
    return content.length > maxBytes
      ? { kind: 'too-large', beginning: content.subarray(0, BEGINNING) }
      : { kind: 'content', content, state: undefined };
  });
}

/**
 * The whole content of a file that the user has named.
 *
 * @throws Error, whose reason `reasonOf` tells, for what is not a file, or larger than so many bytes
 */
function readWhole(path: FilePath, maxBytes: number): Uint8Array {
  const read = readNamedFile(path, maxBytes);
  switch (read.kind) {
    case 'content':
      return read.content;
    case 'special':
      throw new Error('is not a regular file');
    case 'too-large':
      throw new Error(`is larger than ${maxBytes / MEGABYTE} MB`);
  }
}

/**
 * The whole content of a file that the command line names.
 *
 * @param path from the working folder
 * @throws as `readWhole` does, and for a symbolic link that leads out of the repository
 */
export function readArgument(path: string, cwd: string): Uint8Array {
  const problem = linkProblem(path, cwd);
  if (problem !== undefined) throw new Error(problem);
  return readWhole(resolve(cwd, path), DEFAULT_MAX_FILE_SIZE);
}

/** The whole text of a file that the user has named; see `readWhole`. */
export function readNamedText(path: FilePath, maxBytes = DEFAULT_MAX_FILE_SIZE): string {
  return new TextDecoder().decode(readWhole(path, maxBytes));
}

/** The text of a regular file of at most so many bytes; undefined where there is none, or it cannot be read. */
export function readSmallText(path: string, maxBytes = LARGEST_PROJECT_FILE): string | undefined {
  try {
    const read = readRegularFile(path, maxBytes);
    return read.kind === 'content' ? new TextDecoder().decode(read.content) : undefined;
  } catch {
    return undefined;
  }
}

function reading(
  path: FilePath,
  flags: number,
  read: (descriptor: number) => FileContent,
): FileContent {
  const descriptor = openSync(path, flags);
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reports whether data is available without waiting. */
function hasByte(descriptor: number): boolean {
  try {
    return readSync(descriptor, Buffer.allocUnsafe(1), 0, 1, 0) > 0;
  } catch {
    return true;
  }
}

const CHUNK = 1024 * 1024;

type ReadChunk = (descriptor: number, chunk: Buffer) => number;

/** Reads up to a number of bytes; fewer where a file ends before. */
function readAtMost(
  descriptor: number,
  bytes: number,
  readChunk: ReadChunk = (file, chunk) => readSync(file, chunk, 0, chunk.length, null),
): Uint8Array {
  const chunks: Buffer[] = [];
  let left = bytes;
  while (left > 0) {
    const chunk = Buffer.allocUnsafe(
      chunks.length === 0 ? Math.min(left, CHUNK) : Math.min(left, 16 * CHUNK),
    );
    const read = readChunk(descriptor, chunk);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    left -= read;
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/**
 * The longest time to wait for a program that writes to a named pipe, and the time between two looks, in milliseconds.
 */
const LONGEST_WAIT = 2000;
const PAUSE = 5;

/**
 * Reads a pipe that does not block. It waits for data while a program has the pipe open for writing.
 *
 * @param isOpen true if the other end has been opened already
 */
function pipeReader(isOpen: boolean): ReadChunk {
  let hasWriter = isOpen;
  let waited = 0;
  return (descriptor, chunk) => {
    for (;;) {
      const read = readIfReady(descriptor, chunk);
      hasWriter ||= read !== 0;
      if (read !== undefined && hasWriter) return read;
      if (!hasWriter && waited >= LONGEST_WAIT) {
        throw new Error('no program writes to this named pipe');
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
      waited += PAUSE;
    }
  };
}

/** The number of bytes that were read. It is 0 if no program writes, and undefined if there is no data yet. */
function readIfReady(descriptor: number, chunk: Buffer): number | undefined {
  try {
    return readSync(descriptor, chunk, 0, chunk.length, null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return undefined;
    throw error;
  }
}
