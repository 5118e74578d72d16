/** The problem of the path of a file below a folder, as a clause of a message. */
type RelativePathProblem =
  | "it must be relative, so it must not start with '/'"
  | "it must not contain '..'";

/**
 * The server's error about a path that must stay below a folder; undefined if it is valid.
 *
 * Source: `validateLocalDescendingPath` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function relativePathProblem(path: string): RelativePathProblem | undefined {
  if (path.startsWith('/')) return "it must be relative, so it must not start with '/'";
  return hasBacksteps(path) ? "it must not contain '..'" : undefined;
}

/** Reports whether a path has `..` as one of its parts. */
export function hasBacksteps(path: string): boolean {
  return path.split('/').includes('..');
}

/** The shortest equal path, as `path.Clean` of Go returns it. */
export function cleanPath(path: string): string {
  const isRooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isRooted) parts.push(part);
  }
  return `${isRooted ? '/' : ''}${parts.join('/')}` || '.';
}
