import type { Severity } from '../../result/finding.ts';
import type { ShownReport } from '../shown-report.ts';
import { jsonText } from './json.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'critical',
  warning: 'minor',
  info: 'info',
};

/**
 * A report for the merge requests of GitLab.
 *
 * Source: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function formatGitlab({ findings }: ShownReport): string {
  return jsonText(
    findings.map(({ rule, severity, message, notes, fingerprint, placeInRepository: place }) => ({
      description: [message, ...notes.map((note) => `(${note})`)].join(' '),
      check_name: rule,
      fingerprint,
      severity: SEVERITIES[severity],
      location: {
        path: place.file.pathInRepository.replace(/^(?:\.\/)+/, ''),
        lines: { begin: place.line, end: place.endLine },
      },
    })),
  );
}
