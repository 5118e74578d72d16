import type { CustomDefinition, CustomVersion } from '../../server/custom-resources/definition.ts';
import { ExampleObjects } from '../../server/custom-resources/examples/example-objects.ts';
import { allKinds, servedVersions } from '../../server/kubernetes/kinds.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Span } from '../../yaml/index.ts';
import { builtInExample } from '../example/built-in-examples.ts';
import { exampleText } from '../example/example-text.ts';
import { kindNamedAt } from './folder-index.ts';
import { describe, type ServiceContext } from './hover.ts';
import { nameableParts } from './named-parts.ts';
import type { OpenText } from './open-text.ts';
import { PLACEHOLDER, type WrittenWord, wordAt, writtenWords } from './placeholder.ts';
import { type Shape, shapeAt, shapeOfKind } from './shape.ts';

/** A text that an editor can write in the place of a word. */
export interface Completion {
  readonly label: string;
  readonly kind: 'field' | 'value' | 'reference' | 'variable' | 'function' | 'object';
  /** One line about it. */
  readonly detail: string;
  /** The text to write. */
  readonly insert: string;
  /** True for what has to be written. */
  readonly isFirst: boolean;
  /** Makes its description, as Markdown; undefined if there is none. */
  readonly description: (() => string) | undefined;
}

export interface Completions {
  /** The word that they replace. */
  readonly span: Span;
  readonly items: readonly Completion[];
}

const NOTHING: readonly Completion[] = [];

/** The fields and values that can be written around an offset. */
export function fieldCompletions(
  text: OpenText,
  offset: number,
  context: ServiceContext,
): Completions {
  const span = wordAt(text, offset);
  for (const word of writtenWords(text, offset)) {
    const items = itemsFor(word, text, span, context);
    if (items.length > 0) return { span, items };
  }
  return { span, items: NOTHING };
}

function itemsFor(
  word: WrittenWord,
  text: OpenText,
  span: Span,
  context: ServiceContext,
): readonly Completion[] {
  const { object, field, side, siblings } = word;
  const { minor, customKinds } = context;
  const root = shapeOfKind(object.apiVersion, object.kind, minor, customKinds);
  if (side === 'value') return valueItems(word, root, context);
  const parent = shapeAt(root, field);
  if (parent === undefined) {
    if (field.length > 0) return NOTHING;
    const isNew = siblings.length === 0;
    return [...headItems(siblings), ...(isNew ? exampleItems(text, span, context) : [])];
  }
  const line = text.text.lastIndexOf('\n', span.start - 1) + 1;
  const indent = ' '.repeat(span.start - line);
  const hasColon = /^\s*:/.test(text.text.slice(span.end));
  const fields = parent.fields().filter((name) => !siblings.includes(name));
  if (fields.length === 0) return labelItems(word, context);
  return fields.flatMap((name) => {
    const shape = parent.below(name);
    return shape === undefined ? [] : [fieldItem(name, shape, hasColon ? undefined : indent)];
  });
}

/** @param indent of the field; undefined if only its name is written */
function fieldItem(name: string, shape: Shape, indent: string | undefined): Completion {
  const after = { mapping: `:\n${indent}  `, list: `:\n${indent}  - `, scalar: ': ' }[shape.form];
  return {
    label: name,
    kind: 'field',
    detail: `${shape.type}${shape.isRequired ? ' (required)' : ''}`,
    insert: indent === undefined ? name : name + after,
    isFirst: shape.isRequired,
    description: () => describe(name, shape).join('\n\n'),
  };
}

/** The fields that every object has. */
function headItems(siblings: readonly string[]): readonly Completion[] {
  return ['apiVersion', 'kind', 'metadata']
    .filter((name) => !siblings.includes(name))
    .map((name) => ({
      label: name,
      kind: 'field',
      detail: 'required',
      insert: `${name}:${name === 'metadata' ? '\n  ' : ' '}`,
      isFirst: true,
      description: undefined,
    }));
}

/** With more custom kinds than these, a word says which ones are meant. */
const MANY_KINDS = 20;

/** Whole objects of all kinds, for a document without other fields. */
function exampleItems(
  { text }: OpenText,
  { start, end }: Span,
  { minor, customKinds }: ServiceContext,
): readonly Completion[] {
  const builtIn = allKinds().flatMap((facts) =>
    servedVersions(facts, minor).flatMap((apiVersion) => {
      const example = builtInExample(facts, apiVersion);
      return example === undefined ? [] : [exampleItem(facts.kind, apiVersion, example)];
    }),
  );
  // An example is found by trying, which takes its time.
  const word = text.slice(start, end).toLowerCase();
  const meant = customKinds.filter(
    ({ kind }) =>
      customKinds.length <= MANY_KINDS || (word !== '' && kind.toLowerCase().startsWith(word)),
  );
  const custom = meant.flatMap((definition) =>
    definition.versions
      .filter(({ isServed }) => isServed)
      .flatMap((version) => {
        const example = customExample(definition, version, minor);
        const apiVersion = `${definition.group}/${version.name}`;
        return example === undefined ? [] : [exampleItem(definition.kind, apiVersion, example)];
      }),
  );
  return [...builtIn, ...custom];
}

const customExamples = new WeakMap<CustomVersion, string | undefined>();

/** A smallest custom resource, which is found once. Undefined if none is found. */
function customExample(
  definition: CustomDefinition,
  version: CustomVersion,
  minor: Minor,
): string | undefined {
  if (!customExamples.has(version)) {
    const object = new ExampleObjects(definition, version, minor).minimal();
    customExamples.set(version, object && exampleText(object));
  }
  return customExamples.get(version);
}

function exampleItem(kind: string, apiVersion: string, example: string): Completion {
  return {
    label: kind,
    kind: 'object',
    detail: `a whole object: ${apiVersion}`,
    insert: example,
    isFirst: false,
    description: () => `\`\`\`yaml\n${example}\`\`\``,
  };
}

const RULE_FIELDS = /^(?:rules|resourceRules|excludeResourceRules)$/;
const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT', '*'];
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

function valueItems(
  word: WrittenWord,
  root: Shape | undefined,
  context: ServiceContext,
): readonly Completion[] {
  const { object, field } = word;
  const { index, minor, customKinds } = context;
  const place = field.join('.');
  if (place === 'kind') {
    const builtIn = allKinds().filter(
      (facts) =>
        object.apiVersion === '' || servedVersions(facts, minor).includes(object.apiVersion),
    );
    const custom = customKinds.filter(
      ({ group }) => object.apiVersion === '' || object.apiVersion.startsWith(`${group}/`),
    );
    return values(
      [...builtIn, ...custom].map(({ kind }) => kind),
      'kind',
    );
  }
  if (place === 'apiVersion') {
    const builtIn = allKinds()
      .filter(({ kind }) => object.kind === '' || object.kind === kind)
      .flatMap((facts) => servedVersions(facts, minor));
    const custom = customKinds
      .filter(({ kind }) => object.kind === '' || object.kind === kind)
      .flatMap(({ group, versions }) =>
        versions.filter(({ isServed }) => isServed).map(({ name }) => `${group}/${name}`),
      );
    return values([...builtIn, ...custom], 'apiVersion');
  }
  const references = [...objectItems(word, index), ...partItems(word, index)];
  if (references.length > 0) return references;
  if (field.some((step) => RULE_FIELDS.test(String(step)))) {
    const listed = ruleValues(field, context);
    if (listed.length > 0) return values(listed, String(field.at(-2)));
  }
  const shape = shapeAt(root, field);
  if (shape !== undefined && shape.allowed.length > 0) {
    return shape.allowed.map((value) => ({
      label: value,
      kind: 'value',
      detail: shape.default === JSON.stringify(value) ? 'default' : '',
      insert: value,
      isFirst: false,
      description: () => describe(String(field.at(-1)), shape).join('\n\n'),
    }));
  }
  return labelItems(word, context);
}

/** The names of the objects that a field can name. */
function objectItems(
  { object, field }: WrittenWord,
  index: ServiceContext['index'],
): readonly Completion[] {
  const kind = kindNamedAt(object, field);
  if (kind === undefined) return NOTHING;
  const found = index.ofKind(kind).map(
    ({ name, namespace, range }): Completion => ({
      label: name,
      kind: 'reference',
      detail: `${kind}${namespace === '' ? '' : ` in ${namespace}`}, ${range.file}`,
      insert: name,
      isFirst: namespace === object.namespace,
      description: undefined,
    }),
  );
  if (field.at(-1) !== 'namespace') return found;
  const known = new Set(found.map(({ label }) => label));
  const used = index.objects.flatMap(({ namespace }) =>
    namespace === '' || known.has(namespace) ? [] : [namespace],
  );
  return [...found, ...values(used, 'used by other objects')];
}

/** The names of the parts of objects that a field can name, such as keys and ports. */
function partItems(
  { object, field }: WrittenWord,
  index: ServiceContext['index'],
): readonly Completion[] {
  const parts = nameableParts(object, field, index).filter(({ name }) => name !== PLACEHOLDER);
  return parts.map(({ name, detail, kind }) => ({
    label: name,
    kind: 'reference',
    detail: [kind.replace('-', ' '), detail].filter((one) => one !== '').join(': '),
    insert: name,
    isFirst: false,
    description: undefined,
  }));
}

/** The values of the lists of a rule about resources. */
function ruleValues(field: WrittenWord['field'], { minor, customKinds }: ServiceContext) {
  const served = allKinds().filter((facts) => servedVersions(facts, minor).length > 0);
  switch (field.at(-2)) {
    case 'operations':
      return OPERATIONS;
    case 'verbs':
      return VERBS;
    case 'apiGroups':
      return [...served, ...customKinds].map(({ group }) => (group === '' ? "''" : group));
    case 'apiVersions':
      return served.flatMap((facts) =>
        servedVersions(facts, minor).map((version) => version.slice(version.indexOf('/') + 1)),
      );
    case 'resources':
      return [...served, ...customKinds].map(({ plural }) => plural);
    default:
      return [];
  }
}

/** The keys and values of labels, in the fields that select objects by them. */
function labelItems(
  { field, side }: WrittenWord,
  { index }: ServiceContext,
): readonly Completion[] {
  const mapping = side === 'key' ? field : field.slice(0, -1);
  if (!/^(?:matchLabels|selector|labels)$/.test(String(mapping.at(-1)))) return NOTHING;
  const key = field.at(-1);
  const found = index.objects
    .flatMap(({ labels, podLabels }) => [labels, podLabels ?? []])
    .flatMap((labels) => [...labels])
    .flatMap(([name, value]) => (side === 'key' ? [name] : name === key ? [value] : []));
  const items = values(found, 'label');
  return side === 'key' ? items.map((item) => ({ ...item, insert: `${item.label}: ` })) : items;
}

function values(labels: readonly string[], detail: string): readonly Completion[] {
  return [...new Set(labels)].sort().map((label) => ({
    label,
    kind: 'value',
    detail,
    insert: label,
    isFirst: false,
    description: undefined,
  }));
}
