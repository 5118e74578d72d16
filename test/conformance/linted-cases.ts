import { lint } from '../../src/lint/lint.ts';
import type { Report } from '../../src/result/report.ts';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { type Case, readCases } from './cases.ts';

/** A case and the report on it. */
export interface LintedCase {
  readonly case: Case;
  readonly report: Report;
}

/** Lints all cases for all minors, with infos. Each case is a run of its own. */
export function lintCases(): LintedCase[] {
  return readCases().map((one) => ({ case: one, report: lintCase(one) }));
}

function lintCase({ file, content, options }: Case): Report {
  try {
    return lint([{ name: file, content }], {
      kubernetesVersions: MINORS,
      pedantic: true,
      mergeRepetitions: false,
      ...options,
    });
  } catch (error) {
    throw new Error(`fixtures/conformance/${file} cannot be linted`, { cause: error });
  }
}
