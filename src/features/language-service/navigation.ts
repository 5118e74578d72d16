import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { isMapping, type Path, valueAt } from '../../yaml/index.ts';
import { cursorAt } from './cursor.ts';
import {
  type FileRange,
  type FolderIndex,
  type IndexedObject,
  paramKindOf,
  targetAt,
} from './folder-index.ts';
import type { OpenText, TextObject } from './open-text.ts';
import { KINDS_WITH_POD_SELECTORS } from './reference-table.ts';

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

/** The objects that a place leads to in another way than by their name. */
function definedAt(object: TextObject, field: Path, index: FolderIndex): readonly IndexedObject[] {
  const place = field.join('.');
  const { apiVersion, kind } = object;
  if (place === 'kind' || place === 'apiVersion') {
    return index.definitionsOf({ group: groupAndVersion(apiVersion).group, kind });
  }
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
  const selector = selectorOf(object, field);
  return selector === undefined
    ? []
    : index.objects.filter(
        ({ labels, namespace }) =>
          namespace === object.namespace &&
          selector.every(([key, value]) => labels.get(key) === value),
      );
}

/** The fields that select pods of the namespace by their labels. */
const POD_SELECTORS = [
  'spec.selector',
  'spec.podSelector.matchLabels',
  'spec.selector.matchLabels',
];

/** The labels that a field selects pods by; undefined if it selects none. */
function selectorOf(
  object: TextObject,
  field: Path,
): readonly (readonly [string, string])[] | undefined {
  if (!KINDS_WITH_POD_SELECTORS.has(object.kind)) return undefined;
  const own = field.join('.');
  const place = POD_SELECTORS.find((one) => own === one || own.startsWith(`${one}.`));
  const labels = place === undefined ? undefined : valueAt(object.value, place.split('.'));
  if (!isMapping(labels)) return undefined;
  const pairs = Object.entries(labels).flatMap(([key, label]) =>
    typeof label === 'string' ? [[key, label] as const] : [],
  );
  return pairs.length === 0 ? undefined : pairs;
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
