import type { Path } from '../../yaml/index.ts';
import {
  endsWith,
  type FolderIndex,
  type IndexedEntry,
  type IndexedObject,
  namedEntries,
  targetAt,
} from './folder-index.ts';
import type { TextObject } from './open-text.ts';
import { ENTRY_REFERENCES, type EntryReference } from './reference-table.ts';
import { selectedPods } from './selected-pods.ts';

/** A part of an object that can be named, without its place. */
export type NameablePart = Omit<IndexedEntry, 'range'>;

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
    entries.filter((entry) => entry.kind === reference.entry && entry.name === name),
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
  return parts.filter(({ kind }) => kind === reference.entry);
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
  return target === undefined ? [] : index.find(target);
}
