import type { FieldEdit } from '../result/fix.ts';
import {
  createMapping,
  isMapping,
  type Mapping,
  memberOf,
  type OpenMapping,
  type Path,
  type Value,
  valueAt,
} from '../yaml/tree.ts';

/**
 * The order of edits: edits that depend on the paths of others come first, and edits that change the paths of others
 * come last.
 */
const ORDER: Readonly<Record<FieldEdit['kind'], number>> = {
  'replace-within': 0,
  replace: 0,
  insert: 0,
  move: 1,
  'rename-key': 2,
  remove: 3,
};

/**
 * The value of a document after edits, for any order of its keys.
 *
 * @returns undefined if an edit is not possible: there is no such value, or the key already exists
 */
export function editedValue(value: Value, edits: readonly FieldEdit[]): Value | undefined {
  const sorted = withJoinedRemovals(edits).toSorted(
    (a, b) => ORDER[a.kind] - ORDER[b.kind] || comparePaths(a.path, b.path),
  );
  const changed = new ChangedValue();
  let edited: Value | undefined = value;
  for (const edit of sorted) {
    if (edited !== undefined) edited = changed.with(edited, edit);
  }
  return edited;
}

/** Joins several removals from one list. The indexes of all of them are indexes before the removals. */
function withJoinedRemovals(edits: readonly FieldEdit[]): readonly FieldEdit[] {
  const removals = new Map<string, FieldEdit & { readonly kind: 'remove' }>();
  const others: FieldEdit[] = [];
  for (const edit of edits) {
    if (edit.kind !== 'remove') {
      others.push(edit);
      continue;
    }
    const key = JSON.stringify(edit.path);
    const entries = [...(removals.get(key)?.entries ?? []), ...edit.entries];
    removals.set(key, { ...edit, entries });
  }
  return [...others, ...removals.values()];
}

/** Applies edits one after the other. The given value does not change. Each mapping and list is copied once. */
class ChangedValue {
  readonly #copies = new WeakSet<object>();

  /** @param root to be used no more if it was changed before */
  with(root: Value, edit: FieldEdit): Value | undefined {
    switch (edit.kind) {
      case 'replace':
        return this.#change(root, edit.path, () => edit.value);
      case 'replace-within':
        return this.#change(root, edit.path, (text) =>
          typeof text === 'string'
            ? edit.changes.reduceRight(
                (all, { from, to, text: part }) => all.slice(0, from) + part + all.slice(to),
                text,
              )
            : undefined,
        );
      case 'insert':
        return this.#change(root, edit.path, (value) =>
          this.#withPair(value, edit.key, edit.value),
        );
      case 'remove':
        return this.#change(root, edit.path, (value) => this.#withoutEntries(value, edit.entries));
      case 'rename-key':
        return this.#change(root, edit.path.slice(0, -1), (value) =>
          this.#withKey(value, String(edit.path.at(-1)), edit.key),
        );
      case 'move': {
        const key = String(edit.path.at(-1));
        const moved = valueAt(root, edit.path);
        if (moved === undefined) return undefined;
        const added = this.#change(root, edit.to, (value) => this.#withPair(value, key, moved));
        if (added === undefined) return undefined;
        return this.#change(added, edit.path.slice(0, -1), (value) =>
          this.#withoutEntries(value, [key]),
        );
      }
    }
  }

  #change(
    value: Value,
    path: Path,
    change: (value: Value) => Value | undefined,
    depth = 0,
  ): Value | undefined {
    const segment = path[depth];
    if (segment === undefined) return change(value);
    const member = memberOf(value, segment);
    if (member === undefined) return undefined;
    const changed = this.#change(member, path, change, depth + 1);
    if (changed === undefined) return undefined;
    if (changed === member) return value;
    if (Array.isArray(value)) {
      const copy = this.#copyOfList(value);
      copy[Number(segment)] = changed;
      return copy;
    }
    if (!isMapping(value)) return undefined;
    const copy = this.#copyOf(value);
    copy[segment] = changed;
    return copy;
  }

  #withPair(value: Value, key: string, member: Value): Value | undefined {
    if (!isMapping(value) || Object.hasOwn(value, key)) return undefined;
    const copy = this.#copyOf(value);
    copy[key] = member;
    return copy;
  }

  #withKey(value: Value, from: string, to: string): Value | undefined {
    const member = memberOf(value, from);
    if (!isMapping(value) || member === undefined || Object.hasOwn(value, to)) return undefined;
    const copy = this.#copyOf(value);
    delete copy[from];
    copy[to] = member;
    return copy;
  }

  #withoutEntries(value: Value, entries: readonly (string | number)[]): Value | undefined {
    if (Array.isArray(value)) {
      const removed = new Set(entries);
      if (entries.some((entry) => Number(entry) >= value.length)) return undefined;
      return value.filter((_, index) => !removed.has(index));
    }
    if (!isMapping(value) || entries.some((key) => !Object.hasOwn(value, key))) return undefined;
    const copy = this.#copyOf(value);
    for (const key of entries) delete copy[key];
    return copy;
  }

  #copyOf(value: Mapping): OpenMapping {
    if (this.#isCopy(value)) return value;
    const copy = Object.assign(createMapping(), value);
    this.#copies.add(copy);
    return copy;
  }

  #isCopy(value: Mapping): value is OpenMapping {
    return this.#copies.has(value);
  }

  #copyOfList(value: readonly Value[]): Value[] {
    if (this.#isOwnList(value)) return value;
    const copy = [...value];
    this.#copies.add(copy);
    return copy;
  }

  #isOwnList(value: readonly Value[]): value is Value[] {
    return this.#copies.has(value);
  }
}

/**
 * Orders paths so that a value comes after its parts, and the last item of a list first. A removal then changes no
 * other path.
 */
function comparePaths(a: Path, b: Path): number {
  for (const [depth, segment] of a.entries()) {
    const other = b[depth];
    if (other === undefined) return -1;
    if (segment === other) continue;
    if (typeof segment === 'number' && typeof other === 'number') return other - segment;
    return String(segment) < String(other) ? -1 : 1;
  }
  return a.length === b.length ? 0 : 1;
}

/**
 * Reports whether two values are equal, ignoring the order of their keys. In contrast to `areDeeplyEqual`, 1 equals
 * 1.0, because an edited value does not record which of its numbers are written as floats.
 */
export function areEqual(a: Value, b: Value): boolean {
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => areEqual(item, b[at] ?? null))
    );
  }
  if (!isMapping(a)) return a === b;
  if (!isMapping(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const other = b[key];
      const own = a[key];
      return own !== undefined && other !== undefined && areEqual(own, other);
    })
  );
}
