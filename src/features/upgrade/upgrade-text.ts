import { count } from '../../report/phrases.ts';
import { displayWidth } from '../../report/width.ts';
import { wrap } from '../../report/wrap.ts';
import type { Finding } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';
import { escapeControls } from '../../result/visible-text.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { type Change, type ChangeKind, countRefusedByBoth, otherErrorsIn } from './changes.ts';

/** The kinds of changes, the most serious first. */
const KINDS: readonly ChangeKind[] = ['refused', 'warned', 'different', 'accepted'];

const HEAD = ['change', 'since', 'location', 'object', 'finding'];

/** Columns before the last one, whose cells are padded. */
const PADDED = [0, 1, 2, 3];

/**
 * A table of changes, the errors of documents that both minors refuse for other reasons, and a line that counts the
 * changes.
 *
 * @param width the columns of the output; undefined if lines are not broken
 */
export function changesText(
  report: Report,
  changes: readonly Change[],
  width: number | undefined,
): string {
  const sorted = KINDS.flatMap((kind) => changes.filter((change) => change.kind === kind));
  const rows = sorted.map(({ kind, since, document, finding, difference }) => {
    const at = finding ?? difference;
    const place = at === undefined ? document.line : `${at.line}:${at.column}`;
    return [
      kind,
      since,
      `${document.file}:${place}`,
      objectName(document),
      finding === undefined ? (difference?.message ?? '(not reported)') : findingText(finding),
    ];
  });
  const table = rows.length === 0 ? [] : [HEAD, ...rows];
  const escaped = table.map((row) => row.map(escapeControls));
  const widths = PADDED.map((column) =>
    Math.max(...escaped.map((row) => row[column]?.length ?? 0)),
  );
  const lines = escaped.flatMap((row) => {
    const cells = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return rowLines(cells.join('  '), row.at(-1) ?? '', width);
  });
  const others = otherErrorsText(report).flatMap((line) => wrap(line, width, '    '));
  const summary = wrap(summaryOf(report, changes), width, '  ');
  return [...lines, ...others, ...summary].map((line) => `${line}\n`).join('');
}

function objectName({ kind, name }: DocumentIdentity): string {
  return [kind, name].filter((part) => part !== null).join('/');
}

function findingText({ message, rule }: Finding): string {
  return `${message} [${rule}]`;
}

/** The errors that only one of both minors has, if both refuse a document. */
function otherErrorsText(report: Report): readonly string[] {
  const [from] = report.kubernetesVersions;
  const to = report.kubernetesVersions.at(-1);
  const all = otherErrorsIn(report);
  if (all.length === 0) return [];
  const errorText = (minor: Minor | undefined, finding: Finding) => {
    const { cause, field, line, column } = finding;
    const of =
      cause === null ? '' : ` (${[cause, field].filter((part) => part !== null).join(' ')})`;
    return `  only ${minor}, ${line}:${column}: ${findingText(finding)}${of}`;
  };
  const lines = all.flatMap(({ document, before, after }) => [
    `${document.file}:${document.line}  ${objectName(document)}`,
    ...before.map((finding) => errorText(from, finding)),
    ...after.map((finding) => errorText(to, finding)),
  ]);
  return ['both refuse, with other errors:', ...lines.map(escapeControls)];
}

/** The smallest width of the column for messages, in characters. */
const NARROWEST_MESSAGE = 30;
const MESSAGE_INDENT = '    ';

/** A row of the table. Its message continues in the same column, or is below the row if there are too few columns. */
function rowLines(row: string, message: string, width: number | undefined): readonly string[] {
  const start = `${row}  `;
  if (width === undefined || start.length + message.length <= width) return [`${start}${message}`];
  if (width - start.length < NARROWEST_MESSAGE) {
    const lines = wrap(message, width - MESSAGE_INDENT.length);
    const head = displayWidth(row.trimEnd()) <= width ? [row.trimEnd()] : wrap(row, width, '  ');
    return [...head, ...lines.map((line) => MESSAGE_INDENT + line)];
  }
  const [first = '', ...others] = wrap(message, width - start.length);
  return [`${start}${first}`, ...others.map((line) => ' '.repeat(start.length) + line)];
}

function summaryOf(report: Report, changes: readonly Change[]): string {
  const { kubernetesVersions, summary } = report;
  const counts = KINDS.map((kind) => {
    const documents = new Set(
      changes.filter((change) => change.kind === kind).map(({ document }) => document),
    );
    return `${documents.size} ${kind}`;
  });
  const [from] = kubernetesVersions;
  const refused = countRefusedByBoth(report);
  const before = refused === 0 ? '' : `; both refuse ${refused} (kubeadmit says why)`;
  return `Kubernetes ${from} to ${kubernetesVersions.at(-1)}: ${counts.join(', ')} of ${count(summary.documents, 'document')}${before}`;
}
