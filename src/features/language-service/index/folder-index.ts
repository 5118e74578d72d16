import { getOrCompute } from '../../../base/get-or-compute.ts';
import { indexBy } from '../../../base/index-by.ts';
import { onceForEach } from '../../../base/once-for-each.ts';
import type { Steps } from '../../../base/steps.ts';
import { readDefinitions } from '../../../lint/open/read-resources.ts';
import { EditedText } from '../../../lint/read/edited-text.ts';
import type { Source } from '../../../lint/read/source.ts';
import type { Range } from '../../../result/finding.ts';
import {
  type CustomDefinition,
  customDefinition,
  definedKind,
} from '../../../server/custom-resources/definition.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { findKind } from '../../../server/kubernetes/kinds.ts';
import {
  type Labels,
  labelsOf,
  selectorMatches,
} from '../../../server/kubernetes/label-selector.ts';
import type { Minor } from '../../../server/kubernetes/minors.ts';
import type { LabelSelector } from '../../../server/kubernetes/types.generated.ts';
import { roleOf } from '../../../sources/project/file-role.ts';
import { normalizePath } from '../../../sources/project/normalize-path.ts';
import { isKustomizationFile } from '../../../sources/project/project-folder.ts';
import {
  decodeText,
  mappingFrom,
  type Path,
  stringsIn,
  type Value,
  valueAt,
} from '../../../yaml/index.ts';
import { isTestFile } from '../../policy-tests/test-file.ts';
import { OpenText, type TextObject } from '../text/open-text.ts';
import { fileLinks, kustomizationPlaces } from './file-links.ts';
import { podSelectorOf } from './pod-selector.ts';
import { ENTRY_FIELDS, type EntryKind } from './reference-table.ts';
import {
  type KindTarget,
  type ObjectTarget,
  paramKindOf,
  referencesIn,
  type Target,
} from './targets.ts';

export interface FileRange extends Range {
  readonly file: string;
}

export interface IndexedObject {
  /** True if it is sent to a server as it is; false for a patch, a template or an assertion of a test. */
  readonly isSent: boolean;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** The place of its name, or of its kind if it has none. */
  readonly range: FileRange;
  readonly whole: FileRange;
  /** The kind that it defines, if it is a CRD, with the plural name of its resources. */
  readonly defines: (KindTarget & { readonly plural: Value | undefined }) | undefined;
  /** The kind of the params that it takes, if it is a policy. */
  readonly takes: KindTarget | undefined;
  readonly references: readonly Reference[];
  /** The parts of it that others name: the keys of its data, and its ports. */
  readonly entries: readonly IndexedEntry[];
  readonly labels: Labels;
  /** The labels of its pods; undefined if it is not a pod and has no template of pods. */
  readonly podLabels: Labels | undefined;
  /** The pods of its namespace that it selects; undefined if it has no such selector. */
  readonly selects: IndexedSelector | undefined;
}

/** A named part of an object. */
export interface IndexedEntry {
  readonly kind: EntryKind;
  readonly name: string;
  /** One line about the part: its value, or the number of a port. */
  readonly detail: string;
  readonly range: FileRange;
}

/** A place that names an object. */
interface Reference {
  readonly target: Target;
  readonly range: FileRange;
}

/** The pods that an object selects. */
interface IndexedSelector {
  readonly selector: LabelSelector;
  readonly range: FileRange;
}

/** The objects of sources. What a source has is found once. */
export class FolderIndex {
  readonly #sources: readonly Source[];
  readonly #edited: EditedText;
  #objects: readonly IndexedObject[] | undefined;
  #sent: readonly IndexedObject[] | undefined;
  #byKind: ReadonlyMap<string, readonly IndexedObject[]> | undefined;

  /** @param edited reads long texts that replace earlier ones */
  constructor(sources: readonly Source[], edited = new EditedText()) {
    this.#sources = sources;
    this.#edited = edited;
  }

  /** Finds the objects in steps. Without it, the first use of the index does all of this at once. */
  *prepare(): Steps<void> {
    for (const source of this.#sources) {
      this.#objectsOf(source);
      yield;
    }
  }

  get objects(): readonly IndexedObject[] {
    this.#objects ??= this.#sources.flatMap((source) => this.#objectsOf(source));
    return this.#objects;
  }

  /** The objects that are sent to a server as they are. */
  get sent(): readonly IndexedObject[] {
    this.#sent ??= this.objects.filter(({ isSent }) => isSent);
    return this.#sent;
  }

  /** The objects of a kind that are sent to a server as they are. */
  ofKind(kind: string): readonly IndexedObject[] {
    this.#byKind ??= indexBy(this.sent, (object) => [object.kind]);
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

  /** The objects that a place names. */
  resolve(target: Target): readonly IndexedObject[] {
    switch (target.by) {
      case 'name':
        return this.find(target);
      case 'kind':
        return this.definitionsOf(target);
      case 'policy':
        return this.find(target.policy).flatMap(({ takes }) =>
          takes === undefined ? [] : this.find({ ...target, kind: takes.kind }),
        );
      case 'resource':
        return this.ofKind('CustomResourceDefinition').filter(
          ({ defines }) =>
            defines?.plural === target.plural && target.groups.includes(defines.group),
        );
    }
  }

  /** The text of a source; undefined for any other file. */
  textOf(file: string): OpenText | undefined {
    const source = this.#sources.find(({ name }) => name === file);
    return source && this.#textOf(source);
  }

  /** The places that name an object, select its pods, or have the kind that it defines. */
  referencesTo(target: IndexedObject): readonly FileRange[] {
    const { defines, podLabels, namespace } = target;
    const ofKind = defines === undefined ? [] : this.ofKind(defines.kind);
    return [
      ...ofKind
        .filter(({ apiVersion }) => groupAndVersion(apiVersion).group === defines?.group)
        .map(({ range }) => range),
      ...this.objects.flatMap(({ references }) =>
        references
          .filter((reference) => this.resolve(reference.target).includes(target))
          .map(({ range }) => range),
      ),
      ...this.objects.flatMap((object) =>
        object.selects !== undefined &&
        podLabels !== undefined &&
        isSameNamespace(object.namespace, namespace) &&
        selectorMatches(object.selects.selector, podLabels)
          ? [object.selects.range]
          : [],
      ),
    ];
  }

  /** The entries of kustomizations that name a file, or its folder. */
  entriesFor(file: string): readonly FileRange[] {
    const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0));
    return this.#sources
      .filter(({ name }) => isKustomizationFile(baseName(name)))
      .flatMap((source) => {
        const own = source.name.slice(0, source.name.lastIndexOf('/') + 1);
        const text = this.#textOf(source);
        const names = isKustomizationFile(baseName(file)) ? [file, folder] : [file];
        return fileLinks(text, kustomizationPlaces)
          .filter(({ path }) => names.includes(normalizePath(own + path)))
          .map(({ span }) => ({ file: source.name, ...text.lines.range(span) }));
      });
  }

  /** The files with tests of the policies in a file. */
  testsOf(file: string): readonly string[] {
    return this.#sources
      .filter((source) =>
        this.#testedPaths(source).some((path) => file === path || file.startsWith(`${path}/`)),
      )
      .map(({ name }) => name);
  }

  /** All kinds that the CRDs define, as a server decodes them. */
  kinds(minor: Minor): readonly CustomDefinition[] {
    return this.#sources.flatMap((source) => this.#definitionsIn(source, minor));
  }

  #textOf({ name, content }: Source): OpenText {
    return new OpenText(decodeText(content).text, name, this.#edited);
  }

  #objectsOf(source: Source): readonly IndexedObject[] {
    return getOrCompute(objectsBySource, source, () => {
      const text = this.#textOf(source);
      const isSent = isSentAsItIs(source);
      return text.objects.flatMap((object) => indexed({ file: source.name, isSent }, text, object));
    });
  }

  #definitionsIn(source: Source, minor: Minor): readonly CustomDefinition[] {
    return getOrCompute(definitionsBySource(source), minor, () => {
      const hasDefinitions = this.#objectsOf(source).some(({ defines }) => defines !== undefined);
      const read = hasDefinitions
        ? [...readDefinitions([source], minor, this.#edited).values()]
        : [];
      return read.map(({ crd }) => customDefinition(crd.root.value ?? {}));
    });
  }

  /** The files and folders whose policies a file tests; none if it is not a test file. */
  #testedPaths(source: Source): readonly string[] {
    const { name } = source;
    if (!isTestFile(name)) return [];
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    return this.#textOf(source).parts.flatMap((part) => {
      if (part.content.kind === 'refused') return [];
      const { policies } = mappingFrom(part.content.document.value);
      return stringsIn(policies).map((path) => normalizePath(folder + path));
    });
  }
}

const objectsBySource = new WeakMap<Source, readonly IndexedObject[]>();

const definitionsBySource = onceForEach(
  (_: Source) => new Map<Minor, readonly CustomDefinition[]>(),
);

/** Reports whether the objects of a source are sent to a server as they are. */
function isSentAsItIs({ name, location = name, surroundings = [] }: Source): boolean {
  const role = roleOf({ location, surroundings });
  return role.kind === 'manifests' || ('isCertain' in role && !role.isCertain);
}

function definedIn(crd: Value): IndexedObject['defines'] {
  const defined = definedKind(crd);
  return defined && { ...defined, plural: valueAt(crd, ['spec', 'names', 'plural']) };
}

function indexed(
  { file, isSent }: { readonly file: string; readonly isSent: boolean },
  text: OpenText,
  object: TextObject,
): readonly IndexedObject[] {
  const { document, path, apiVersion, kind, name, namespace, value } = object;
  if (kind === '') return [];
  const at = (field: Path, isKey = false) => {
    const spans = document.locate([...path, ...field]);
    const span = (isKey ? spans?.key : undefined) ?? spans?.value;
    return span && { file, ...text.lines.range(span) };
  };
  const selected = podSelectorOf(kind, value);
  const selectorRange = selected && at(selected.field, true);
  const whole = at([]);
  const range = at(['metadata', 'name']) ?? at(['kind']);
  if (whole === undefined || range === undefined) return [];
  return [
    {
      isSent,
      apiVersion,
      kind,
      name,
      namespace,
      range,
      whole,
      defines: kind === 'CustomResourceDefinition' ? definedIn(value) : undefined,
      takes: paramKindOf(value),
      references: referencesIn(object).flatMap(({ field, target }) => {
        const place = at(field);
        return place === undefined ? [] : [{ target, range: place }];
      }),
      entries: namedEntries(value).flatMap(({ field, ...entry }) => {
        const place = at(field, entry.isKey);
        return place === undefined ? [] : [{ ...entry, range: place }];
      }),
      labels: labelsOf(value),
      podLabels: podLabelsOf(kind, value),
      selects:
        selected === undefined || selectorRange === undefined
          ? undefined
          : { selector: selected.selector, range: selectorRange },
    },
  ];
}

/** A named part of an object, and the field with its name. */
interface PlacedEntry extends Omit<IndexedEntry, 'range'> {
  readonly field: Path;
  /** True if the key of the field is the name. */
  readonly isKey: boolean;
}

/** The fields with the named parts of an object, from the object. */
export function namedEntries(value: Value): readonly PlacedEntry[] {
  return ENTRY_FIELDS.flatMap(({ kind, at, name, detail }) =>
    pathsTo(value, at).flatMap((path): readonly PlacedEntry[] => {
      const found = valueAt(value, path);
      if (name === undefined) {
        return Object.entries(mappingFrom(found)).map(([key, data]) => ({
          kind,
          name: key,
          detail: typeof data === 'string' ? firstLine(data) : '',
          field: [...path, key],
          isKey: true,
        }));
      }
      const written = valueAt(found, [name]);
      if (typeof written !== 'string' && typeof written !== 'number') return [];
      const more = detail === undefined ? undefined : valueAt(found, [detail]);
      const entry = { kind, name: String(written), detail: String(more ?? '') };
      return [{ ...entry, field: [...path, name], isKey: false }];
    }),
  );
}

/** The paths of a pattern that a value has; `*` is any item of a list. */
function pathsTo(value: Value, [step, ...rest]: readonly string[]): readonly Path[] {
  if (step === undefined) return [[]];
  const below = (key: string | number, member: Value) =>
    pathsTo(member, rest).map((path) => [key, ...path]);
  if (step === '*') {
    return Array.isArray(value) ? value.flatMap((item, at) => below(at, item)) : [];
  }
  const member = valueAt(value, [step]);
  return member === undefined ? [] : below(step, member);
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** Reports whether two objects with these namespaces are in the same one. */
export function isSameNamespace(namespace: string, other: string): boolean {
  return (namespace || 'default') === (other || 'default');
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
