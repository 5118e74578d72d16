import { CR, DOT, END, isSpaceOrEnd, LF, MINUS } from './characters.ts';

/** A position in a part of a text, and details about the scalar that was scanned last. */
export class Cursor {
  text = '';
  /** The offsets of the part. Its last character is a line break. */
  start = 0;
  end = 0;
  /** True if all line breaks of the text are LF or CR LF. */
  simpleBreaks = true;
  position = 0;
  /** The start of the line that contains `position`. */
  lineStart = 0;
  /** The end of the last scalar, without white space after it. */
  scalarEnd = 0;
  /** True if the last plain scalar was followed by a line break. */
  endedByBreak = false;

  /** Moves the cursor to the start of a part. */
  open(text: string, start: number, end: number, simpleBreaks: boolean): void {
    this.text = text;
    this.simpleBreaks = simpleBreaks;
    this.start = start;
    this.end = end;
    this.position = start;
    this.lineStart = start;
  }

  /** The character code at an offset; `END` after the part. */
  at(offset: number): number {
    return offset < this.end ? this.text.charCodeAt(offset) : END;
  }

  /**
   * The offset after the line break at an offset. CR CR LF is a single break: kubectl replaces CR
   * LF by LF when it splits a text into parts, before the YAML is read.
   */
  afterBreak(offset: number): number {
    if (this.text.charCodeAt(offset) !== CR) return offset + 1;
    const next = this.at(offset + 1);
    if (next === LF) return offset + 2;
    return next === CR && this.at(offset + 2) === LF ? offset + 3 : offset + 1;
  }

  /** Reports whether `---` or `...`, followed by white space, is at an offset. The offset is the start of a line. */
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
