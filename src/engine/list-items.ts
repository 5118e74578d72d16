import type { Span } from '../yaml/index.ts';

/** Where the items of a List lie, so that it can be told which item an offset is in. */
export class ListItems {
  readonly #items: { readonly item: number; readonly span: Span }[] = [];

  /** Adds the next item in the order of the text. */
  add(item: number, span: Span): void {
    this.#items.push({ item, span });
  }

  /** The item that an offset lies in, null outside of all; by bisection, as a List may have thousands of items. */
  at(offset: number): number | null {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#items[middle]?.span.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const owner = this.#items[low];
    return owner !== undefined && owner.span.start <= offset ? owner.item : null;
  }
}
