import type { Finding, Range, RelatedLocation } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { escapeControls } from '../result/visible-text.ts';
import { Excerpts } from './excerpts.ts';
import { causeNote, consequencesNote, minorsNote, printable } from './phrases.ts';
import { reportedFindings } from './reported-findings.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

/**
 * One finding after the other, each with the lines it is about; an empty line between them.
 *
 * @param width the columns of the output; undefined if lines are not broken
 */
export function* textFindings(report: Report, style: Style, width?: number): Iterable<string> {
  const documents = new DocumentNames(report);
  const excerpts = new Excerpts(report.texts, style, width);
  for (const { finding, consequences } of reportedFindings(report)) {
    const paint = style.severity[finding.severity];
    const gutter = gutterFor([finding, ...finding.related]);
    const bar = `${gutter} ${style.faint('|')}`;
    const note = causeNote(finding.cause);
    const excerpt = excerpts.show(finding, gutter, { mark: '^', note, paint, context: true });
    const sections = [
      [...headLines(finding, documents, gutter, style, width), ...excerpt],
      ...finding.related.map((related) => relatedLines(related, gutter, excerpts, style)),
      remarks(finding, consequences, report, gutter, style, width),
    ];
    yield [...titleLines(finding, style, width), ...joinSections(sections, bar), ''].join('\n');
  }
}

/** The message with its severity and its rule. */
function titleLines(
  { severity, message, rule }: Finding,
  style: Style,
  width: number | undefined,
): readonly string[] {
  const label = `${severity}:`;
  const tag = `[${rule}]`;
  const [first = '', ...others] = wrap(`${label} ${escapeControls(message)}`, width, '  ');
  const lines = [
    `${style.severity[severity](label)} ${style.strong(first.slice(label.length + 1))}`,
    ...others.map((line) => style.strong(line)),
  ];
  const last = others.at(-1) ?? first;
  const fits = width === undefined || last.length + 2 + tag.length <= width;
  return fits
    ? [...lines.slice(0, -1), `${lines.at(-1)}  ${style.faint(tag)}`]
    : [...lines, `  ${style.faint(tag)}`];
}

/** The location of a finding and its object, on several lines if one line is too short. */
function headLines(
  finding: Finding,
  documents: DocumentNames,
  gutter: string,
  style: Style,
  width: number | undefined,
): readonly string[] {
  const at = `${gutter}${arrow(style)} ${place(finding)}`;
  const parts = about(finding, documents);
  if (parts.length === 0) return [at];
  const text = parts.join('  ');
  const length = gutter.length + 4 + place(finding).length + 3 + text.length;
  return width === undefined || length <= width
    ? [`${at}   ${text}`]
    : [at, ...parts.map((part) => `${gutter}     ${part}`)];
}

/** The spaces of a margin that is as wide as the longest line number. */
function gutterFor(places: readonly Range[]): string {
  return ' '.repeat(Math.max(2, ...places.map(({ line }) => String(line).length)));
}

/** A bar separates notes from an excerpt; without an excerpt there is none. */
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
  width: number | undefined,
): readonly string[] {
  const { help } = finding;
  const columns = width === undefined ? undefined : width - gutter.length - 3;
  const notes = [
    minorsNote(finding, report),
    help === null ? null : `help: ${escapeControls(help)}`,
    consequencesNote(consequences),
  ].filter((note) => note !== null);
  return [
    ...notes.flatMap((note) => {
      const [first = '', ...others] = wrap(note, columns, '  ');
      return [
        `${gutter} ${style.faint('=')} ${first}`,
        ...others.map((line) => `${gutter}   ${line}`),
      ];
    }),
    ...consequenceLines(consequences).map((line) => `${gutter}     ${style.faint(line)}`),
  ];
}

const MOST_CONSEQUENCES = 10;

/** A short list of the consequences that the server reports too. */
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

function about(finding: Finding, documents: DocumentNames): readonly string[] {
  const parts = [documents.nameOf(finding), finding.field === null ? '' : printable(finding.field)];
  return parts.filter((part) => part !== '');
}

/** The names of the objects that findings are about, as `Kind/name`. */
class DocumentNames {
  /** The names of all documents in files with findings. */
  readonly #names = new Map<string, string>();

  constructor({ documents, findings }: Pick<Report, 'documents' | 'findings'>) {
    const files = new Set(findings.map(({ file }) => file));
    for (const document of documents) {
      const { file, kind, name, renderedFrom } = document;
      if (!files.has(file)) continue;
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
