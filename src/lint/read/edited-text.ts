import { LONG_TEXT } from '../../base/steps.ts';
import { type DecodedText, type Part, readEdited, readParts } from '../../yaml/index.ts';

/** Reads a long text again after each edit, without the parts of it that the edit has not changed. */
export class EditedText {
  #last: { readonly name: string; readonly text: DecodedText; readonly part: Part } | undefined;

  /** The parts of a text, as `readParts` reads them. The text that was read last is kept if it has a single part. */
  *partsOf(name: string, text: DecodedText): Iterable<Part> {
    if (text.text.length < LONG_TEXT) {
      yield* readParts(text);
      return;
    }
    const last = this.#last?.name === name ? this.#last : undefined;
    if (last !== undefined && last.text.text === text.text) {
      yield last.part;
      return;
    }
    const edited = last && readEdited(last.text, last.part, text);
    this.#last = undefined;
    let only: Part | undefined;
    let parts = 0;
    for (const part of edited === undefined ? readParts(text) : [edited]) {
      yield part;
      parts++;
      only = parts === 1 ? part : undefined;
    }
    this.#last = only && { name, text, part: only };
  }
}
