import { getOrCompute } from '../../base/get-or-compute.ts';

/** The identity of an object of a kind. */
export interface ObjectName {
  readonly group: string;
  readonly kind: string;
  /** Null if the file has none. */
  readonly namespace: string | null;
  readonly name: string;
}

/** The key for objects without a namespace. */
const NONE = '';

/** The names of many objects. They share the strings of the objects, so that a name takes little memory. */
export class ObjectNames {
  /** For each kind the names of its objects, each with its namespace, or with several. */
  readonly #byKind = new Map<string, Map<string, string | Set<string>>>();

  /** Adds a name. Returns whether it was not there before. */
  add({ group, kind, namespace, name }: ObjectName): boolean {
    const key = keyOf(group, kind);
    const own = namespace ?? NONE;
    const names = getOrCompute(this.#byKind, key, () => new Map());
    const known = names.get(name);
    if (known === undefined) names.set(name, own);
    else if (typeof known !== 'string') {
      if (known.has(own)) return false;
      known.add(own);
    } else {
      if (known === own) return false;
      names.set(name, new Set([known, own]));
    }
    return true;
  }

  /**
   * Reports whether there is an object of a kind and name.
   *
   * @param namespace the namespace; undefined for any, null for objects without a namespace
   */
  has(group: string, kind: string, name: string, namespace: string | null | undefined): boolean {
    const known = this.#byKind.get(keyOf(group, kind))?.get(name);
    if (known === undefined) return false;
    if (namespace === undefined) return true;
    const own = namespace ?? NONE;
    return typeof known === 'string' ? known === own : known.has(own);
  }
}

function keyOf(group: string, kind: string): string {
  return `${group}\n${kind}`;
}
