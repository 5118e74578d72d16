import { eastAsianWidth } from 'get-east-asian-width';

/** A range of a line, how it is printed, and its width. */
export interface Cell {
  /** The printed text: a tab as spaces, a control character as its escape. */
  readonly text: string;
  /** Offsets in the line, in UTF-16 code units; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Columns of a terminal. */
  readonly width: number;
}

const TAB_STOP = 4;

/**
 * Splits a line into the units that a terminal shows as one character, so that text below the line can be aligned with
 * it.
 *
 * @param show makes a character at an offset safe for printing. A changed character has the width of the result.
 */
export function cellsOf(line: string, show: (text: string, at: number) => string): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  for (const { segment, index } of graphemesOf(line)) {
    const cell = cellOf(segment, index, column, show);
    column += cell.width;
    cells.push(cell);
  }
  return cells;
}

function cellOf(
  grapheme: string,
  start: number,
  column: number,
  show: (text: string, at: number) => string,
): Cell {
  const end = start + grapheme.length;
  if (grapheme === '\t') {
    const width = TAB_STOP - (column % TAB_STOP);
    return { text: ' '.repeat(width), start, end, width };
  }
  const text = show(grapheme, start);
  const width = text === grapheme ? graphemeWidth(grapheme) : text.length;
  return { text, start, end, width };
}

const ASCII = /^[\u0000-\u007f]*$/;
let segmenter: Intl.Segmenter | undefined;

function* graphemesOf(line: string): Iterable<{ segment: string; index: number }> {
  if (ASCII.test(line)) {
    for (let index = 0; index < line.length; index++) yield { segment: line.charAt(index), index };
    return;
  }
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  yield* segmenter.segment(line);
}

/** Compiled on first use: V8 takes a while to look up Unicode properties. */
const emoji = () => /^\p{Emoji_Presentation}|\ufe0f/u;
const withoutWidth = () => /^[\p{Mn}\p{Me}\p{Cf}]/u;

function graphemeWidth(grapheme: string): number {
  const codePoint = grapheme.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (withoutWidth().test(grapheme)) return 0;
  return eastAsianWidth(codePoint) === 2 || emoji().test(grapheme) ? 2 : 1;
}

/** The columns of a terminal that a text takes which has no control characters. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return cellsOf(text, (shown) => shown).reduce((sum, { width }) => sum + width, 0);
}
