import type { OnProblem } from './problem.ts';
import type { SkippedFiles } from './skipped-files.ts';

export const MEGABYTE = 1024 * 1024;

/** How files are looked for and read, and what is told of those that are not. */
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
