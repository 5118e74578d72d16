/** A segment that is removed, or that removes another one. */
const MAY_CHANGE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** A path below a folder without `.` and empty segments, and with `..` only at its start: `./a/../b` is `b`. */
export function normalizePath(path: string): string {
  if (!MAY_CHANGE.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    const last = segments[segments.length - 1];
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && last !== undefined && last !== '..') segments.pop();
    else segments.push(segment);
  }
  return segments.join('/');
}

/** The path that a file of a folder names, without `.` and empty segments. */
export function pathIn(folder: string, path: string): string {
  return normalizePath(`${folder}/${path}`);
}

/** The path of the folder that a file is in: `.` for a name alone. */
export function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '.' : file.slice(0, slash);
}
