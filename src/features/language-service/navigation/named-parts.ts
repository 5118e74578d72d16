import { mappingFrom, type Path, type Value } from '../../../yaml/index.ts';
import {
  type FileRange,
  type FolderIndex,
  type IndexedEntry,
  type IndexedObject,
  namedEntries,
} from '../index/folder-index.ts';
import { ENTRY_REFERENCES, type EntryReference } from '../index/reference-table.ts';
import { endsWith, targetAt } from '../index/targets.ts';
import type { TextObject } from '../text/open-text.ts';
import { selectedPods } from './selected-pods.ts';

/** A part of an object that can be named, without its place. */
type NameablePart = Omit<IndexedEntry, 'range'>;

/** The parts of objects of the folder that a field names by its value. */
export function partsNamedAt(
  object: TextObject,
  field: Path,
  name: string,
  index: FolderIndex,
): readonly IndexedEntry[] {
  const reference = referenceAt(object, field);
  if (reference === undefined) return [];
  return ownersOf(reference, object, field, index).flatMap(({ entries }) =>
    entries.filter((entry) => reference.entries.includes(entry.kind) && entry.name === name),
  );
}

/** The places that name a part of an object. */
export function referencesToPart(
  part: IndexedEntry,
  owner: IndexedObject,
  index: FolderIndex,
): readonly FileRange[] {
  // Only objects that name the owner, or select its pods, name a part of it.
  const files = new Set([owner.range, ...index.referencesTo(owner)].map(({ file }) => file));
  return [...files].flatMap((file) => {
    const text = index.textOf(file);
    return (text?.objects ?? []).flatMap((object) =>
      scalarsIn(object.value, []).flatMap(({ field, value }) => {
        if (!partsNamedAt(object, field, value, index).includes(part)) return [];
        const spans = object.document.locate([...object.path, ...field]);
        return text === undefined || spans === undefined
          ? []
          : [{ file, ...text.lines.range(spans.value) }];
      }),
    );
  });
}

/** The texts and numbers in a value, with their paths. */
function scalarsIn(
  value: Value,
  field: Path,
): readonly { readonly field: Path; readonly value: string }[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return [{ field, value: String(value) }];
  }
  if (Array.isArray(value)) return value.flatMap((item, at) => scalarsIn(item, [...field, at]));
  return Object.entries(mappingFrom(value)).flatMap(([key, member]) =>
    scalarsIn(member, [...field, key]),
  );
}

/** The parts of objects that a field can name. */
export function nameableParts(
  object: TextObject,
  field: Path,
  index: FolderIndex,
): readonly NameablePart[] {
  const reference = referenceAt(object, field);
  if (reference === undefined) return [];
  const parts =
    reference.owner === 'self'
      ? // The folder has the object as it was when it could be read.
        namedEntries(object.value)
      : ownersOf(reference, object, field, index).flatMap(({ entries }) => entries);
  return parts.filter(({ kind }) => reference.entries.includes(kind));
}

function referenceAt(object: TextObject, field: Path): EntryReference | undefined {
  return ENTRY_REFERENCES.find(
    ({ kinds, at }) => (kinds === undefined || kinds.has(object.kind)) && endsWith(field, at),
  );
}

function ownersOf(
  { owner }: EntryReference,
  object: TextObject,
  field: Path,
  index: FolderIndex,
): readonly IndexedObject[] {
  if (owner === 'self') return index.find(object);
  if (owner === 'selected-pods') return selectedPods(object, index)?.objects ?? [];
  const target = targetAt(object, [...field.slice(0, field.length - owner.up), ...owner.name]);
  return target === undefined ? [] : index.resolve(target);
}
