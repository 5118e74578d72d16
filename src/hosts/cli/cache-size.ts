import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../../report/phrases.ts';
import { MEGABYTE } from '../node/disk/reading.ts';
import { cacheFolders, cacheRoot } from './code-cache.ts';
import type { Host } from './host.ts';

/** A line that says where the code caches are, and how large. */
export function cacheLine({ env }: Pick<Host, 'env'>): string {
  const root = cacheRoot(env, process.platform);
  if (root === undefined) return 'code caches: off';
  const folders = cacheFolders(root);
  return `code caches: ${root}, ${count(folders.length, 'folder')}, ${megabytes(sizeOf(folders))}`;
}

/** A size as text, such as `1.5 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** The bytes of the files in folders. */
export function sizeOf(folders: readonly string[]): number {
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
