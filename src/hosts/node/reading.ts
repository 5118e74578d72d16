import type { OnProblem } from './problem.ts';
import type { SkippedFiles } from './skipped-files.ts';

export const MEGABYTE = 1024 * 1024;

/** How large a file may be if nothing is said of it, in bytes. */
export const DEFAULT_MAX_FILE_SIZE = 64 * MEGABYTE;

/** How files are found and read, and how those that are not read are reported. */
export interface Reading {
  /** The absolute path that relative ones start from. */
  readonly cwd: string;
  /** Whether symbolic links that lead out of the named folders are followed. */
  readonly followsLinks: boolean;
  /** How large a file may be, in bytes. */
  readonly maxFileSize: number;
  readonly onProblem: OnProblem;
  readonly skipped: SkippedFiles;
}
