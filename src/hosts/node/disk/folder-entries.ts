import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FilePath } from './open-file.ts';

export interface FolderEntry {
  /** The name. Bytes in it that are not UTF-8 are escaped: `\xff`. */
  readonly name: string;
  /** The path as the file system has it. */
  readonly rawPath: FilePath;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
}

/**
 * The entries of a folder. Names are bytes in most file systems. Names that are not UTF-8 are found too.
 *
 * @throws the file system's error
 */
export function entriesOf(folder: FilePath): readonly FolderEntry[] {
  if (typeof folder === 'string') {
    const dirents = readdirSync(folder, { withFileTypes: true });
    const isLossy = dirents.some(({ name }) => name.includes('\ufffd'));
    if (!isLossy) {
      return dirents.map((dirent) => ({
        name: dirent.name,
        rawPath: join(folder, dirent.name),
        kind: kindOf(dirent),
      }));
    }
  }
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((dirent) => ({
    name: shownName(dirent.name),
    rawPath: Buffer.concat([Buffer.from(folder), Buffer.from('/'), dirent.name]),
    kind: kindOf(dirent),
  }));
}

function kindOf(dirent: Dirent<string> | Dirent<Buffer>): FolderEntry['kind'] {
  if (dirent.isFile()) return 'file';
  if (dirent.isDirectory()) return 'folder';
  return dirent.isSymbolicLink() ? 'link' : 'special';
}

/** A name as it is shown: each byte that is not UTF-8 as an escape. */
export function shownName(bytes: Buffer): string {
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  let shown = '';
  for (let at = 0; at < bytes.length; ) {
    const character = characterAt(bytes, at);
    shown += character ?? `\\x${bytes.subarray(at, at + 1).toString('hex')}`;
    at += character === undefined ? 1 : Buffer.byteLength(character);
  }
  return shown;
}

/** The character that begins at an offset. Undefined if there is none. */
function characterAt(bytes: Buffer, at: number): string | undefined {
  for (let width = 1; width <= 4; width++) {
    const part = bytes.subarray(at, at + width);
    const character = part.toString();
    if (Buffer.from(character).equals(part)) return character;
  }
  return undefined;
}
