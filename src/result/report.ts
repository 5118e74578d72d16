import type { Minor } from '../kubernetes/minors.ts';
import type { Finding } from './finding.ts';
import type { DocumentReport } from './verdict.ts';

/** The result of a run; the JSON format is this without `texts`, `suppressed` and `unusableCrds`. */
export interface Report {
  readonly version: 1;
  /** The minors that the verdicts are for, oldest first. */
  readonly kubernetesVersions: readonly Minor[];
  /** In the order of the input. */
  readonly documents: readonly DocumentReport[];
  /** Sorted by file (in the order of the input), index, line, column, rule and message id. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  /** The texts of the files that have findings, for excerpts. */
  readonly texts: ReadonlyMap<string, string>;
  /** The findings that comments and annotations of the input suppress. */
  readonly suppressed: readonly SuppressedFinding[];
  /** Of the sources that only define kinds: what some minor refuses, so that it defines nothing there. */
  readonly unusableCrds: readonly DocumentReport[];
}

/** A finding that is not reported, because a comment or an annotation says why not. */
export interface SuppressedFinding {
  readonly finding: Finding;
  readonly reason: string;
}

export interface Summary {
  readonly files: number;
  readonly documents: number;
  /** Documents of which everything is validated. */
  readonly checked: number;
  /** Documents of built-in kinds that are only decoded. */
  readonly decoded: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
}
