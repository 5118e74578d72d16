import { escapeCharacter, escapeControls, isCommandMark } from '../result/visible-text.ts';
import { type Cell, cellsOf } from './width.ts';

/** A line as it is printed, and the part of it that is marked. */
interface MarkedLine {
  readonly text: string;
  /** The columns of a terminal before the marked part. */
  readonly indent: number;
  /** Columns of a terminal that it takes, at least one. */
  readonly width: number;
}

/** The columns that a line may take where the width of the output is not known. */
const LONGEST_LINE = 120;
/** The position of the span in a line that had to be cut at its start, as a fraction of the columns. */
const LEAD = 1 / 3;
/** Code units that are read around a span for each column, enough for any text. */
const REACH = 4;
const CUT = '…';

/**
 * Prepares a line for printing with a mark under a part of it.
 *
 * @param line the line without its line break
 * @param from the offset of the part in UTF-16 code units; may be the end of the line
 * @param to the exclusive end of the part; at or before `from` if the part is only a position
 * @param columns the columns that are available. Of a longer line, the text around the part is shown.
 */
export function markLine(
  line: string,
  from: number,
  to: number,
  columns: number = LONGEST_LINE,
): MarkedLine {
  const reach = columns * REACH;
  const lead = Math.trunc(columns * LEAD);
  const near = Math.max(0, from - reach);
  const far = Math.max(from, Math.min(to, from + reach)) + reach;
  const shown = line.slice(near, far);
  const cells = cellsOf(shown, (grapheme, at) =>
    isCommandMark(shown, at) ? escapeCharacter(grapheme) : escapeControls(grapheme),
  );
  const isBefore = (cell: Cell) => cell.end + near <= from;
  const isMeant = (cell: Cell) => !isBefore(cell) && cell.start + near < to;
  const first = cells.findIndex((cell) => !isBefore(cell));
  const before = first < 0 ? cells : cells.slice(0, first);
  const after = first < 0 ? [] : cells.slice(first);

  const whole = near === 0 && far >= line.length && widthOf(cells) <= columns;
  const shownBefore =
    whole || (near === 0 && widthOf(before) <= lead) ? before : lastColumns(before, lead - 1);
  const cutBefore = shownBefore.length < before.length || near > 0;
  const indent = widthOf(shownBefore) + (cutBefore ? 1 : 0);
  const shownAfter = whole ? after : firstColumns(after, columns - indent - 1);
  const cutAfter = shownAfter.length < after.length || far < line.length;

  return {
    text: [
      cutBefore ? CUT : '',
      ...[...shownBefore, ...shownAfter].map((cell) => cell.text),
      cutAfter ? CUT : '',
    ].join(''),
    indent,
    width: Math.max(1, widthOf(shownAfter.filter(isMeant))),
  };
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

function firstColumns(cells: readonly Cell[], columns: number): readonly Cell[] {
  let width = 0;
  const end = cells.findIndex((cell) => {
    width += cell.width;
    return width > columns;
  });
  return end < 0 ? cells : cells.slice(0, end);
}

function lastColumns(cells: readonly Cell[], columns: number): readonly Cell[] {
  return [...firstColumns([...cells].reverse(), columns)].reverse();
}
