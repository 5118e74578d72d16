import type { Minor } from '../server/kubernetes/minors.ts';
import type { Finding } from './finding.ts';
import type { DocumentReport } from './verdict.ts';

/**
 * The result of a run; the JSON format is this without `flagFiles`, `texts`, `suppressed`,
 * `unusableCrds`, `removedCrds`, `unbuilt` and `policyRun`.
 */
export interface Report {
  readonly version: 1;
  /** The minors that the verdicts are for, oldest first. */
  readonly kubernetesVersions: readonly Minor[];
  /** The configurations of clusters that state the flags of the API server. Empty without such flags. */
  readonly flagFiles: readonly string[];
  /** The documents in the order of the input. */
  readonly documents: readonly DocumentReport[];
  /** Sorted by file (in the order of the input), index, line, column, rule and message id. */
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  /** The texts of the files that have findings, for excerpts. */
  readonly texts: ReportTexts;
  /** The findings that comments and annotations of the input suppress. */
  readonly suppressed: readonly SuppressedFinding[];
  /** The documents of sources that only define kinds, if some minor refuses them, so that they define no kind there. */
  readonly unusableCrds: readonly DocumentReport[];
  /** The names of the CRDs that the earlier state has (`--base`), and no source. */
  readonly removedCrds: readonly string[];
  /**
   * The number of objects that were not checked as all their kustomizations build and install them. These are too many.
   */
  readonly unbuilt: number;
  /** The policies that were run; undefined in a run without policies. */
  readonly policyRun: PolicyRun | undefined;
}

/**
 * The texts of files by their names. In a large run not all of them are kept; the others are read again when they are
 * needed.
 */
export interface ReportTexts {
  get(file: string): string | undefined;
}

/** The results of admission policies in a run. */
export interface PolicyRun {
  /** The number of policies with bindings in the input. */
  readonly policies: number;
  /** The objects for which the decision is not known. */
  readonly undecided: number;
  /** The policies, bindings and CRDs that some minor refuses, in the sources that only have policies. */
  readonly unusable: readonly DocumentReport[];
}

/** A finding that is not reported, because a comment or an annotation suppresses it and has the reason. */
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
