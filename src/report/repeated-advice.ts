import { indexBy } from '../base/index-by.ts';
import type { ShownFinding } from './shown-report.ts';

/** Advice that is the same at more places than this is shown once. */
const MOST_PLACES = 3;

/**
 * Groups advice and warnings of the server that are the same at many places, such as on a deprecated label. Errors are
 * about each object, so they are not grouped.
 *
 * @returns the groups in the order of their first findings; a finding without repetitions is a group by itself
 */
export function groupRepeatedAdvice(
  findings: readonly ShownFinding[],
): readonly (readonly ShownFinding[])[] {
  const byAdvice = indexBy(findings, (finding) => [adviceIn(finding)]);
  const frequent = new Set(
    [...byAdvice.keys()].filter((key) => (byAdvice.get(key)?.length ?? 0) > MOST_PLACES),
  );
  const groups = indexBy(findings, (finding) => {
    const advice = adviceIn(finding);
    return [frequent.has(advice) ? advice : finding];
  });
  return [...groups.values()];
}

/** The key that findings with the same advice share. Each other finding is its own key. */
function adviceIn(finding: ShownFinding): ShownFinding | string {
  const { rule, severity, cause, message, help, minorsNote, consequences } = finding;
  const isAdvice = severity !== 'error' && consequences.length === 0;
  return isAdvice ? JSON.stringify([rule, severity, cause, message, help, minorsNote]) : finding;
}

/** The number of files that findings are in. */
export function countFiles(findings: readonly ShownFinding[]): number {
  return new Set(findings.map(({ file }) => file)).size;
}
