import { relative, sep } from 'node:path';

/**
 * Reports whether a path is the path of a folder, or below it. Both are absolute, and normalized as by `path.resolve`.
 */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The path from a folder to a file, with slashes on every system. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}
