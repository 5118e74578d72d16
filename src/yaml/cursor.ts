import { CR, DOT, END, isSpaceOrEnd, LF, MINUS } from './characters.ts';

/** A place in a part of a text, and what the last scalar that was scanned from it left behind. */
export class Cursor {
  text = '';
  /** Where the part begins and ends. Its last character is a line break. */
  start = 0;
  end = 0;
  /** Whether all line breaks of the text are LF and CR LF. */
  simpleBreaks = true;
  position = 0;
  /** Where the line of `position` begins. */
  lineStart = 0;
  /** The end of the last scalar, without what is blank behind it. */
  scalarEnd = 0;
  /** Whether a line break was the last thing that a plain scalar ran over. */
  endedByBreak = false;

  /** Puts the cursor at the beginning of a part. */
  open(text: string, start: number, end: number, simpleBreaks: boolean): void {
    this.text = text;
    this.simpleBreaks = simpleBreaks;
    this.start = start;
    this.end = end;
    this.position = start;
    this.lineStart = start;
  }

  /** The character code at an offset; `END` behind the part. */
  at(offset: number): number {
    return offset < this.end ? this.text.charCodeAt(offset) : END;
  }

  /**
   * The offset behind the break at an offset. CR CR LF is one break: what splits a text into parts
   * has taken CR LF for LF before YAML sees it.
   */
  behindBreak(offset: number): number {
    if (this.text.charCodeAt(offset) !== CR) return offset + 1;
    const next = this.at(offset + 1);
    if (next === LF) return offset + 2;
    return next === CR && this.at(offset + 2) === LF ? offset + 3 : offset + 1;
  }

  /** Whether `---` or `...` stands alone at an offset, which is the start of a line. */
  isDocumentIndicator(offset: number): boolean {
    const c = this.at(offset);
    return (
      (c === MINUS || c === DOT) &&
      this.at(offset + 1) === c &&
      this.at(offset + 2) === c &&
      isSpaceOrEnd(this.at(offset + 3))
    );
  }
}

/** Where the characters of a decoded scalar stand in the text. */
export class Trace {
  readonly #decoded: number[] = [];
  readonly #source: number[] = [];
  readonly #verbatim: boolean[] = [];

  /** From the `decoded`-th character on the scalar is the text from `source` on, as it stands. */
  verbatim(decoded: number, source: number): void {
    this.#add(decoded, source, true);
  }

  /** From the `decoded`-th character on the scalar holds what stands at `source` in another form. */
  replaced(decoded: number, source: number): void {
    this.#add(decoded, source, false);
  }

  #add(decoded: number, source: number, verbatim: boolean): void {
    this.#decoded.push(decoded);
    this.#source.push(source);
    this.#verbatim.push(verbatim);
  }

  /** The offset in the text of a character of the decoded scalar. */
  offset(index: number): number | undefined {
    let low = 0;
    let high = this.#decoded.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#decoded[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    const source = this.#source[low - 1];
    if (source === undefined) return undefined;
    return this.#verbatim[low - 1] ? source + index - (this.#decoded[low - 1] ?? 0) : source;
  }
}
