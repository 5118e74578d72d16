import { addTo } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import {
  type FileIndex,
  KustomizationWalk,
} from '../../sources/installations/kustomization-walk.ts';
import type { ObjectFacts } from '../../sources/installations/object-facts.ts';
import type { PatchChange } from '../../sources/project/apply-change.ts';
import { stepsOfField } from '../../sources/project/field-path.ts';
import type { Kustomization } from '../../sources/project/kustomization.ts';
import { changeOf, fieldsOf, type KustomizePatch } from '../../sources/project/kustomize-patch.ts';
import { folderOf } from '../../sources/project/normalize-path.ts';
import type { PatchEntry } from '../../sources/project/patch-entries.ts';
import { PatchIndex } from '../../sources/project/patch-index.ts';
import { ownTarget, type PatchTarget } from '../../sources/project/patch-target.ts';
import { candidateAfter, type PatchedObject } from '../../sources/project/patches.ts';
import type { ProjectFolder } from '../../sources/project/project-folder.ts';
import { isMapping, type Value, valueAt } from '../../yaml/index.ts';
import type { Layer } from './built-document.ts';
import type { OpenKustomization, OpenPatch } from './kustomization-documents.ts';

/** An object as an outermost kustomization includes it. */
export interface IncludedObject {
  readonly facts: ObjectFacts;
  /** The path of the folder of the outermost kustomization, as findings name it. */
  readonly overlay: string;
  /** The kustomizations that change it, the innermost first. */
  readonly kustomizations: readonly Kustomization[];
  /** The patches that are applied to it, in their order; undefined if they are not known. */
  readonly patches: readonly BuildPatch[] | undefined;
}

/** A patch of a kustomization. */
export interface BuildPatch {
  /** Its number among all patches of the run. */
  readonly number: number;
  readonly target: PatchTarget;
  readonly change: PatchChange;
  /** The parts that it changes of those by which targets select objects. */
  readonly reselects: readonly Selection[];
  readonly layer: Layer;
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

/** The changes that a kustomization makes. */
interface KnownChanges {
  readonly patches: PatchIndex<BuildPatch>;
  /** The replacements, whose values are not known. */
  readonly replacements: PatchIndex<KustomizePatch>;
  /** The number of the last patch whose target selects by each of the parts. Replacements come after all patches. */
  readonly lastBy: ReadonlyMap<Selection, number>;
}

function knownChanges(
  patches: readonly BuildPatch[],
  replacements: readonly KustomizePatch[],
): KnownChanges {
  const lastBy = new Map<Selection, number>();
  const numbered = [
    ...patches,
    ...replacements.map(({ target }) => ({ target, number: Number.POSITIVE_INFINITY })),
  ];
  for (const { target, number } of numbered) {
    for (const one of SELECTIONS) if (one.isOf(target)) lastBy.set(one, number);
  }
  return {
    patches: new PatchIndex(patches),
    replacements: new PatchIndex(replacements),
    lastBy,
  };
}

/** The parts that a patch changes of those by which targets select objects. */
function selectionsIn(patch: Value, { changesName }: PatchEntry): readonly Selection[] {
  const changed = fieldsOf(patch);
  const isChanged = (field: string) =>
    changed.touch(stepsOfField(field, null)) || (changesName && field === 'metadata.name');
  return SELECTIONS.filter(({ fields }) => fields.some(isChanged));
}

/** The objects that the outermost kustomizations of a run build. */
export class IncludedObjects {
  readonly #opened: ReadonlyMap<Kustomization, OpenKustomization>;
  readonly #byPart = new Map<number, IncludedObject[]>();
  readonly #changesOf: (kustomization: Kustomization) => KnownChanges | undefined;
  #patches = 0;

  /** @param opened the kustomizations of the input */
  constructor(opened: ReadonlyMap<Kustomization, OpenKustomization>) {
    this.#opened = opened;
    this.#changesOf = onceForEach((kustomization: Kustomization) => this.#read(kustomization));
  }

  /** The objects by the number of their part: once for each outermost kustomization that includes it. */
  get byPart(): ReadonlyMap<number, readonly IncludedObject[]> {
    return this.#byPart;
  }

  /** Collects the objects that an outermost kustomization builds. */
  collect(folder: ProjectFolder, index: FileIndex): void {
    const open = folder.kustomization && this.#opened.get(folder.kustomization);
    // A component changes the objects of the kustomizations that name it.
    if (open === undefined || folder.kustomization?.isComponent === true) return;
    const overlay = folderOf(open.document.open.source.file);
    const walk = new KustomizationWalk(index);
    walk.include(folder, []);
    for (const { file, kustomizations } of walk.files) {
      for (const facts of file.objects) {
        if (facts.item !== null || findKind(facts.kind)?.validated !== true) continue;
        const patches = this.#appliedTo(facts.asPatched(), kustomizations);
        addTo(this.#byPart, facts.part, { facts, overlay, kustomizations, patches });
      }
    }
  }

  /**
   * The patches that a chain of kustomizations, the innermost first, applies to an object. Undefined if they are not known: patches may
   * change what the targets of later ones select by.
   */
  #appliedTo(
    object: PatchedObject,
    kustomizations: readonly Kustomization[],
  ): readonly BuildPatch[] | undefined {
    const applied: BuildPatch[] = [];
    const reselected = new Set<Selection>();
    for (const [position, kustomization] of kustomizations.entries()) {
      const changes = this.#changesOf(kustomization);
      const candidate = candidateAfter(object, kustomizations.slice(0, position));
      if (changes === undefined || changes.replacements.applied(candidate).length > 0) {
        return undefined;
      }
      const found = changes.patches.applied(candidate).toSorted((a, b) => a.number - b.number);
      if ([...reselected].some((one) => changes.lastBy.has(one))) return undefined;
      for (const { number, reselects } of found) {
        if (reselects.some((one) => (changes.lastBy.get(one) ?? -1) > number)) return undefined;
        for (const one of reselects) reselected.add(one);
      }
      applied.push(...found);
    }
    return applied;
  }

  /** The changes of a kustomization; undefined if it changes objects in another way too. */
  #read(kustomization: Kustomization): KnownChanges | undefined {
    const open = this.#opened.get(kustomization);
    if (open === undefined || !Object.keys(open.value).every((field) => KNOWN.has(field))) {
      return undefined;
    }
    const patches = open.patches.flatMap((patch) => this.#buildPatches(patch, open));
    const known = kustomization.patches.filter(({ change }) => change !== undefined);
    const isKnown = patches.length === known.length && kustomization.missing.size === 0;
    if (!('replacements' in open.value)) {
      return isKnown ? knownChanges(patches, []) : undefined;
    }
    // The other changes without known values are those of labels.
    if (!isKnown || kustomization.labels.size > 0) return undefined;
    const others = kustomization.patches.filter(({ change }) => change === undefined);
    return knownChanges(patches, others);
  }

  #buildPatches({ entry, documents }: OpenPatch, { document }: OpenKustomization) {
    if (entry.changesKind) return [];
    const { content } = entry;
    const outer = document.open.document;
    const scalar = content.kind === 'text' ? outer.locate(content.path)?.value : undefined;
    return documents.flatMap((one): readonly BuildPatch[] => {
      const { source, part, document: patch } = one.open;
      const target = entry.target ?? (isMapping(patch.value) ? ownTarget(patch.value) : undefined);
      const change = changeOf(patch.value);
      const { start, end } = part.span;
      const text = content.kind === 'text' ? valueAt(outer.value, content.path) : undefined;
      const isRead = isReadable(typeof text === 'string' ? text : source.text.slice(start, end));
      if (target === undefined || change === undefined || !isRead) return [];
      const layer = { ...one, span: scalar ?? part.span };
      return [
        {
          number: this.#patches++,
          target,
          change,
          reselects: selectionsIn(patch.value, entry),
          layer,
        },
      ];
    });
  }
}

/** Reports whether kustomize reads the text of a patch too: what begins with a bracket must be JSON. */
function isReadable(patch: string): boolean {
  if (!patch.trimStart().startsWith('[')) return true;
  try {
    JSON.parse(patch);
    return true;
  } catch {
    return false;
  }
}

/** The fields of a kustomization whose effects are known, or that change nothing in the objects of its files. */
const KNOWN: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'bases',
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
