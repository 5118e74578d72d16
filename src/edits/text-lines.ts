import { Lines, type Span } from '../yaml/index.ts';

/** Lines and line breaks of a text that is edited. */
export class TextLines {
  readonly #text: string;
  readonly #lines: Lines;
  /** The line break that the text uses. */
  readonly lineBreak: string;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new Lines({ text });
    this.lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  }

  /** The line around an offset, without its line break. */
  around(offset: number): Span {
    return this.#lines.lineSpan(this.#lines.position(offset).line);
  }

  /** The text before an offset on its line. */
  before(offset: number): string {
    return this.#text.slice(this.around(offset).start, offset);
  }

  /** The text after an offset on its line. */
  after(offset: number): string {
    return this.#text.slice(offset, this.around(offset).end);
  }

  /** Blanks with the width of the text before an offset on its line. */
  indentTo(offset: number): string {
    return this.before(offset).replace(/[^ \t]/g, ' ');
  }

  /** Reports whether only blanks are before an offset on its line. */
  isFirst(offset: number): boolean {
    return /^[ \t]*$/.test(this.before(offset));
  }

  /** Extends a span to whole lines, with the line break that is removed with them. */
  whole({ start, end }: Span): Span {
    const first = this.around(start).start;
    const last = this.around(end).end;
    const lineBreak = /^(?:\r\n|\n|\r)/.exec(this.#text.slice(last, last + 2))?.[0] ?? '';
    if (lineBreak !== '' || first === 0) return { start: first, end: last + lineBreak.length };
    const before = /(?:\r\n|\n|\r)$/.exec(this.#text.slice(first - 2, first))?.[0] ?? '';
    return { start: first - before.length, end: last };
  }
}
