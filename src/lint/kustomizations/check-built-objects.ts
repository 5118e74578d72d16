import { firstNames } from '../../base/first-names.ts';
import { getOrCompute } from '../../base/get-or-compute.ts';
import { locationAt } from '../../rule/location.ts';
import { type FileIndex, namedIn } from '../../sources/installations/kustomization-walk.ts';
import type { Kustomization } from '../../sources/project/kustomize/kustomization.ts';
import { CheckRunner } from '../check/check-runner.ts';
import { originOfDocument } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';
import type { Run } from '../run.ts';
import { BaseObject, keyOf, type PlacedDraft } from './base-object.ts';
import type { BuildChange } from './build-changes.ts';
import { startOfText } from './built-document.ts';
import { type FailedSource, type IncludedObject, IncludedObjects } from './included-objects.ts';
import { type OpenKustomization, openNumbered } from './kustomization-documents.ts';
import { mayChange } from './other-changes.ts';

/** A finding in builds, and the part of the input that it is in. */
type PlacedInBuilds = Pick<PlacedDraft, 'part' | 'draft'>;

/** The result of checking objects as kustomizations build them. */
export interface BuiltObjects {
  readonly placed: readonly PlacedInBuilds[];
  /** The parts of the objects that were not checked with all their patches, because these are too many. */
  readonly unbuilt: ReadonlySet<number>;
}

const NONE_BUILT: BuiltObjects = { placed: [], unbuilt: new Set() };

/**
 * Checks the objects of built-in kinds that patches and replacements change, as each of the outermost kustomizations
 * builds them. An error that several builds have in common is one finding, which names them.
 *
 * Nothing is reported on builds that are not known exactly: with transformers, with values of generated objects, or
 * patches that are not supported. Nothing is reported in a run on a part of the input either, because patches may be
 * missing.
 *
 * @param opened the kustomizations of the input
 */
export function checkBuiltObjects(
  parts: Pick<Parts, 'part'>,
  index: FileIndex,
  opened: ReadonlyMap<Kustomization, OpenKustomization>,
  run: Run,
): BuiltObjects {
  if (run.isPartial) return NONE_BUILT;
  const changes = ({ patches, replacements }: OpenKustomization) =>
    patches.length > 0 || replacements?.length !== 0;
  if (![...opened.values()].some(changes)) return NONE_BUILT;
  const included = new IncludedObjects(index, opened, (part) => {
    const open = openNumbered(parts, part);
    return open?.kind === 'document' ? open.document.value : undefined;
  });
  const named = namedIn(index.folders.values());
  for (const folder of index.folders.values()) {
    const open = folder.kustomization && opened.get(folder.kustomization);
    // A component changes the objects of the kustomizations that name it.
    if (open === undefined || folder.kustomization?.isComponent === true) continue;
    if (!named.has(folder.path)) included.collect(folder, open);
  }
  const check = new BuiltObjectsCheck(parts, run);
  const placed = [...included.byPart].flatMap(([part, objects]) => {
    const isChanged = objects.some(({ changes }) => changes !== undefined && changes.length > 0);
    return isChanged ? check.findingsIn(part, objects) : [];
  });
  const failed = check.failuresOf(included.failedSources);
  const unbuilt = new Set([...included.unbuilt, ...check.unbuilt]);
  return { placed: [...failed, ...placed], unbuilt };
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
  findingsIn(part: number, included: readonly IncludedObject[]): readonly PlacedInBuilds[] {
    const open = openNumbered(this.#parts, part);
    const [first] = included;
    if (open?.kind !== 'document' || first === undefined) return [];
    const base = new BaseObject({ open, part }, first.facts, this.#run);
    const byChanges = new Map<string, readonly PlacedDraft[]>();
    const joined = new JoinedDrafts();
    for (const { overlay, kustomizations, changes } of included) {
      if (changes === undefined) continue;
      const key = changes.map((one) => one.key).join();
      const drafts = getOrCompute(byChanges, key, () => this.#builtWith(changes, base, part));
      for (const placed of drafts) {
        if (kustomizations.some((one) => mayChange(one, placed.about))) continue;
        joined.add(placed, overlay);
      }
    }
    return joined.all();
  }

  /** The findings about sources of replacements that kustomize cannot read. */
  failuresOf(failed: readonly FailedSource[]): readonly PlacedInBuilds[] {
    const joined = new JoinedDrafts();
    for (const { open: replacement, overlay, problem } of failed) {
      const { document, path } = replacement;
      const { open, part } = document;
      const at = locationAt(originOfDocument(open), [...path, 'source'], null);
      const runner = new CheckRunner(open.source, this.#run);
      runner.runInAllMinors(runner.rules.on('patch'), { kind: 'source', at, problem }, at);
      for (const draft of runner.drafts) joined.add({ part, draft }, overlay);
    }
    return joined.all();
  }

  #builtWith(
    changes: readonly BuildChange[],
    base: BaseObject,
    part: number,
  ): readonly PlacedDraft[] {
    for (const layer of [base.layer, ...changes.map((change) => change.layer)]) {
      this.#left -= Math.max(layer.span.end - startOfText(layer), LEAST_APPLIED);
    }
    if (this.#left >= 0) return base.builtWith(changes);
    this.unbuilt.add(part);
    return [];
  }
}

/** The findings in several builds, each once with the outermost kustomizations that it is in. */
class JoinedDrafts {
  readonly #overlaysOf = new Map<
    string,
    { readonly placed: PlacedInBuilds; readonly overlays: Set<string> }
  >();

  add({ part, draft }: PlacedInBuilds, overlay: string): void {
    getOrCompute(this.#overlaysOf, keyOf(part, draft), () => ({
      placed: { part, draft },
      overlays: new Set<string>(),
    })).overlays.add(overlay);
  }

  all(): readonly PlacedInBuilds[] {
    return [...this.#overlaysOf.values()].map(({ placed: { part, draft }, overlays }) => ({
      part,
      draft: {
        ...draft,
        standing: { kind: 'built', overlays: firstNames([...overlays], MOST_NAMED) },
      },
    }));
  }
}

/**
 * The most characters of objects and their patches that are read in a run, in which each patch may be for each object.
 */
const MOST_APPLIED = 100_000_000;

/** The characters that a patch counts for at least: applying it takes time, however short it is. */
const LEAST_APPLIED = 500;

/** The most overlays that a finding names. */
const MOST_NAMED = 10;
