import { firstIndex } from '../../base/bisect.ts';
import type { FoundObject } from '../../server/decode/index.ts';
import type { Document, Span } from '../../yaml/index.ts';

/** The locations of the items of a List, with which the item at an offset can be found. */
export class ListItems {
  /** The items in the order of the text. */
  readonly #items: readonly { readonly item: number; readonly span: Span }[];

  constructor(objects: readonly FoundObject[], document: Document) {
    this.#items = objects.flatMap(({ item, path }) => {
      const span = item === null ? undefined : document.locate(path)?.value;
      return item === null || span === undefined ? [] : [{ item, span }];
    });
  }

  /** The item that contains an offset, null outside of all; by bisection, as a List may have thousands of items. */
  at(offset: number): number | null {
    const owner = this.#items[firstIndex(this.#items, ({ span }) => span.end > offset)];
    return owner !== undefined && owner.span.start <= offset ? owner.item : null;
  }
}
