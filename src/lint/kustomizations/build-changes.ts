import { stepsOfField } from '../../sources/project/field-path.ts';
import type { PatchChange } from '../../sources/project/kustomize/apply-change.ts';
import type { ChangedFields } from '../../sources/project/kustomize/changed-fields.ts';
import type { Kustomization } from '../../sources/project/kustomize/kustomization.ts';
import {
  changeOf,
  fieldsOf,
  fieldsReplacedBy,
} from '../../sources/project/kustomize/kustomize-patch.ts';
import { isReadableText } from '../../sources/project/kustomize/patch-entries.ts';
import { PatchIndex } from '../../sources/project/kustomize/patch-index.ts';
import { ownTarget, type PatchTarget } from '../../sources/project/kustomize/patch-target.ts';
import {
  type ReplacementTarget,
  selectsByPatterns,
} from '../../sources/project/kustomize/replacement.ts';
import { isMapping, type Value } from '../../yaml/index.ts';
import type { Layer } from './built-document.ts';
import {
  type OpenKustomization,
  type OpenPatch,
  type OpenReplacement,
  textOf,
} from './kustomization-documents.ts';

/** A change of one object by a patch or a replacement of a kustomization. */
export interface BuildChange {
  /** Identifies the change, and the value that a replacement writes. */
  readonly key: string;
  readonly layer: Layer;
  readonly target: PatchTarget;
  readonly change: PatchChange | ReplacedValue;
}

/** A value that a replacement writes into an object. */
export interface ReplacedValue extends Pick<ReplacementTarget, 'fields' | 'options'> {
  readonly kind: 'replacement';
  readonly value: Value;
}

/** A change of the objects that its target selects. */
export interface KnownChange extends Pick<BuildChange, 'layer' | 'target'> {
  /** Its number among all of the run. */
  readonly number: number;
  /** The parts that it changes of those by which targets select objects. */
  readonly reselects: readonly Selection[];
  readonly content: PatchChange | Replacing;
}

/** A replacement, for the objects of one of its targets. */
interface Replacing {
  readonly kind: 'replacement';
  readonly into: ReplacementTarget;
  readonly source: ReplacementSource;
}

/** A replacement, and the object that it reads; undefined if it has its value itself. */
export interface ReplacementSource {
  readonly number: number;
  readonly target: PatchTarget | undefined;
  readonly open: OpenReplacement;
}

/** A part of an object by which the targets of patches select it. */
interface Selection {
  readonly fields: readonly string[];
  /** Reports whether a target selects by it. */
  readonly isOf: (target: PatchTarget) => boolean;
}

const SELECTIONS: readonly Selection[] = [
  {
    fields: ['apiVersion', 'kind'],
    isOf: ({ group, version, kind }) => (group ?? version ?? kind) !== undefined,
  },
  { fields: ['metadata.name'], isOf: ({ name }) => name !== undefined },
  {
    fields: ['metadata.namespace'],
    isOf: ({ namespace, isPattern }) => namespace !== undefined || !isPattern,
  },
  { fields: ['metadata.labels'], isOf: ({ labelSelector }) => labelSelector !== undefined },
  {
    fields: ['metadata.annotations'],
    isOf: ({ annotationSelector }) => annotationSelector !== undefined,
  },
];

/** The changed parts of an object among the parts by which targets select objects. */
function selectionsIn(changed: ChangedFields, changesName = false): readonly Selection[] {
  const isChanged = (field: string) =>
    changed.touch(stepsOfField(field, null)) || (changesName && field === 'metadata.name');
  return SELECTIONS.filter(({ fields }) => fields.some(isChanged));
}

/** The changes that a kustomization makes. */
export interface KnownChanges {
  /** The changes before it sets names and namespaces. */
  readonly early: PatchIndex<KnownChange>;
  readonly late: PatchIndex<KnownChange>;
  /** The sources of replacements that are objects. */
  readonly sources: PatchIndex<ReplacementSource & { readonly target: PatchTarget }>;
  /** The number of the last change whose target selects by each of the parts. */
  readonly lastBy: ReadonlyMap<Selection, number>;
}

/** Reads the changes that kustomizations make. */
export class BuildChanges {
  #count = 0;

  /** The changes of a kustomization; undefined if it changes objects in another way too. */
  read(
    kustomization: Kustomization,
    open: OpenKustomization | undefined,
  ): KnownChanges | undefined {
    if (open === undefined || !Object.keys(open.value).every((field) => KNOWN.has(field))) {
      return undefined;
    }
    const patches = open.patches.map((patch) => ({
      isLast: patch.entry.isLast,
      changes: this.#patchChanges(patch, open),
    }));
    const changesOf = (isLast: boolean) =>
      patches.flatMap((patch) => (patch.isLast === isLast ? patch.changes : []));
    const [early, late] = [changesOf(false), changesOf(true)];
    const known = kustomization.patches.filter(({ change }) => change !== undefined);
    // A patch without documents is at an address, or cannot be read.
    const areRead = open.patches.every(({ documents }) => documents.length > 0);
    const areAll = early.length + late.length === known.length && kustomization.missing.size === 0;
    const { replacements, onlyConfiguresNames } = open;
    if (!areRead || !areAll || replacements === undefined || !onlyConfiguresNames) return undefined;
    if (replacements.some((one) => selectsByPatterns(one.replacement))) return undefined;
    const replacing = replacements.map((one) => this.#replacementChanges(one));
    const sources = replacing.map(({ source }) => source);
    return knownChanges(early, [...late, ...replacing.flatMap(({ changes }) => changes)], sources);
  }

  #patchChanges({ entry, documents }: OpenPatch, { document }: OpenKustomization) {
    if (entry.changesKind) return [];
    const { content } = entry;
    const outer = document.open.document;
    const scalar = content.kind === 'text' ? outer.locate(content.path)?.value : undefined;
    return documents.flatMap((one): readonly KnownChange[] => {
      const { part, document: patch } = one.open;
      const target = entry.target ?? (isMapping(patch.value) ? ownTarget(patch.value) : undefined);
      const change = changeOf(patch.value);
      if (target === undefined || change === undefined) return [];
      if (change.kind === 'operations' && !isReadableText(textOf(entry, one, document), entry))
        return [];
      const layer = { ...one, span: scalar ?? part.span };
      const reselects = selectionsIn(fieldsOf(patch.value), entry.changesName);
      return [{ number: this.#count++, target, content: change, reselects, layer }];
    });
  }

  #replacementChanges(open: OpenReplacement) {
    const { document, path, replacement } = open;
    const source = { number: this.#count++, target: replacement.source, open };
    const span = document.open.document.locate(path)?.value ?? document.open.part.span;
    const changes = replacement.targets.map(
      (into): KnownChange => ({
        number: this.#count++,
        target: into.select,
        content: { kind: 'replacement', into, source },
        reselects: selectionsIn(fieldsReplacedBy(into.fields.map((field) => field.path))),
        layer: { ...document, span },
      }),
    );
    return { source, changes };
  }
}

function knownChanges(
  early: readonly KnownChange[],
  late: readonly KnownChange[],
  replacements: readonly ReplacementSource[],
): KnownChanges {
  const sources = replacements.flatMap((source) =>
    source.target === undefined ? [] : [{ ...source, target: source.target }],
  );
  const lastBy = new Map<Selection, number>();
  for (const { target, number } of [...early, ...late, ...sources].sort(byNumber)) {
    for (const one of SELECTIONS) if (one.isOf(target)) lastBy.set(one, number);
  }
  return {
    early: new PatchIndex(early),
    late: new PatchIndex(late),
    sources: new PatchIndex(sources),
    lastBy,
  };
}

/** The order in which changes are made. */
export function byNumber(a: { readonly number: number }, b: { readonly number: number }): number {
  return a.number - b.number;
}

/** The fields of a kustomization whose effects are known, or that change nothing in the objects of its files. */
const KNOWN: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'bases',
  'components',
  'configurations',
  'crds',
  'generators',
  'validators',
  'helmCharts',
  'helmGlobals',
  'configMapGenerator',
  'secretGenerator',
  'generatorOptions',
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonAnnotations',
  'commonLabels',
  'labels',
  'replicas',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'images',
  'buildMetadata',
  'replacements',
  'sortOptions',
]);
