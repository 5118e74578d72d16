import type { Mapping, Value } from '../../yaml/tree.ts';
import { itemsOf } from '../../yaml/tree.ts';
import { jsonText } from '../crd/values/json-text.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../kubernetes/types.generated.ts';
import type { DefinitionChange, DefinitionSubject } from './change.ts';

/** Finds changes outside of the schemas: of names, scope, conversion, storage and subresources. */
export function* definitionChanges(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
): Iterable<DefinitionChange> {
  for (const [subject, read] of OF_DEFINITIONS) {
    yield* changeOf(subject, undefined, read(before), read(after));
  }
  for (const earlier of before.spec?.versions ?? []) {
    const later = after.spec?.versions?.find((version) => version.name === earlier.name);
    if (later === undefined || earlier.served !== true || later.served !== true) continue;
    for (const [subject, read] of OF_VERSIONS) {
      yield* changeOf(subject, earlier.name ?? '', read(earlier), read(later));
    }
  }
}

type Read<T> = (from: T) => Value | undefined;

const OF_DEFINITIONS: readonly (readonly [DefinitionSubject, Read<CustomResourceDefinition>])[] = [
  ['group', ({ spec }) => spec?.group],
  ['scope', ({ spec }) => spec?.scope],
  ['plural', ({ spec }) => spec?.names?.plural],
  ['kind', ({ spec }) => spec?.names?.kind],
  ['list-kind', ({ spec }) => spec?.names?.listKind ?? `${spec?.names?.kind ?? ''}List`],
  ['singular', ({ spec }) => spec?.names?.singular ?? spec?.names?.kind?.toLowerCase()],
  ['short-names', ({ spec }) => removable(spec?.names?.shortNames)],
  ['categories', ({ spec }) => removable(spec?.names?.categories)],
  ['conversion', ({ spec }) => spec?.conversion?.strategy ?? 'None'],
  ['storage', storageVersion],
];

const OF_VERSIONS: readonly (readonly [
  DefinitionSubject,
  Read<CustomResourceDefinitionVersion>,
])[] = [
  ['status', ({ subresources }) => subresources?.status !== undefined],
  // The type of this part of a CRD is JSON.
  ['scale', ({ subresources }) => subresources?.scale as unknown as Mapping | undefined],
  [
    'selectable-fields',
    ({ selectableFields }) => selectableFields?.map(({ jsonPath = '' }) => jsonPath),
  ],
];

/** The subjects of which a removal or a replacement is an incompatible change. An addition is compatible. */
const LISTS: ReadonlySet<DefinitionSubject> = new Set([
  'short-names',
  'categories',
  'selectable-fields',
]);

function* changeOf(
  subject: DefinitionSubject,
  version: string | undefined,
  before: Value | undefined,
  after: Value | undefined,
): Iterable<DefinitionChange> {
  if (LISTS.has(subject)) {
    const left = new Set(itemsOf(after));
    if (itemsOf(before).every((item) => left.has(item))) return;
  } else if (before === undefined || comparableText(before) === comparableText(after)) return;
  yield { kind: 'definition', subject, version, before, after };
}

function removable(names: readonly string[] | undefined): readonly string[] {
  return names ?? [];
}

/** A value as a text that is equal for equal values; empty for an absent one. */
export function comparableText(value: Value | undefined): string {
  return value === undefined ? '' : jsonText(value, 'by key');
}

/** The version that objects are stored in. */
export function storageVersion({ spec }: CustomResourceDefinition): string | undefined {
  return spec?.versions?.find(({ storage }) => storage === true)?.name;
}
