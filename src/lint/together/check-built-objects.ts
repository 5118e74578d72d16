import { firstNames } from '../../base/first-names.ts';
import { type FileIndex, namedIn } from '../../sources/installations/kustomization-walk.ts';
import type { Kustomization } from '../../sources/project/kustomization.ts';
import { openPart } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';
import type { Run } from '../run.ts';
import { BaseObject, keyOf, type PlacedDraft, type Subject } from './base-object.ts';
import { startOfText } from './built-document.ts';
import { type BuildPatch, type IncludedObject, IncludedObjects } from './included-objects.ts';
import type { OpenKustomization } from './kustomization-documents.ts';

/** The result of checking objects as kustomizations build them. */
export interface BuiltObjects {
  readonly placed: readonly PlacedDraft[];
  /** The number of objects that were not checked with all their patches, because these are too many. */
  readonly unbuilt: number;
}

/**
 * Checks the objects of built-in kinds that patches change, as each of the outermost kustomizations builds them. An error that several
 * builds have in common is one finding, which names them.
 *
 * Nothing is reported on builds that are not known exactly: with components, transformers, replacements in the object, or patches
 * that are not supported. Nothing is reported in a run on a part of the input either, because patches may be missing.
 *
 * @param opened the kustomizations of the input
 */
export function checkBuiltObjects(
  parts: Pick<Parts, 'part'>,
  index: FileIndex,
  opened: ReadonlyMap<Kustomization, OpenKustomization>,
  run: Run,
): BuiltObjects {
  const isPatched = [...opened.values()].some(({ patches }) => patches.length > 0);
  if (run.isPartial || !isPatched) return { placed: [], unbuilt: 0 };
  const included = new IncludedObjects(opened);
  const named = namedIn(index.folders.values());
  for (const folder of index.folders.values()) {
    if (!named.has(folder.path)) included.collect(folder, index);
  }
  const check = new BuiltObjectsCheck(parts, run);
  const placed = [...included.byPart].flatMap(([part, objects]) =>
    objects.some(({ patches }) => patches !== undefined && patches.length > 0)
      ? check.findingsIn(part, objects)
      : [],
  );
  return { placed, unbuilt: check.unbuilt.size };
}

class BuiltObjectsCheck {
  readonly #parts: Pick<Parts, 'part'>;
  /** The parts with objects that were not built with all their patches. */
  readonly unbuilt = new Set<number>();
  readonly #run: Run;
  #left = MOST_APPLIED;

  constructor(parts: Pick<Parts, 'part'>, run: Run) {
    this.#parts = parts;
    this.#run = run;
  }

  /** The errors of an object that some kustomization patches, as it is built. */
  findingsIn(part: number, included: readonly IncludedObject[]): readonly PlacedDraft[] {
    const found = this.#parts.part(part);
    if (found === undefined) return [];
    const open = openPart(found.source, found.source.partAgain(found.part));
    const [first] = included;
    if (open.kind === 'refused' || first === undefined) return [];
    const base = new BaseObject({ open, part }, first.facts, this.#run);
    const byPatches = new Map<string, readonly PlacedDraft[]>();
    const overlaysOf = new Map<
      string,
      { readonly placed: PlacedDraft; readonly overlays: string[] }
    >();
    for (const { overlay, kustomizations, patches } of included) {
      if (patches === undefined) continue;
      const key = patches.map(({ number }) => number).join();
      const drafts = byPatches.get(key) ?? this.#builtWith(patches, base, part);
      byPatches.set(key, drafts);
      for (const placed of drafts) {
        if (kustomizations.some((one) => mayChange(one, placed.about))) continue;
        const draftKey = keyOf(placed.part, placed.draft);
        const known = overlaysOf.get(draftKey);
        if (known === undefined) overlaysOf.set(draftKey, { placed, overlays: [overlay] });
        else known.overlays.push(overlay);
      }
    }
    return [...overlaysOf.values()].map(({ placed, overlays }) => ({
      ...placed,
      draft: { ...placed.draft, builtIn: firstNames(overlays, MOST_NAMED) },
    }));
  }

  #builtWith(
    patches: readonly BuildPatch[],
    base: BaseObject,
    part: number,
  ): readonly PlacedDraft[] {
    for (const layer of [base.layer, ...patches.map((patch) => patch.layer)]) {
      this.#left -= Math.max(layer.span.end - startOfText(layer), LEAST_APPLIED);
    }
    if (this.#left >= 0) return base.builtWith(patches);
    this.unbuilt.add(part);
    return [];
  }
}

/** The most characters of objects and their patches that are read in a run, in which each patch may be for each object. */
const MOST_APPLIED = 100_000_000;

/** The characters that a patch counts for at least: applying it takes time, however short it is. */
const LEAST_APPLIED = 500;

/** The most overlays that a finding names. */
const MOST_NAMED = 10;

/** Reports whether a kustomization may change what a finding depends on in another way than by patches. */
function mayChange(kustomization: Kustomization, about: Subject): boolean {
  return about.kind === 'field'
    ? setsField(kustomization, about.field)
    : about.pointers.some((pointer) => mayMake(kustomization, pointer));
}

function setsField(
  { labels, annotations, namespace, scaledNames }: Kustomization,
  field: string,
): boolean {
  return (
    (labels.size > 0 && /label|selector/i.test(field)) ||
    (annotations.size > 0 && /annotation/i.test(field)) ||
    (namespace !== undefined && /namespace/i.test(field)) ||
    (scaledNames.size > 0 && field === 'spec.replicas')
  );
}

/** Reports whether a path may exist because of a kustomization. The mappings around a field are made with it. */
function mayMake(
  { labels, annotations, namespace, scaledNames }: Kustomization,
  pointer: string,
): boolean {
  return (
    (labels.size > 0 && /metadata|label|selector/i.test(pointer)) ||
    (annotations.size > 0 && /metadata|annotation/i.test(pointer)) ||
    (namespace !== undefined && /namespace/i.test(pointer)) ||
    (scaledNames.size > 0 && /^\/spec(?:\/replicas)?$/.test(pointer))
  );
}
