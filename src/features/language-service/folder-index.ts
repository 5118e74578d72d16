import { indexBy } from '../../base/index-by.ts';
import type { Source } from '../../lint/lint.ts';
import { readDefinitions } from '../../lint/open/read-resources.ts';
import type { Range } from '../../result/finding.ts';
import {
  type CustomDefinition,
  customDefinition,
  definedKind,
} from '../../server/custom-resources/definition.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import { type Labels, labelsOf } from '../../server/kubernetes/label-selector.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { normalizePath } from '../../sources/project/normalize-path.ts';
import { decodeText, isMapping, type Path, type Value, valueAt } from '../../yaml/index.ts';
import { isTestFile } from '../policy-tests/test-file.ts';
import { OpenText, type TextObject } from './open-text.ts';
import {
  ENTRY_FIELDS,
  type EntryKind,
  REFERENCE_FIELDS,
  type ReferenceField,
} from './reference-table.ts';

/** A range of a file. */
export interface FileRange extends Range {
  readonly file: string;
}

/** An object that a place names. */
export interface ObjectTarget {
  readonly kind: string;
  readonly name: string;
  /** Empty if the place says none. */
  readonly namespace: string;
}

/** A kind, as CRDs define it. */
export interface KindTarget {
  readonly group: string;
  readonly kind: string;
}

/** An object of a folder. */
export interface IndexedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** The place of its name, or of its kind if it has none. */
  readonly range: FileRange;
  readonly whole: FileRange;
  /** The kind that it defines, if it is a CRD. */
  readonly defines: KindTarget | undefined;
  /** The kind of the params that it takes, if it is a policy. */
  readonly takes: KindTarget | undefined;
  readonly references: readonly Reference[];
  /** The parts of it that others name: the keys of its data, and its ports. */
  readonly entries: readonly IndexedEntry[];
  readonly labels: Labels;
  /** The labels of its pods; undefined if it is no pod and has no template of pods. */
  readonly podLabels: Labels | undefined;
}

/** A named part of an object. */
export interface IndexedEntry {
  readonly kind: EntryKind;
  readonly name: string;
  /** One line about it: its value, or the number of a port. */
  readonly detail: string;
  readonly range: FileRange;
}

/** A place that names an object. */
export interface Reference {
  readonly target: ObjectTarget;
  readonly range: FileRange;
}

const ofSources = new WeakMap<Source, readonly IndexedObject[]>();
const definitionsOfSources = new WeakMap<Source, Map<Minor, readonly CustomDefinition[]>>();

/** The objects of sources. What a source has is found once. */
export class FolderIndex {
  readonly #sources: readonly Source[];
  #objects: readonly IndexedObject[] | undefined;
  #byKind: ReadonlyMap<string, readonly IndexedObject[]> | undefined;

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  get objects(): readonly IndexedObject[] {
    this.#objects ??= this.#sources.flatMap(objectsOf);
    return this.#objects;
  }

  /** The objects of a kind. */
  ofKind(kind: string): readonly IndexedObject[] {
    this.#byKind ??= indexBy(this.objects, (object) => [object.kind]);
    return this.#byKind.get(kind) ?? [];
  }

  /** The objects that a place may mean. */
  find({ kind, name, namespace }: ObjectTarget): readonly IndexedObject[] {
    const named = this.ofKind(kind).filter((object) => object.name === name);
    const exact = named.filter((object) => object.namespace === namespace);
    return exact.length > 0 ? exact : named;
  }

  /** The CRDs that define a kind. */
  definitionsOf({ group, kind }: KindTarget): readonly IndexedObject[] {
    return this.ofKind('CustomResourceDefinition').filter(
      ({ defines }) => defines?.group === group && defines.kind === kind,
    );
  }

  /** The places that name an object. */
  referencesTo(target: IndexedObject): readonly FileRange[] {
    const { defines } = target;
    if (defines !== undefined) {
      return this.ofKind(defines.kind)
        .filter(({ apiVersion }) => groupAndVersion(apiVersion).group === defines.group)
        .map(({ range }) => range);
    }
    return this.objects.flatMap(({ references }) =>
      references
        .filter((reference) => this.find(reference.target).includes(target))
        .map(({ range }) => range),
    );
  }

  /** The files with tests of the policies in a file. */
  testsOf(file: string): readonly string[] {
    return this.#sources
      .filter((source) =>
        testedPaths(source).some((path) => file === path || file.startsWith(`${path}/`)),
      )
      .map(({ name }) => name);
  }

  /** All kinds that the CRDs define, as a server decodes them. */
  kinds(minor: Minor): readonly CustomDefinition[] {
    return this.#sources.flatMap((source) => definitionsIn(source, minor));
  }
}

/** The files and folders whose policies a file tests; none if it is not a test file. */
function testedPaths({ name, content }: Source): readonly string[] {
  if (!isTestFile(name)) return [];
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return new OpenText(decodeText(content).text).parts.flatMap((part) => {
    const policies =
      part.content.kind === 'refused'
        ? undefined
        : valueAt(part.content.document.value, ['policies']);
    return (Array.isArray(policies) ? policies : []).flatMap((path) =>
      typeof path === 'string' ? [normalizePath(folder + path)] : [],
    );
  });
}

function definitionsIn(source: Source, minor: Minor): readonly CustomDefinition[] {
  let byMinor = definitionsOfSources.get(source);
  if (byMinor === undefined) {
    byMinor = new Map();
    definitionsOfSources.set(source, byMinor);
  }
  let found = byMinor.get(minor);
  if (found === undefined) {
    const hasDefinitions = objectsOf(source).some(({ defines }) => defines !== undefined);
    const read = hasDefinitions ? [...readDefinitions([source], minor).values()] : [];
    found = read.map(({ crd }) => customDefinition(crd.root.value ?? {}));
    byMinor.set(minor, found);
  }
  return found;
}

function objectsOf(source: Source): readonly IndexedObject[] {
  let objects = ofSources.get(source);
  if (objects === undefined) {
    const text = new OpenText(decodeText(source.content).text);
    objects = text.objects.flatMap((object) => indexed(source.name, text, object));
    ofSources.set(source, objects);
  }
  return objects;
}

function indexed(file: string, text: OpenText, object: TextObject): readonly IndexedObject[] {
  const { document, path, apiVersion, kind, name, namespace, value } = object;
  if (kind === '') return [];
  const at = (field: Path) => {
    const spans = document.locate([...path, ...field]);
    return spans && { file, ...text.lines.range(spans.value) };
  };
  const whole = at([]);
  const range = at(['metadata', 'name']) ?? at(['kind']);
  if (whole === undefined || range === undefined) return [];
  return [
    {
      apiVersion,
      kind,
      name,
      namespace,
      range,
      whole,
      defines: kind === 'CustomResourceDefinition' ? definedKind(value) : undefined,
      takes: paramKindOf(value),
      references: referencesIn(object).flatMap(({ field, target }) => {
        const place = at(field);
        return place === undefined ? [] : [{ target, range: place }];
      }),
      entries: namedEntries(value).flatMap(({ field, ...entry }) => {
        const place = at(field);
        return place === undefined ? [] : [{ ...entry, range: place }];
      }),
      labels: labelsOf(value),
      podLabels: podLabelsOf(kind, value),
    },
  ];
}

/** A place in an object that names another one, from the object. */
interface PlacedReference {
  readonly field: Path;
  readonly target: ObjectTarget;
}

/** The places in an object that name other ones. */
function referencesIn(object: TextObject): readonly PlacedReference[] {
  const found: PlacedReference[] = [];
  const visit = (value: Value, path: Path) => {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, [...path, index]);
    if (!isMapping(value)) return;
    for (const [key, member] of Object.entries(value)) {
      const field = [...path, key];
      const target = typeof member === 'string' ? targetAt(object, field) : undefined;
      if (target !== undefined) found.push({ field, target });
      visit(member, field);
    }
  };
  visit(object.value, []);
  return found;
}

/**
 * The object that a field names. Undefined if it names none.
 *
 * @param field from the object
 */
export function targetAt(object: TextObject, field: Path): ObjectTarget | undefined {
  const name = valueAt(object.value, field);
  const kind = kindNamedAt(object, field);
  if (typeof name !== 'string' || kind === undefined) return undefined;
  const namespaceField = referenceField(object.kind, field)?.namespace;
  const written =
    namespaceField === undefined
      ? object.namespace
      : valueAt(object.value, [...field.slice(0, -1), namespaceField]);
  return { kind, name, namespace: typeof written === 'string' ? written : '' };
}

/** The kind of the objects that a field names; undefined if it names none. */
export function kindNamedAt(object: TextObject, field: Path): string | undefined {
  const reference = referenceField(object.kind, field);
  if (reference === undefined) return undefined;
  if ('is' in reference.kind) return reference.kind.is;
  const kind = valueAt(object.value, [...field.slice(0, -1), reference.kind.field]);
  return typeof kind === 'string' ? kind : undefined;
}

function referenceField(kind: string, field: Path): ReferenceField | undefined {
  return REFERENCE_FIELDS.find(
    ({ kinds, at, name }) =>
      (kinds === undefined || kinds.has(kind)) && endsWith(field, [...at, name]),
  );
}

/** Reports whether a path ends with a pattern, in which `*` is any item of a list. */
export function endsWith(path: Path, pattern: readonly string[]): boolean {
  const end = path.length - pattern.length;
  return (
    end >= 0 &&
    pattern.every((step, at) =>
      step === '*' ? typeof path[end + at] === 'number' : step === path[end + at],
    )
  );
}

/** The group and kind of the params of a policy; undefined if it takes none. */
export function paramKindOf(policy: Value): KindTarget | undefined {
  const apiVersion = valueAt(policy, ['spec', 'paramKind', 'apiVersion']);
  const kind = valueAt(policy, ['spec', 'paramKind', 'kind']);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  return { group: groupAndVersion(apiVersion).group, kind };
}

/** The fields with the named parts of an object, from the object. */
export function namedEntries(
  value: Value,
): readonly (Omit<IndexedEntry, 'range'> & { readonly field: Path })[] {
  return ENTRY_FIELDS.flatMap(({ kind, at, name, detail }) =>
    pathsTo(value, at).flatMap((path) => {
      const found = valueAt(value, path);
      if (name === undefined) {
        return Object.entries(isMapping(found) ? found : {}).map(([key, data]) => ({
          kind,
          name: key,
          detail: typeof data === 'string' ? firstLine(data) : '',
          field: [...path, key],
        }));
      }
      const written = valueAt(found, [name]);
      if (typeof written !== 'string') return [];
      const more = detail === undefined ? undefined : valueAt(found, [detail]);
      return [{ kind, name: written, detail: String(more ?? ''), field: [...path, name] }];
    }),
  );
}

/** The paths of a pattern that a value has; `*` is any item of a list. */
function pathsTo(value: Value, pattern: readonly string[]): readonly Path[] {
  return pattern.reduce<readonly Path[]>(
    (paths, step) =>
      paths.flatMap((path) => {
        if (step !== '*') return [[...path, step]];
        const list = valueAt(value, path);
        return Array.isArray(list) ? [...list.keys()].map((at) => [...path, at]) : [];
      }),
    [[]],
  );
}

/** The longest detail of an entry, in UTF-16 code units. */
const LONGEST_DETAIL = 80;

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, LONGEST_DETAIL);
}

/** The labels of a pod, or of the template of pods that an object of a kind has. */
function podLabelsOf(kind: string, value: Value): Labels | undefined {
  const template = findKind(kind)?.podTemplate;
  if (template === undefined) return undefined;
  return labelsOf(template === '' ? value : valueAt(value, template.split('.')));
}
