import { indexBy } from '../../base/index-by.ts';
import type { Range } from '../../result/finding.ts';
import { Excerpts } from '../excerpts.ts';
import { causeNote, count, shortened, shownNames } from '../phrases.ts';
import type { ShownFinding, ShownPlace, ShownRelated, ShownReport } from '../shown-report.ts';
import type { Style } from '../style.ts';
import { wrap } from '../wrap.ts';

interface TextOptions {
  readonly width?: number | undefined;
  readonly isVerbose?: boolean;
}

/**
 * One finding after the other, each with the lines it is about; an empty line between them. Advice that is the same in
 * many files is shown once.
 *
 * @param width the columns of the output; undefined if lines are not broken
 * @param isVerbose true if each finding is shown, and the addresses of the rules' pages are printed
 */
export function* textFindings(
  { findings }: ShownReport,
  style: Style,
  { width, isVerbose = false }: TextOptions = {},
): Iterable<string> {
  const excerpts = new Excerpts(style, width);
  const groups = isVerbose ? findings.map((finding) => [finding]) : groupRepeatedAdvice(findings);
  for (const [finding, ...others] of groups) {
    if (finding === undefined) continue;
    const paint = style.severity[finding.severity];
    const gutter = gutterFor([finding, ...finding.related]);
    const bar = `${gutter} ${style.faint('|')}`;
    const note = causeNote(finding.cause);
    const excerpt = excerpts.show(finding, gutter, { mark: '^', note, paint, context: true });
    const sections = [
      [...headLines(finding, gutter, style, width), ...excerpt],
      ...finding.related.map((related) => relatedLines(related, gutter, excerpts, style)),
      [
        ...remarks(finding, others, gutter, style, width),
        ...(isVerbose ? [`${gutter} ${style.faint('=')} ${finding.docs}`] : []),
      ],
    ];
    yield [...titleLines(finding, style, width), ...joinSections(sections, bar), ''].join('\n');
  }
}

function titleLines(
  { severity, message, rule, docs }: ShownFinding,
  style: Style,
  width: number | undefined,
): readonly string[] {
  const label = `${severity}:`;
  const tag = `[${rule}]`;
  const linkedTag = style.faint(`[${style.link(rule, docs)}]`);
  const [first = '', ...others] = wrap(`${label} ${message}`, width, '  ');
  const lines = [
    `${style.severity[severity](label)} ${style.strong(first.slice(label.length + 1))}`,
    ...others.map((line) => style.strong(line)),
  ];
  const last = others.at(-1) ?? first;
  const fits = width === undefined || last.length + 2 + tag.length <= width;
  return fits
    ? [...lines.slice(0, -1), `${lines.at(-1)}  ${linkedTag}`]
    : [...lines, `  ${linkedTag}`];
}

/** The location of a finding and its object, on several lines if one line is too short. */
function headLines(
  finding: ShownFinding,
  gutter: string,
  style: Style,
  width: number | undefined,
): readonly string[] {
  const at = `${gutter}${arrow(style)} ${place(finding)}`;
  const parts = about(finding);
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
  related: ShownRelated,
  gutter: string,
  excerpts: Excerpts,
  style: Style,
): readonly string[] {
  const note = related.message;
  const paint = style.faint;
  const shown = excerpts.show(related, gutter, { mark: '-', note, paint, context: false });
  const head = `${gutter}${arrow(style)} ${place(related)}`;
  return shown.length > 0 ? [head, ...shown] : [`${head}   ${note}`];
}

function remarks(
  { help, minorsNote, consequencesNote, consequences }: ShownFinding,
  others: readonly ShownFinding[],
  gutter: string,
  style: Style,
  width: number | undefined,
): readonly string[] {
  const columns = width === undefined ? undefined : width - gutter.length - 3;
  const notes = [
    minorsNote,
    help === null ? null : `help: ${help}`,
    consequencesNote,
    repetitionsNote(others),
  ].filter((note) => note !== null);
  return [
    ...notes.flatMap((note) => {
      const [first = '', ...others] = wrap(note, columns, '  ');
      return [
        `${gutter} ${style.faint('=')} ${first}`,
        ...others.map((line) => `${gutter}   ${line}`),
      ];
    }),
    ...consequenceLines(consequences)
      .flatMap((line) => wrap(line, columns === undefined ? undefined : columns - 2, '  '))
      .map((line) => `${gutter}     ${style.faint(line)}`),
  ];
}

/** Describes where the same advice is given again. Null if it is not. */
function repetitionsNote(others: readonly ShownFinding[]): string | null {
  if (others.length === 0) return null;
  const places = others.map(({ file, line }) => `${file.name}:${line}`);
  const where = `${count(others.length, 'more location')} in ${count(countFiles(others), 'file')}`;
  return `the same at ${where}: ${shownNames(places)}; --verbose shows all`;
}

const MOST_CONSEQUENCES = 10;

/** A short list of the consequences that the server reports too. */
function consequenceLines(consequences: ShownFinding['consequences']): readonly string[] {
  const shown = consequences.slice(0, MOST_CONSEQUENCES);
  const more = consequences.length - shown.length;
  return [
    ...shown.map(({ line, column, message }) => `${line}:${column} ${message}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

function arrow(style: Style): string {
  return style.faint('-->');
}

function place({ file, line, column }: ShownPlace): string {
  return `${file.name}:${line}:${column}`;
}

function about({ about, field }: ShownFinding): readonly string[] {
  return [about, field === null ? '' : shortened(field)].filter((part) => part !== '');
}

/** Advice that is the same at more places than this is shown once. */
const MOST_PLACES = 3;

/**
 * Groups advice and warnings of the server that are the same at many places, such as on a deprecated label. Errors are
 * about each object, so they are not grouped.
 *
 * @returns the groups in the order of their first findings; a finding without repetitions is a group by itself
 */
function groupRepeatedAdvice(
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

function countFiles(findings: readonly ShownFinding[]): number {
  return new Set(findings.map(({ file }) => file)).size;
}
