import { join } from 'node:path';
import { shownName } from '../disk/folder-entries.ts';
import { readRegularFile, readSmallText } from '../disk/open-file.ts';
import { type GitFolder, gitConfigValue } from './git-folder.ts';

/** An index above this many bytes is not read. */
const LARGEST = 256 * 1024 * 1024;

/** The files that git tracks in a working tree, ignored or not, and the folders that contain them. */
export class TrackedPaths {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(folder: GitFolder) {
    for (const path of trackedFiles(folder)) {
      this.#files.add(path);
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const folder = path.slice(0, end);
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
      }
    }
  }

  /** @param path from the root of the working tree */
  has(path: string, isFolder: boolean): boolean {
    return (isFolder ? this.#folders : this.#files).has(path);
  }
}

/** An index that cannot be read has no files. */
function trackedFiles({ own, common }: GitFolder): readonly string[] {
  try {
    const config = readSmallText(join(common, 'config')) ?? '';
    const idBytes = gitConfigValue(config, 'objectformat') === 'sha256' ? 32 : 20;
    const index = readIndex(join(own, 'index'));
    const { names, end } = entriesIn(index, idBytes);
    const shared = sharedIndexIn(index, end, idBytes);
    if (shared === undefined) return names;
    // Files that the index removes from the shared one are included.
    return names.concat(entriesIn(readIndex(join(own, shared)), idBytes).names);
  } catch {
    return [];
  }
}

/** An index; an empty one where there is none. */
function readIndex(path: string): Buffer {
  const read = readRegularFile(path, LARGEST);
  if (read.kind !== 'content') return Buffer.alloc(0);
  const { buffer, byteOffset, length } = read.content;
  return Buffer.from(buffer, byteOffset, length);
}

/** The name of the index that an index only has the changes of, with `core.splitIndex`. */
function sharedIndexIn(index: Buffer, end: number, idBytes: number): string | undefined {
  for (let at = end; at + 8 + idBytes < index.length; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString('latin1', at, at + 4) !== 'link') continue;
    return `sharedindex.${index.toString('hex', at + 8, at + 8 + idBytes)}`;
  }
  return undefined;
}

/** The bytes of an entry before its id: times, device, inode, mode, owner, size. */
const BEFORE_ID = 40;
const EXTENDED = 0x4000;
const NAME_LENGTH = 0xfff;
/** The most bytes of a path that file systems have. */
const LONGEST_PATH = 4096;
/** The most bytes of all paths. In version 4, a path of two bytes can repeat thousands of the one before it. */
const LARGEST_NAMES = 128 * 1024 * 1024;

/**
 * The names in an index of git, versions 2 to 4, and the offset of what follows them.
 *
 * Source: https://git-scm.com/docs/index-format
 *
 * @throws RangeError if it ends too early
 */
function entriesIn(
  index: Buffer,
  idBytes: number,
): { readonly names: readonly string[]; readonly end: number } {
  const nothing = { names: [], end: index.length };
  if (index.toString('latin1', 0, 4) !== 'DIRC') return nothing;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return nothing;
  const names: string[] = [];
  let name = Buffer.alloc(0);
  let bytes = 0;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const start = at;
    const flags = index.readUInt16BE(start + BEFORE_ID + idBytes);
    at = start + BEFORE_ID + idBytes + ((flags & EXTENDED) === 0 ? 2 : 4);
    let kept = 0;
    if (version === 4) {
      const removed = readVarint(index, at);
      kept = name.length - removed.value;
      at = removed.end;
    }
    const length = flags & NAME_LENGTH;
    const end = version < 4 && length < NAME_LENGTH ? at + length : index.indexOf(0, at);
    if (end < at || kept < 0 || kept + end - at > LONGEST_PATH) return nothing;
    bytes += kept + end - at;
    if (bytes > LARGEST_NAMES) return nothing;
    name = Buffer.concat([name.subarray(0, kept), index.subarray(at, end)]);
    names.push(shownName(name));
    // Entries of versions 2 and 3 end with one to eight NUL bytes.
    at = version === 4 ? end + 1 : start + Math.floor((end - start + 8) / 8) * 8;
  }
  return { names, end: at };
}

/** A number of which each byte but the last has its highest bit set, as offsets in packs are written. */
function readVarint(
  bytes: Buffer,
  start: number,
): { readonly value: number; readonly end: number } {
  let at = start;
  let byte = bytes.readUInt8(at++);
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes.readUInt8(at++);
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at };
}
