import { firstIndex } from '../base/bisect.ts';

/** Maps the characters of a decoded scalar to their offsets in the text. */
export class Trace {
  readonly #decoded: number[] = [];
  readonly #source: number[] = [];
  readonly #verbatim: boolean[] = [];

  /** From its character `decoded` on, the scalar is the same as the text from `source` on. */
  verbatim(decoded: number, source: number): void {
    this.#add(decoded, source, true);
  }

  /** The characters from `decoded` on are the decoded form of the text at `source`. */
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
    const last = firstIndex(this.#decoded, (decoded) => decoded > index) - 1;
    const source = this.#source[last];
    if (source === undefined) return undefined;
    return this.#verbatim[last] ? source + index - (this.#decoded[last] ?? 0) : source;
  }
}
