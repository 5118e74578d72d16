import { indexBy } from '../../base/index-by.ts';
import type { InstalledObject } from '../../rule/installation.ts';

/** Objects by their namespaces, so that not each is compared with each. */
export class NamespaceIndex<T> {
  readonly #all: readonly T[];
  readonly #own: ReadonlyMap<string, readonly T[]>;
  /** The items without a namespace: the command that applies them may decide about it. */
  readonly #anywhere: readonly T[];

  constructor(items: readonly T[], objectOf: (item: T) => InstalledObject) {
    this.#all = items;
    this.#own = indexBy(items, (item) => new Set(objectOf(item).namespaces));
    this.#anywhere = items.filter((item) => objectOf(item).namespaces.length === 0);
  }

  /** The items that are in a namespace, then the ones that may be. All of them if the namespace is not known. */
  in(namespace: string | undefined): readonly T[] {
    if (namespace === undefined) return this.#all;
    const own = this.#own.get(namespace) ?? [];
    if (this.#anywhere.length === 0) return own;
    return own.length === 0 ? this.#anywhere : [...own, ...this.#anywhere];
  }

  /** The items that are, or may be, in the namespace of an object. */
  near({ namespaces }: InstalledObject): readonly T[] {
    const [namespace, ...others] = namespaces;
    return others.length === 0
      ? this.in(namespace)
      : [...new Set(namespaces.flatMap((one) => this.in(one)))];
  }
}
