import { SEVERITIES, type Severity } from '../../result/finding.ts';
import { escapeCommandProperty, escapeCommandText } from '../escape.ts';
import type { ShownFinding, ShownReport } from '../shown-report.ts';

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/** The number of annotations of each kind that GitHub shows for a step. */
const MOST_SHOWN = 10;

/**
 * Workflow commands of GitHub Actions, which become annotations of the changed lines; errors first, as GitHub shows
 * only the first ones of a step.
 *
 * Source: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function* githubFindings({ findings }: ShownReport): Iterable<string> {
  const groups = SEVERITIES.map((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  for (const finding of groups.flat()) {
    const properties = propertiesOf(finding)
      .map(([name, value]) => `${name}=${escapeCommandProperty(String(value))}`)
      .join(',');
    yield `::${COMMANDS[finding.severity]} ${properties}::${escapeCommandText(annotationLines(finding))}`;
  }
  if (groups.some(({ length }) => length > MOST_SHOWN)) {
    yield `GitHub shows at most ${MOST_SHOWN} annotations of each kind for a step; the log has all of them`;
  }
}

function propertiesOf({
  rule,
  placeInRepository: { file, line, endLine, column, endColumn },
}: ShownFinding): readonly (readonly [string, string | number])[] {
  return [
    ['file', file.pathInRepository],
    ['line', line],
    ['endLine', endLine],
    // GitHub accepts columns only for a range on one line.
    ...(line === endLine
      ? ([
          ['col', column],
          ['endColumn', endColumn],
        ] as const)
      : []),
    ['title', rule],
  ];
}

function annotationLines({ message, field, help, notes }: ShownFinding): readonly string[] {
  const about = field === null ? '' : `${field}: `;
  return [`${about}${message}`, ...(help === null ? [] : [`help: ${help}`]), ...notes];
}
