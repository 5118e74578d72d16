import {
  INITIAL_NAMESPACES,
  NAMESPACE_NAME_LABEL,
} from '../../../analysis/requests/namespace-reach.ts';
import { areEqualLists } from '../../../base/equal-lists.ts';
import { indexBy } from '../../../base/index-by.ts';
import { allKinds, servedVersions } from '../../../server/kubernetes/kinds.ts';
import { OPERATIONS } from '../../../server/kubernetes/operations.ts';
import { isKustomizationFile } from '../../../sources/project/project-folder.ts';
import { itemsAt, type Path, stringAt, type Value, valueAt } from '../../../yaml/index.ts';
import { yamlScalar } from '../../../yaml/print.ts';
import { describe, nameOf } from '../hover.ts';
import { RULE_LISTS } from '../index/reference-table.ts';
import { endsWith, kindNamedAt, paramsPolicyAt } from '../index/targets.ts';
import { usualLabels, usualValues } from '../known-values.ts';
import { namedResources } from '../navigation/named-kinds.ts';
import { nameableParts } from '../navigation/named-parts.ts';
import type { FolderEntry, ServiceContext } from '../service-context.ts';
import { type Shape, shapeAt } from '../shape.ts';
import { PLACEHOLDER, type WordPlace, type WrittenWord } from '../text/written-words.ts';
import type { Completion } from './completion-item.ts';

/** A value that can be written, without the form that it has in the text. */
interface ValueItem {
  /** A string needs quotes where the text has none and its form is that of another value. */
  readonly value: Value;
  readonly detail: string;
  readonly kind?: 'reference' | 'file';
  readonly isFirst?: boolean;
  readonly description?: () => string;
}

/** The values that a word may become. */
export function valueCompletions(
  word: WrittenWord,
  root: Shape,
  place: WordPlace,
  context: ServiceContext,
): readonly Completion[] {
  const { object, field } = word;
  const isItem = typeof field.at(-1) === 'number';
  const listed = new Set(isItem ? itemsAt(object.value, ...field.slice(0, -1)) : []);
  const items = valuesOf(word, root, place, context).filter(({ value }) => !listed.has(value));
  // Several objects can have equal parts, such as the ports of two workloads.
  const different = new Map(items.map((item) => [`${item.value} ${item.detail}`, item]));
  return [...different.values()].map(
    ({ value, detail, kind, isFirst = false, description }): Completion => ({
      label: value === '' ? "''" : String(value),
      kind: kind ?? 'value',
      detail,
      insert: place.gap + written(value, place),
      isFirst,
      description,
    }),
  );
}

function written(value: Value, { quote, isJson }: WordPlace): string {
  if (quote !== '') return String(value);
  return isJson ? JSON.stringify(value) : yamlScalar(value);
}

function valuesOf(
  word: WrittenWord,
  root: Shape,
  place: WordPlace,
  context: ServiceContext,
): readonly ValueItem[] {
  const { field } = word;
  const shape = shapeAt(root, field);
  const sources = [
    () => fileItems(word, place, context),
    () =>
      context.fileShape === undefined ? kindItems(word, context) : selectedKinds(word, context),
    () => [...objectItems(word, context.index), ...partItems(word, context.index)],
    () => ruleItems(word, context),
    () => (shape === undefined ? [] : allowedItems(field, shape)),
    () => texts(usualValues(word.object.kind, field), nameOf(field)),
    () => labelValues(word, context),
  ];
  for (const source of sources) {
    const found = source();
    if (found.length > 0) return found;
  }
  return [];
}

/** The name of the folder above. */
const UP = '..';

const MANIFEST = /\.(?:ya?ml|json)$/;

/** The files and folders that a field can name, in the folder that the word already has. */
function fileItems(
  { object, field }: WrittenWord,
  { word }: WordPlace,
  { files }: ServiceContext,
): readonly ValueItem[] {
  const found = files?.placesIn(object.value).find(({ at }) => areEqualLists(at, field));
  if (files === undefined || found === undefined) return [];
  const folder = word.slice(0, word.lastIndexOf('/') + 1);
  const isUpOnly = folder.split('/').every((step) => step === UP || step === '');
  const isWanted = ({ name, isFolder }: FolderEntry) => {
    if (name === UP) return isUpOnly;
    if (isFolder || found.files === 'any') return true;
    return found.files === 'manifests' && MANIFEST.test(name) && !isKustomizationFile(name);
  };
  return files
    .entriesOf(folder)
    .filter(isWanted)
    .map(({ name, isFolder }) => ({
      value: folder + name,
      detail: isFolder ? 'folder' : 'file',
      kind: 'file',
    }));
}

/** The kinds and versions for the fields `kind` and `apiVersion` of an object, or of a reference. */
function kindItems(
  { object, field }: WrittenWord,
  { minor, customKinds }: ServiceContext,
): readonly ValueItem[] {
  const name = field.at(-1);
  const around = field.slice(0, -1);
  if (name !== 'kind' && name !== 'apiVersion') return [];
  const textOf = (key: string) => {
    const value = stringAt(object.value, ...around, key) ?? '';
    return value === PLACEHOLDER ? '' : value;
  };
  // Only references with both fields name any kind.
  const other = name === 'kind' ? 'apiVersion' : 'kind';
  const usual = usualValues(object.kind, [...around, 'kind']);
  const isReference =
    endsWith(around, ['paramKind']) ||
    textOf(other) !== '' ||
    (name === 'apiVersion' && usual.length > 0);
  if (around.length > 0 && !isReference) return [];
  const [apiVersion, kind] = [textOf('apiVersion'), textOf('kind')];
  const known = [
    ...allKinds().flatMap((facts) =>
      servedVersions(facts, minor).map((version) => ({ kind: facts.kind, version })),
    ),
    ...customKinds.flatMap((definition) =>
      definition.versions
        .filter(({ isServed }) => isServed)
        .map(({ name }) => ({ kind: definition.kind, version: `${definition.group}/${name}` })),
    ),
  ];
  const fitting = known.filter(
    (one) =>
      (kind === '' || one.kind === kind) && (apiVersion === '' || one.version === apiVersion),
  );
  const usualOnes = fitting.filter((one) => usual.includes(one.kind));
  const found = usualOnes.length > 0 ? usualOnes : fitting;
  if (name === 'apiVersion') {
    // The versions of one kind are in the order in which the server prefers them.
    const versions = found.map(({ version }) => version);
    return kind === '' ? texts(versions, name) : versions.map((value) => ({ value, detail: name }));
  }
  const versions = indexBy(found, (one) => [one.kind]);
  return texts([...versions.keys()], '').map((item) => ({
    ...item,
    detail: (versions.get(String(item.value)) ?? []).map(({ version }) => version).join(', '),
  }));
}

/** The kinds of the objects that a selector of a kustomization can select. */
function selectedKinds({ field }: WrittenWord, { index }: ServiceContext): readonly ValueItem[] {
  if (field.length < 2 || field.at(-1) !== 'kind') return [];
  const named = index.sent.filter(({ name }) => name !== '');
  return texts(
    named.map(({ kind }) => kind),
    'used by objects of the folder',
  );
}

function allowedItems(field: Path, shape: Shape): readonly ValueItem[] {
  return shape.allowed.map((text) => {
    const value = shape.type === 'boolean' ? text === 'true' : numberIn(shape.type, text);
    return {
      value,
      detail: shape.default === JSON.stringify(value) ? 'default' : '',
      description: () => describe(String(field.at(-1)), shape).join('\n\n'),
    };
  });
}

/** A value of an enumeration as a number, where the type says that it is one. */
function numberIn(type: string, text: string): Value {
  return type === 'integer' || type === 'number' ? Number(text) : text;
}

const NAMESPACE_FIELDS: ReadonlySet<string> = new Set(['namespace', NAMESPACE_NAME_LABEL]);

/** The names of the objects that a field can name. */
function objectItems(
  { object, field }: WrittenWord,
  index: ServiceContext['index'],
): readonly ValueItem[] {
  const policy = paramsPolicyAt(object, field);
  const kind =
    policy === undefined ? kindNamedAt(object, field) : index.find(policy)[0]?.takes?.kind;
  if (kind === undefined) return [];
  const found = index.ofKind(kind).map(
    ({ name, namespace, range }): ValueItem => ({
      value: name,
      kind: 'reference',
      detail: `${kind}${namespace === '' ? '' : ` in ${namespace}`}, ${range.file}`,
      isFirst: namespace === object.namespace,
    }),
  );
  if (!NAMESPACE_FIELDS.has(String(field.at(-1)))) return found;
  const known = new Set(['', ...found.map(({ value }) => value)]);
  const used = index.objects
    .map(({ namespace }) => namespace)
    .filter((namespace) => !known.has(namespace));
  const initial = [...INITIAL_NAMESPACES].filter(
    (namespace) => !known.has(namespace) && !used.includes(namespace),
  );
  return [
    ...found,
    ...texts(used, 'used by other objects'),
    ...texts(initial, 'created by Kubernetes'),
  ];
}

/** The names of the parts of objects that a field can name, such as keys and ports. */
function partItems(
  { object, field }: WrittenWord,
  index: ServiceContext['index'],
): readonly ValueItem[] {
  return nameableParts(object, field, index)
    .filter(({ name }) => name !== PLACEHOLDER)
    .map(({ name, detail, kind }) => ({
      value: kind.endsWith('number') ? Number(name) : name,
      kind: 'reference',
      detail: [kind.replaceAll('-', ' '), detail].filter((one) => one !== '').join(': '),
    }));
}

const VERBS = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  '*',
];

/** The values of the lists of a rule about resources: those that fit to its other lists. */
function ruleItems(
  { object, field }: WrittenWord,
  { minor, customKinds }: ServiceContext,
): readonly ValueItem[] {
  const list = String(field.at(-2));
  if (!RULE_LISTS.includes(String(field.at(-4)))) return [];
  if (list === 'operations') return texts([...OPERATIONS, '*'], list);
  if (list === 'verbs') return texts(VERBS, list);
  const rule = valueAt(object.value, field.slice(0, -2)) ?? null;
  const allows = (key: string, value: string) => {
    const written = key === list ? [] : valueAt(rule, [key]);
    if (!Array.isArray(written) || written.length === 0) return true;
    return written.includes('*') || written.includes(value);
  };
  const fitting = namedResources(minor, customKinds).filter(
    ({ group, version }) => allows('apiGroups', group) && allows('apiVersions', version),
  );
  switch (list) {
    case 'apiGroups':
      return texts([...fitting.map(({ group }) => group), '*'], list);
    case 'apiVersions':
      return texts([...fitting.map(({ version }) => version), '*'], list);
    case 'resources':
      return texts([...fitting.map(({ name }) => name), '*'], list);
    default:
      return [];
  }
}

/** The labels of the folder, and of the templates of its pods. */
function labelsIn({ index }: ServiceContext): readonly (readonly [key: string, value: string])[] {
  return index.objects
    .flatMap(({ labels, podLabels }) => [labels, podLabels ?? []])
    .flatMap((labels) => [...labels]);
}

/** Reports whether a mapping has labels or selects by labels. */
export function isLabelMapping(mapping: Path): boolean {
  return /^(?:matchLabels|selector|labels)$/.test(String(mapping.at(-1)));
}

/** The keys of the labels of the folder, and the usual ones of the objects that a field selects or labels. */
export function labelKeys(
  { object, field }: WrittenWord,
  context: ServiceContext,
): readonly string[] {
  const used = labelsIn(context).map(([key]) => key);
  return [...new Set([...used, ...usualLabels(object.kind, field)])].sort();
}

/** The values of labels, or the keys and values of requirements on labels. */
function labelValues(word: WrittenWord, context: ServiceContext): readonly ValueItem[] {
  const { object, field } = word;
  if (endsWith(field, ['matchExpressions', '*', 'key'])) {
    return texts(labelKeys(word, context), 'label');
  }
  const isRequirement = endsWith(field, ['matchExpressions', '*', 'values', '*']);
  if (!isRequirement && !isLabelMapping(field.slice(0, -1))) return [];
  const key = isRequirement ? valueAt(object.value, [...field.slice(0, -2), 'key']) : field.at(-1);
  return texts(
    labelsIn(context).flatMap(([name, value]) => (name === key ? [value] : [])),
    'label',
  );
}

/** The values in their order; the wildcard, which is rarely meant, comes last. */
function texts(values: readonly string[], detail: string): readonly ValueItem[] {
  const sorted = [...new Set(values)].sort();
  return [
    ...sorted.filter((value) => value !== '*'),
    ...sorted.filter((value) => value === '*'),
  ].map((value) => ({ value, detail }));
}
