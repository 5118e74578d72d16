import type { OnProblem } from './problem.ts';
import type { SkippedFiles } from './skipped-files.ts';

export const MEGABYTE = 1024 * 1024;

/**
 * A file that says how a repository is built, such as a kustomization, chart or configuration, is not read above this
 * many bytes.
 */
export const LARGEST_PROJECT_FILE = MEGABYTE;

/** The default of the largest size of a file, in bytes. */
export const DEFAULT_MAX_FILE_SIZE = 64 * MEGABYTE;

/** A template of a configuration of clusters: its name in reports, and its path. */
export interface ClusterTemplate {
  readonly name: string;
  readonly path: string;
}

/** The way in which files are found and read, and in which files that are not read are reported. */
export interface Reading {
  /** The absolute path that relative ones start from. */
  readonly cwd: string;
  /** True if symbolic links to targets outside of the named folders are followed. */
  readonly followsLinks: boolean;
  /** The largest size of a file, in bytes. */
  readonly maxFileSize: number;
  /** The variable of the environment that sets it; undefined if the size is fixed. */
  readonly sizeVariable?: string;
  readonly onProblem: OnProblem;
  readonly skipped: SkippedFiles;
  /** Gets the templates of configurations of clusters in folders. */
  readonly clusterTemplates?: ClusterTemplate[];
}
