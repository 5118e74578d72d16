import { sep } from 'node:path';

/** Whether a path is that of a folder, or below it. Both absolute, and normalized as by `path.resolve`. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
