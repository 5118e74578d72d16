import { Lines } from '../yaml/index.ts';
import { markLine } from './mark-line.ts';
import type { ShownFile, ShownPlace } from './shown-report.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

/** The way in which a location is marked in an excerpt. */
interface Mark {
  readonly mark: '^' | '-';
  /** The text after the mark. */
  readonly note: string | null;
  readonly paint: (text: string) => string;
  /** True if the previous line is shown too. */
  readonly context: boolean;
}

/** The smallest useful width of an excerpt, in columns. */
const SHORTEST = 20;

/** The number of files that are remembered. A finding may have related locations in several files. */
const MOST_REMEMBERED = 20;

/** Shows lines of the texts that were checked. */
export class Excerpts {
  readonly #style: Style;
  readonly #width: number | undefined;
  /** The starts of the lines of the files that were shown last. */
  readonly #lines = new Map<ShownFile, Lines>();

  /** @param width the columns of the output; undefined if they are not known */
  constructor(style: Style, width: number | undefined) {
    this.#style = style;
    this.#width = width;
  }

  /**
   * The line of a location, with a mark below it. For a location of several lines, the first line.
   *
   * @param gutter the blanks of a margin that line numbers fit in
   * @returns no lines if the text is not available
   */
  show(where: ShownPlace, gutter: string, { mark, note, paint, context }: Mark): readonly string[] {
    const shown = this.#linesOf(where.file);
    if (shown === undefined) return [];
    const line = shown(where.line);
    const end = where.endLine > where.line ? line.trimEnd().length : where.endColumn - 1;
    // A space, the bar and a space are between the numbers and the line.
    const columns =
      this.#width === undefined ? undefined : Math.max(SHORTEST, this.#width - gutter.length - 4);
    const { text, indent, width } = markLine(line, where.column - 1, end, columns);
    const bar = this.#style.faint('|');
    const numbered = (number: number, shown: string) =>
      `${this.#style.faint(String(number).padStart(gutter.length))} ${bar} ${shown}`.trimEnd();
    const before = context && where.line > 1 ? shown(where.line - 1) : '';
    const underline = mark.repeat(width);
    const fits =
      note === null || columns === undefined || indent + width + 1 + note.length <= columns;
    const below = fits ? [] : wrap(note, columns);
    const marks = paint(fits && note !== null ? `${underline} ${note}` : underline);
    return [
      `${gutter} ${bar}`,
      ...(before.trim() === ''
        ? []
        : [numbered(where.line - 1, markLine(before, 0, 0, columns).text)]),
      numbered(where.line, text),
      `${gutter} ${bar} ${' '.repeat(indent)}${marks}`,
      ...below.map((line) => `${gutter} ${bar} ${paint(line)}`),
    ];
  }

  /** Returns the lines of a file by their numbers. */
  #linesOf(file: ShownFile): ((number: number) => string) | undefined {
    const { text } = file;
    if (text === undefined) return undefined;
    const lines = this.#lines.get(file) ?? new Lines({ text });
    if (this.#lines.size >= MOST_REMEMBERED) this.#lines.clear();
    this.#lines.set(file, lines);
    return (number) => {
      const { start, end } = lines.lineSpan(number);
      return text.slice(start, end);
    };
  }
}
