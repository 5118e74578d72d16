import { firstIndex } from '../base/bisect.ts';
import type { TextEdit } from '../result/text-edit.ts';

/** The ranges of a text that edits change, of which no two are in conflict. */
export class EditRanges {
  /** The edits in the order of the text. */
  #edits: TextEdit[] = [];

  /** Reports whether some edits change, or insert, something at the same place as the edits of this set. */
  areInConflict(edits: readonly TextEdit[]): boolean {
    return edits.some((edit) => {
      const next = this.#firstFrom(edit.start);
      const [before, after] = [this.#edits[next - 1], this.#edits[next]];
      return (
        (before !== undefined && before.end > edit.start) ||
        (after !== undefined && (after.start === edit.start || after.start < edit.end))
      );
    });
  }

  /** @param edits edits that are not in conflict */
  add(edits: readonly TextEdit[]): void {
    for (const edit of edits) this.#edits.splice(this.#firstFrom(edit.start), 0, edit);
  }

  remove(edits: readonly TextEdit[]): void {
    const removed = new Set(edits);
    this.#edits = this.#edits.filter((edit) => !removed.has(edit));
  }

  /** The position of the first edit that starts at an offset or after it. */
  #firstFrom(offset: number): number {
    return firstIndex(this.#edits, ({ start }) => start >= offset);
  }
}
