import { statSync } from 'node:fs';
import type { Files } from '../../../sources/project/files.ts';
import { entriesOf, type FolderEntry } from './folder-entries.ts';
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
  filesIn: (path) => namesIn(path, 'file'),
  foldersIn: (path) => namesIn(path, 'folder'),
  read: readNamedText,
};

function namesIn(path: string, wanted: FolderEntry['kind']): readonly string[] {
  try {
    return entriesOf(path).flatMap(({ kind, name }) => (kind === wanted ? [name] : []));
  } catch {
    return [];
  }
}

/** Reports whether a path, or the target of a symbolic link, is a folder. */
export function isFolder(path: string): boolean {
  return DISK.kindOf(path) === 'folder';
}
