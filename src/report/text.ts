import type { Finding, Range, RelatedLocation } from '../result/finding.ts';
import { escapeControls } from '../result/message-text.ts';
import type { Report } from '../result/report.ts';
import type { DocumentReport } from '../result/verdict.ts';
import { Excerpts } from './excerpts.ts';
import { causeNote, consequencesNote, minorsNote, printable } from './phrases.ts';
import { reportedFindings } from './reported-findings.ts';
import type { Style } from './style.ts';

/** One finding after the other, each with the lines it is about; an empty line between them. */
export function* textFindings(report: Report, style: Style): Iterable<string> {
  const documents = new DocumentNames(report.documents);
  const excerpts = new Excerpts(report.texts, style);
  for (const { finding, consequences } of reportedFindings(report)) {
    const paint = style.severity[finding.severity];
    const gutter = gutterFor([finding, ...finding.related]);
    const bar = `${gutter} ${style.faint('|')}`;
    const note = causeNote(finding.cause);
    const excerpt = excerpts.show(finding, gutter, { mark: '^', note, paint, context: true });
    const sections = [
      [`${gutter}${arrow(style)} ${place(finding)}${about(finding, documents)}`, ...excerpt],
      ...finding.related.map((related) => relatedLines(related, gutter, excerpts, style)),
      remarks(finding, consequences, report, gutter, style),
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
  consequences: readonly Finding[],
  report: Report,
  gutter: string,
  style: Style,
): readonly string[] {
  const { help } = finding;
  const notes = [
    minorsNote(finding, report),
    help === null ? null : `help: ${escapeControls(help)}`,
    consequencesNote(consequences),
  ].filter((note) => note !== null);
  return [
    ...notes.map((note) => `${gutter} ${style.faint('=')} ${note}`),
    ...consequenceLines(consequences).map((line) => `${gutter}     ${style.faint(line)}`),
  ];
}

const MOST_CONSEQUENCES = 10;

/** What the server also reports, in short: who fixes the cause need not read it. */
function consequenceLines(consequences: readonly Finding[]): readonly string[] {
  const shown = consequences.slice(0, MOST_CONSEQUENCES);
  const more = consequences.length - shown.length;
  return [
    ...shown.map(({ line, column, message }) => `${line}:${column} ${escapeControls(message)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
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
      const { kind, name, renderedFrom } = document;
      const parts = [kind, name].filter((part) => part !== null);
      const template = renderedFrom === null ? '' : `  (from ${renderedFrom})`;
      this.#names.set(keyOf(document), printable(`${parts.join('/')}${template}`));
    }
  }

  nameOf(finding: Finding): string {
    return this.#names.get(keyOf(finding)) ?? '';
  }
}

function keyOf({ file, index, item }: Pick<Finding, 'file' | 'index' | 'item'>): string {
  return JSON.stringify([file, index, item]);
}
