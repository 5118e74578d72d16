import { onceForEach } from '../../base/once-for-each.ts';
import { matchesGlob } from './glob.ts';

/** The paths of files that programs or tests name. Tests may name them from the folder with their data. */
const pathsOf = onceForEach(
  (names: readonly string[]) => new Set([...names, ...names.map((one) => `testdata/${one}`)]),
);

/** Reports whether a file, or a folder around it, is one of those that programs or tests name. */
export function isNamedBy(names: readonly string[], path: string): boolean {
  if (names.length === 0) return false;
  const paths = pathsOf(names);
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (paths.has(path.slice(0, end))) return true;
  }
  return false;
}

/** Reports whether a pattern is one of a file or of a folder around it. */
export function isEmbeddedBy(pattern: string, path: string): boolean {
  const depth = pattern.split('/').length;
  return matchesGlob(pattern, path.split('/').slice(0, depth).join('/'));
}
