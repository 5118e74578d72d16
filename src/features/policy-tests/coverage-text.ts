import { count, printable } from '../../report/phrases.ts';
import type { Style } from '../../report/style.ts';
import { wrap } from '../../report/wrap.ts';
import { escapeControls } from '../../result/visible-text.ts';
import type { MissingOutcome, PolicyCoverage } from './coverage/recorder.ts';

const INDENT = 2;
const GAP = 2;

/**
 * The coverage of policies by tests, for people: a line for each policy, and below it each part of an expression that
 * was never evaluated, never true or never false, with its place.
 *
 * @param width the columns of a terminal; undefined for no limit
 */
export function coverageText(
  coverage: readonly PolicyCoverage[],
  style: Style,
  width: number | undefined,
): string {
  const lines = coverage.flatMap((policy) => ['', ...policyLines(policy, style, width)]);
  return lines.map((line) => `${line}\n`).join('');
}

function policyLines(
  { file, kind, name, isBound, outcomes, covered, missing }: PolicyCoverage,
  style: Style,
  width: number | undefined,
): readonly string[] {
  const percent = outcomes === 0 ? 100 : Math.floor((covered / outcomes) * 100);
  const share = `${covered} of ${count(outcomes, 'outcome')} tested (${percent}%)`;
  const place = style.faint(printable(file));
  const title = printable(`${kind} ${name}`);
  const fits = width === undefined || title.length + GAP + printable(file).length <= width;
  const head = fits
    ? [`${style.strong(title)}${' '.repeat(GAP)}${place}`]
    : [style.strong(title), `${' '.repeat(INDENT)}${place}`];
  if (!isBound) {
    const text = `${share}: the policy has no binding, so nothing is evaluated`;
    const lines = wrap(text, width === undefined ? undefined : width - INDENT);
    return [...head, ...lines.map((line) => `${' '.repeat(INDENT)}${line}`)];
  }
  const columns = {
    outcome: Math.max(...missing.map((one) => outcomeOf(one).length)) + GAP,
    place: Math.max(...missing.map((one) => placeOf(one).length)) + GAP,
  };
  return [
    ...head,
    `${' '.repeat(INDENT)}${share}`,
    ...missing.flatMap((one) => missingLines(one, columns, style, width)),
  ];
}

/** The widths of the columns before the text of a part, each including the space after it. */
interface Columns {
  readonly outcome: number;
  readonly place: number;
}

function outcomeOf({ never }: MissingOutcome): string {
  return `never ${never}`;
}

function placeOf({ line, column }: MissingOutcome): string {
  return `${line}:${column}`;
}

function missingLines(
  missing: MissingOutcome,
  { outcome, place }: Columns,
  style: Style,
  width: number | undefined,
): readonly string[] {
  const columns = INDENT + outcome + place;
  const text = escapeControls(missing.text.replace(/\s+/g, ' '));
  const [first = '', ...others] = wrap(text, width === undefined ? undefined : width - columns);
  const never = style.severity.warning(outcomeOf(missing).padEnd(outcome));
  const at = style.faint(placeOf(missing).padEnd(place));
  return [
    `${' '.repeat(INDENT)}${never}${at}${first}`,
    ...others.map((line) => `${' '.repeat(columns)}${line}`),
  ];
}
