import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { type Path, valueAt } from '../../yaml/index.ts';
import { cursorAt } from './cursor.ts';
import {
  type FileRange,
  type FolderIndex,
  type IndexedEntry,
  type IndexedObject,
  paramKindOf,
  targetAt,
} from './folder-index.ts';
import { partsNamedAt } from './named-parts.ts';
import type { OpenText, TextObject } from './open-text.ts';
import { selectedPods } from './selected-pods.ts';

/** The objects that a place in a text leads to. */
export function objectsNamedAt(
  text: OpenText,
  offset: number,
  index: FolderIndex,
): readonly IndexedObject[] {
  const object = text.objectAt(offset);
  if (object === undefined) return [];
  const { path, side } = cursorAt(object.document, offset);
  const field = path.slice(object.path.length);
  if (side === 'key') return [];
  const target = targetAt(object, field);
  if (target !== undefined) return index.find(target);
  return definedAt(object, field, index);
}

/** The parts of objects that a place in a text names, such as a key of a ConfigMap. */
export function partsAt(
  text: OpenText,
  offset: number,
  index: FolderIndex,
): readonly IndexedEntry[] {
  const object = text.objectAt(offset);
  if (object === undefined) return [];
  const { path, side } = cursorAt(object.document, offset);
  const field = path.slice(object.path.length);
  return side === 'key' ? [] : partsNamedAt(object, field, textAt(object, field), index);
}

/** The CRDs that define the kind of an object. */
export function definitionsFor(
  { apiVersion, kind }: Pick<TextObject, 'apiVersion' | 'kind'>,
  index: FolderIndex,
): readonly IndexedObject[] {
  return index.definitionsOf({ group: groupAndVersion(apiVersion).group, kind });
}

/** The objects that a place leads to in another way than by their name. */
function definedAt(object: TextObject, field: Path, index: FolderIndex): readonly IndexedObject[] {
  const place = field.join('.');
  const { kind } = object;
  if (place === 'kind' || place === 'apiVersion') return definitionsFor(object, index);
  if (place === 'spec.paramKind.kind' || place === 'spec.paramKind.apiVersion') {
    const param = paramKindOf(object.value);
    return param === undefined ? [] : index.definitionsOf(param);
  }
  if (place === 'spec.paramRef.name') {
    const policies = index.find({
      kind: kind.replace(/Binding$/, ''),
      name: textAt(object, ['spec', 'policyName']),
      namespace: '',
    });
    const name = textAt(object, field);
    return index.objects.filter(
      (one) => one.name === name && policies.some(({ takes }) => takes?.kind === one.kind),
    );
  }
  const selected = selectedPods(object, index);
  if (selected === undefined) return [];
  return selected.field.every((step, at) => step === field[at]) ? selected.objects : [];
}

function textAt(object: TextObject, field: Path): string {
  const value = valueAt(object.value, field);
  return typeof value === 'string' ? value : '';
}

/** The places that name the object at a place, or the object that the place names. */
export function referencesAt(
  text: OpenText,
  offset: number,
  file: string,
  index: FolderIndex,
): readonly FileRange[] {
  const named = objectsNamedAt(text, offset, index);
  const { line, column } = text.lines.position(offset);
  const own = index.objects.filter(
    ({ range }) =>
      range.file === file &&
      range.line === line &&
      range.column <= column &&
      column <= range.endColumn,
  );
  return [...new Set([...own, ...named])].flatMap((object) => index.referencesTo(object));
}
