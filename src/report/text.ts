import type { Finding, Range, RelatedLocation } from '../result/finding.ts';
import { escapeControls } from '../result/message-text.ts';
import type { Report } from '../result/report.ts';
import type { DocumentReport } from '../result/verdict.ts';
import { Excerpts } from './excerpts.ts';
import { causeNote, minorsText, printable } from './phrases.ts';
import type { Style } from './style.ts';

/** One finding after the other, each with the lines it is about; an empty line between them. */
export function* textFindings(report: Report, style: Style): Iterable<string> {
  const documents = new DocumentNames(report.documents);
  const excerpts = new Excerpts(report.texts, style);
  for (const finding of report.findings) {
    const paint = style.severity[finding.severity];
    const gutter = gutterFor([finding, ...finding.related]);
    const bar = `${gutter} ${style.faint('|')}`;
    const note = causeNote(finding.cause);
    const excerpt = excerpts.show(finding, gutter, { mark: '^', note, paint, context: true });
    const sections = [
      [`${gutter}${arrow(style)} ${place(finding)}${about(finding, documents)}`, ...excerpt],
      ...finding.related.map((related) => relatedLines(related, gutter, excerpts, style)),
      remarks(finding, report, gutter, style),
    ];
    yield [
      `${paint(`${finding.severity}:`)} ${style.strong(escapeControls(finding.message))}  ${style.faint(`[${finding.rule}]`)}`,
      ...joinSections(sections, bar),
      '',
    ].join('\n');
  }
}

/** The blanks of a margin that has room for the line numbers of all the places. */
function gutterFor(places: readonly Range[]): string {
  return ' '.repeat(Math.max(2, ...places.map(({ line }) => String(line).length)));
}

/** A bar sets what follows off from an excerpt; what has none stands for itself. */
function joinSections(sections: readonly (readonly string[])[], bar: string): readonly string[] {
  const filled = sections.filter((lines) => lines.length > 0);
  return filled.flatMap((lines, index) => {
    const ends = lines.length > 1 && index < filled.length - 1;
    return ends ? [...lines, bar] : lines;
  });
}

function relatedLines(
  related: RelatedLocation,
  gutter: string,
  excerpts: Excerpts,
  style: Style,
): readonly string[] {
  const note = escapeControls(related.message);
  const paint = style.faint;
  const shown = excerpts.show(related, gutter, { mark: '-', note, paint, context: false });
  const head = `${gutter}${arrow(style)} ${place(related)}`;
  return shown.length > 0 ? [head, ...shown] : [`${head}   ${note}`];
}

function remarks(
  finding: Finding,
  report: Report,
  gutter: string,
  style: Style,
): readonly string[] {
  const lines: string[] = [];
  if (finding.minors.length < report.kubernetesVersions.length) {
    lines.push(`in Kubernetes ${minorsText(finding.minors)} only`);
  }
  if (finding.help !== null) lines.push(`help: ${escapeControls(finding.help)}`);
  return lines.map((line) => `${gutter} ${style.faint('=')} ${line}`);
}

function arrow(style: Style): string {
  return style.faint('-->');
}

function place({ file, line, column }: RelatedLocation | Finding): string {
  return `${escapeControls(file)}:${line}:${column}`;
}

function about(finding: Finding, documents: DocumentNames): string {
  const parts = [documents.nameOf(finding), finding.field === null ? '' : printable(finding.field)];
  const text = parts.filter((part) => part !== '').join('  ');
  return text === '' ? '' : `   ${text}`;
}

/** Which object a finding is about, as `Kind/name`. */
class DocumentNames {
  readonly #names = new Map<string, string>();

  constructor(documents: readonly DocumentReport[]) {
    for (const document of documents) {
      const { kind, name } = document;
      const parts = [kind, name].filter((part) => part !== null);
      this.#names.set(keyOf(document), printable(parts.join('/')));
    }
  }

  nameOf(finding: Finding): string {
    return this.#names.get(keyOf(finding)) ?? '';
  }
}

function keyOf({ file, index, item }: Pick<Finding, 'file' | 'index' | 'item'>): string {
  return JSON.stringify([file, index, item]);
}
