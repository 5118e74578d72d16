import { statSync } from 'node:fs';
import type { Files } from '../../../sources/project/files.ts';
import { entriesOf } from './folder-entries.ts';
import { readNamedText } from './open-file.ts';

export const DISK: Files = {
  kindOf: (path) => {
    try {
      const status = statSync(path, { throwIfNoEntry: false });
      if (status === undefined) return undefined;
      return status.isFile() ? 'file' : status.isDirectory() ? 'folder' : 'other';
    } catch {
      return undefined;
    }
  },
  filesIn: (path) => {
    try {
      return entriesOf(path).flatMap(({ kind, name }) => (kind === 'file' ? [name] : []));
    } catch {
      return [];
    }
  },
  read: readNamedText,
};

/** Reports whether a path, or the target of a symbolic link, is a folder. */
export function isFolder(path: string): boolean {
  return DISK.kindOf(path) === 'folder';
}
