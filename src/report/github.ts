import { type Finding, type Range, SEVERITIES, type Severity } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { escapeCommandProperty, escapeCommandText } from './escape.ts';
import { consequencesNote, minorsNote } from './phrases.ts';
import { placeInRepository } from './place-in-repository.ts';
import { reportedFindings } from './reported-findings.ts';

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
 *
 * @param pathOf the path of a file from the root of the repository, which GitHub expects
 */
export function* githubFindings(
  report: Report,
  pathOf: (file: string) => string,
): Iterable<string> {
  const reported = reportedFindings(report);
  const sorted = SEVERITIES.flatMap((severity) =>
    reported.filter(({ finding }) => finding.severity === severity),
  );
  for (const { finding, consequences } of sorted) {
    const place = placeInRepository(finding);
    const properties = propertiesOf(finding.rule, place, pathOf(place.file))
      .map(([name, value]) => `${name}=${escapeCommandProperty(String(value))}`)
      .join(',');
    yield `::${COMMANDS[finding.severity]} ${properties}::${escapeCommandText(annotationLines(finding, consequences, report))}`;
  }
  const isCut = SEVERITIES.some(
    (severity) =>
      reported.filter(({ finding }) => finding.severity === severity).length > MOST_SHOWN,
  );
  if (isCut) {
    yield `GitHub shows at most ${MOST_SHOWN} annotations of each kind for a step; the log has all of them`;
  }
}

function propertiesOf(
  rule: string,
  { line, endLine, column, endColumn }: Range,
  file: string,
): readonly (readonly [string, string | number])[] {
  return [
    ['file', file],
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

function annotationLines(
  finding: Finding,
  consequences: readonly Finding[],
  report: Report,
): readonly string[] {
  const { message, field, help } = finding;
  const about = field === null ? '' : `${field}: `;
  const notes = [minorsNote(finding, report), consequencesNote(consequences)];
  return [
    `${about}${message}`,
    ...(help === null ? [] : [`help: ${help}`]),
    ...notes.filter((note) => note !== null),
  ];
}
