import { type DecodedText, type Part, readEdited, readParts } from '../../yaml/index.ts';

/** The length in UTF-16 units from which on a text is read in parts. Shorter ones are read within a millisecond. */
const LONG = 1 << 16;

/** Reads a long text again after each edit, without the parts of it that the edit has not changed. */
export class EditedText {
  #last: { readonly name: string; readonly text: DecodedText; readonly part: Part } | undefined;

  /** The parts of a text, as `readParts` reads them. The text that was read last is kept if it has a single part. */
  partsOf(name: string, text: DecodedText): Iterable<Part> {
    if (text.text.length < LONG) return readParts(text);
    const last = this.#last?.name === name ? this.#last : undefined;
    const edited = last && readEdited(last.text, last.part, text);
    const parts = edited === undefined ? [...readParts(text)] : [edited];
    const [part] = parts;
    this.#last = part !== undefined && parts.length === 1 ? { name, text, part } : undefined;
    return parts;
  }
}
