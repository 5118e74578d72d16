import type { FieldEdit } from '../result/fix.ts';
import { isMapping, memberOf, type Path, type Value, valueAt } from '../yaml/index.ts';

/** What depends on other paths comes first, and what changes the paths of others last. */
const ORDER: Readonly<Record<FieldEdit['kind'], number>> = {
  'replace-within': 0,
  replace: 0,
  insert: 0,
  move: 1,
  'rename-key': 2,
  remove: 3,
};

/**
 * What edits make of the value of a document.
 *
 * @returns undefined where an edit is not possible: there is no such value, or the key is taken
 */
export function editedValue(value: Value, edits: readonly FieldEdit[]): Value | undefined {
  const sorted = [...edits].sort(
    (a, b) => ORDER[a.kind] - ORDER[b.kind] || comparePaths(b.path, a.path),
  );
  let edited: Value | undefined = value;
  for (const edit of sorted) {
    if (edited !== undefined) edited = withEdit(edited, edit);
  }
  return edited;
}

function withEdit(root: Value, edit: FieldEdit): Value | undefined {
  switch (edit.kind) {
    case 'replace':
      return withChange(root, edit.path, () => edit.value);
    case 'replace-within':
      return withChange(root, edit.path, (text) =>
        typeof text === 'string'
          ? edit.changes.reduceRight(
              (all, { from, to, text: part }) => all.slice(0, from) + part + all.slice(to),
              text,
            )
          : undefined,
      );
    case 'insert':
      return withChange(root, edit.path, (value) => withPair(value, edit.key, edit.value));
    case 'remove':
      return withChange(root, edit.path, (value) => withoutEntries(value, edit.entries));
    case 'rename-key':
      return withChange(root, edit.path.slice(0, -1), (value) =>
        withKey(value, String(edit.path.at(-1)), edit.key),
      );
    case 'move': {
      const key = String(edit.path.at(-1));
      const moved = valueAt(root, edit.path);
      if (moved === undefined) return undefined;
      const added = withChange(root, edit.to, (value) => withPair(value, key, moved));
      if (added === undefined) return undefined;
      return withChange(added, edit.path.slice(0, -1), (value) => withoutEntries(value, [key]));
    }
  }
}

/** A value with another one at a path. */
function withChange(
  value: Value,
  path: Path,
  change: (value: Value) => Value | undefined,
): Value | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) return change(value);
  const member = memberOf(value, segment);
  if (member === undefined) return undefined;
  const changed = withChange(member, rest, change);
  if (changed === undefined) return undefined;
  if (Array.isArray(value)) return value.with(Number(segment), changed);
  return isMapping(value) ? { ...value, [segment]: changed } : undefined;
}

function withPair(value: Value, key: string, member: Value): Value | undefined {
  return isMapping(value) && !Object.hasOwn(value, key) ? { ...value, [key]: member } : undefined;
}

function withKey(value: Value, from: string, to: string): Value | undefined {
  if (!isMapping(value) || !Object.hasOwn(value, from) || Object.hasOwn(value, to)) {
    return undefined;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key === from ? to : key, member]),
  );
}

function withoutEntries(value: Value, entries: readonly (string | number)[]): Value | undefined {
  if (Array.isArray(value)) {
    if (entries.some((entry) => Number(entry) >= value.length)) return undefined;
    return value.filter((_, index) => !entries.includes(index));
  }
  if (!isMapping(value) || entries.some((key) => !Object.hasOwn(value, key))) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !entries.includes(key)));
}

/** Items of a list by their indexes, so that the last one can be removed first. */
function comparePaths(a: Path, b: Path): number {
  for (const [depth, segment] of a.entries()) {
    const other = b[depth];
    if (typeof segment === 'number' && typeof other === 'number' && segment !== other) {
      return segment - other;
    }
    if (segment !== other) return 0;
  }
  return a.length - b.length;
}

/** Whether two values are the same, whatever the order of their keys. */
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
