import type { Fix } from '../result/fix.ts';
import { type Part, readParts } from '../yaml/index.ts';
import { EditablePart, type ResolvedChoice, type UntriedChoice } from './resolve-fix.ts';

/** The text of a file whose findings are fixed. Its parts are read when they are needed. */
export class EditableText {
  readonly #text: string;
  #parts: readonly Part[] | undefined;
  readonly #editable = new Map<number, EditablePart>();

  /** @param parts the parts of the text, if they have been read */
  constructor(text: string, parts?: readonly Part[]) {
    this.#text = text;
    this.#parts = parts;
  }

  /**
   * The choices of a fix that can be written without changing anything else.
   *
   * @param index of the part with the finding
   */
  resolve(index: number, fix: Fix): readonly ResolvedChoice[] {
    return this.#partAt(index)?.resolve(fix) ?? [];
  }

  /** The edits of a fix that `resolve` probably begins with. Undefined if there is nothing to try. */
  firstChoice(index: number, fix: Fix): UntriedChoice | undefined {
    return this.#partAt(index)?.firstChoice(fix);
  }

  /** Returns those choices of a part that can be written without changing anything else. Their edits do not overlap. */
  confirm(index: number, untried: readonly UntriedChoice[]): readonly UntriedChoice[] {
    return this.#partAt(index)?.confirm(untried) ?? [];
  }

  /** Resolves many fixes of a part together, which is faster than one by one. */
  resolveTogether(index: number, fixes: readonly Fix[]): void {
    this.#partAt(index)?.resolveTogether(fixes);
  }

  /** The length of a part in UTF-16 code units. */
  lengthOfPart(index: number): number {
    const span = this.#read()[index]?.span;
    return span === undefined ? 0 : span.end - span.start;
  }

  #read(): readonly Part[] {
    this.#parts ??= [...readParts(this.#text)];
    return this.#parts;
  }

  #partAt(index: number): EditablePart | undefined {
    const known = this.#editable.get(index);
    const part = this.#read()[index];
    if (known !== undefined || part === undefined) return known;
    const editable = new EditablePart(this.#text, part);
    this.#editable.set(index, editable);
    return editable;
  }
}
