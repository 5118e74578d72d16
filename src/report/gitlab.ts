import { Fingerprints } from '../result/baseline/fingerprint.ts';
import type { Severity } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { escapeControls } from '../result/visible-text.ts';
import { jsonText } from './json.ts';
import { consequencesNote, minorsNote } from './phrases.ts';
import { placeInRepository } from './place-in-repository.ts';
import { reportedFindings } from './reported-findings.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'minor',
  info: 'info',
};

/**
 * A report for the merge requests of GitLab.
 *
 * Source: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 *
 * @param pathOf the path of a file from the root of the repository
 */
export function formatGitlab(report: Report, pathOf: (file: string) => string): string {
  const reported = reportedFindings(report);
  const fingerprints = new Fingerprints(report).numbered(reported.map(({ finding }) => finding));
  return jsonText(
    reported.map(({ finding, consequences }) => {
      const { rule, severity, message } = finding;
      const { file, line, endLine } = placeInRepository(finding);
      const notes = [minorsNote(finding, report), consequencesNote(consequences)]
        .filter((note) => note !== null)
        .map((note) => ` (${note})`);
      return {
        description: escapeControls(`${message}${notes.join('')}`),
        check_name: rule,
        fingerprint: fingerprints.get(finding),
        severity: SEVERITIES[severity],
        location: {
          path: pathOf(file).replace(/^(?:\.\/)+/, ''),
          lines: { begin: line, end: endLine },
        },
      };
    }),
  );
}
