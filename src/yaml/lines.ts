import { firstIndex } from '../base/bisect.ts';
import { BYTE_ORDER_MARK, CR, LF } from './characters.ts';
import type { Span } from './tree.ts';

/** A position as editors show it: line and column count from 1, columns in UTF-16 units. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** A span as lines and columns; the end is exclusive. */
interface LineRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The lines of a text. Line breaks are LF, CR LF and CR. A byte order mark at the start has no column. */
export class Lines {
  readonly #source: { readonly text: string };
  readonly #length: number;
  #starts: Int32Array | undefined;

  /** @param source the object with the text, which is read when it is needed */
  constructor(source: { readonly text: string }) {
    this.#source = source;
    this.#length = source.text.length;
  }

  /** Releases the offsets of the lines. They are computed again when they are needed. */
  release(): void {
    this.#starts = undefined;
  }

  /** The number of lines. A line break at the end of the text starts one more, empty line. */
  get count(): number {
    return this.#lineStarts().length;
  }

  /** The line and column of an offset in UTF-16 units. */
  position(offset: number): Position {
    const starts = this.#lineStarts();
    const next = firstIndex(starts, (start) => start > offset);
    const line = Math.max(next, 1);
    return { line, column: Math.max(offset - (starts[line - 1] ?? 0), 0) + 1 };
  }

  /** The lines and columns of a span of offsets. Offsets after the end of the text are at its end. */
  range({ start, end }: Span): LineRange {
    const from = this.position(Math.min(start, this.#length));
    const to = this.position(Math.min(end, this.#length));
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** The span of a line without its line break; of the nearest line if the number is out of range. */
  lineSpan(line: number): Span {
    const starts = this.#lineStarts();
    const index = Math.min(Math.max(line, 1), starts.length) - 1;
    const start = starts[index] ?? 0;
    let end = starts[index + 1] ?? this.#length;
    if (index + 1 < starts.length) {
      const { text } = this.#source;
      end--;
      if (text.charCodeAt(end) === LF && end > start && text.charCodeAt(end - 1) === CR) end--;
    }
    return { start, end };
  }

  #lineStarts(): Int32Array {
    if (this.#starts !== undefined) return this.#starts;
    const { text } = this.#source;
    const starts = [text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0];
    if (text.includes('\r')) addLineStarts(text, starts);
    else {
      // The engine searches faster than a loop over the characters.
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
        starts.push(at + 1);
    }
    this.#starts = Int32Array.from(starts);
    return this.#starts;
  }
}

/** Adds the starts of the lines after the first one, of a text with any line breaks. */
function addLineStarts(text: string, starts: number[]): void {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === LF || (c === CR && text.charCodeAt(i + 1) !== LF)) starts.push(i + 1);
  }
}

/** The offset at which the line with an offset begins. A line ends with LF. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}
