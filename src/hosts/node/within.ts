import { sep } from 'node:path';

/**
 * Reports whether a path is the path of a folder, or below it. Both are absolute, and normalized as by `path.resolve`.
 */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
