/** Called for each path that cannot be opened or read; the run continues. */
export type OnProblem = (path: string, reason: string) => void;

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EACCES: 'permission denied',
    EISDIR: 'is a folder',
    ELOOP: 'a symbolic link that leads back to itself',
    EMFILE: 'too many open files',
    ENAMETOOLONG: 'the name is too long',
    ENOENT: 'no such file or folder',
    ENOTDIR: 'a part of the path is not a folder',
    ENXIO: 'no program reads this named pipe',
    EPERM: 'permission denied',
    ERR_FS_FILE_TOO_LARGE: 'the file is larger than 2 GiB',
    Z_BUF_ERROR: 'the gzip archive is incomplete',
    Z_DATA_ERROR: 'is not a gzip archive, or is damaged',
  }),
);

/** A message for an error of the file system, or of unpacking. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('syscall' in error && error.syscall === 'uv_cwd') {
    return 'the current folder does not exist any more';
  }
  const code = 'code' in error ? String(error.code) : '';
  return REASONS.get(code) ?? error.message;
}

/** Reports whether an error says that a symbolic link has no target, or leads back to itself. */
export function isDangling(error: unknown): boolean {
  return error instanceof Error && 'code' in error && DANGLING.has(String(error.code));
}

const DANGLING: ReadonlySet<string> = new Set(['ELOOP', 'ENOENT', 'ENOTDIR']);
