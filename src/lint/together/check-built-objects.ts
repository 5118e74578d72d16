import { firstNames } from '../../base/first-names.ts';
import { addTo } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { parametersKey } from '../../result/message-text.ts';
import { locationAt } from '../../rule/location.ts';
import { objectsOf } from '../../server/decode/index.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import {
  type FileIndex,
  KustomizationWalk,
  namedIn,
} from '../../sources/installations/kustomization-walk.ts';
import type { ObjectFacts } from '../../sources/installations/object-facts.ts';
import { applyOperations, type PatchChange } from '../../sources/project/apply-change.ts';
import { stepsOfField } from '../../sources/project/field-path.ts';
import {
  isExample,
  isInDocumentation,
  isInTemplates,
  isInTests,
} from '../../sources/project/file-role.ts';
import type { Kustomization } from '../../sources/project/kustomization.ts';
import { changeOf, fieldsOf, type KustomizePatch } from '../../sources/project/kustomize-patch.ts';
import { PatchIndex } from '../../sources/project/patch-index.ts';
import { ownTarget, type PatchTarget } from '../../sources/project/patch-target.ts';
import { candidateAfter, type PatchedObject } from '../../sources/project/patches.ts';
import { hasPlaceholder } from '../../sources/project/placeholders.ts';
import type { ProjectFolder } from '../../sources/project/project-folder.ts';
import { mergeStrategically } from '../../sources/project/strategic-merge.ts';
import { isMapping, type Mapping, type Value, valueAt } from '../../yaml/index.ts';
import { checkObjects } from '../check/check-document.ts';
import { CheckRunner } from '../check/check-runner.ts';
import { type Draft, keepsFromStorage } from '../check/draft.ts';
import { type OpenDocument, openPart } from '../open/open-part.ts';
import type { Parts } from '../parts/parts.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { PatchedDocument } from '../settle/withhold.ts';
import { BuiltDocument, type Layer } from './built-document.ts';
import type { NumberedDocument, OpenKustomization, OpenPatch } from './kustomization-documents.ts';

/** A finding, and the part of the input that it is in. */
interface PlacedDraft {
  readonly part: number;
  readonly draft: Draft;
  readonly about: Subject;
}

/** The part of a built object that a finding depends on. */
type Subject =
  | { readonly kind: 'field'; readonly field: string }
  /** The `path` of an operation, and its `from`. */
  | { readonly kind: 'operation'; readonly pointers: readonly string[] };

/**
 * Checks the objects of built-in kinds that patches change, as each of the outermost kustomizations builds them. An error that several
 * builds have in common is one finding, which names them.
 *
 * Nothing is reported on builds that are not known exactly: with components, transformers, replacements in the object, or patches that are not
 * supported. A part of the input does not show all patches.
 *
 * @param opened the kustomizations of the input
 */
export function checkBuiltObjects(
  parts: Pick<Parts, 'part'>,
  index: FileIndex,
  opened: ReadonlyMap<Kustomization, OpenKustomization>,
  run: Run,
): readonly PlacedDraft[] {
  if (run.isPartial) return [];
  if (![...opened.values()].some(({ patches }) => patches.length > 0)) return [];
  const check = new BuiltObjectsCheck(parts, opened, run);
  const named = namedIn(index.folders.values());
  for (const folder of index.folders.values()) {
    if (!named.has(folder.path)) check.collect(folder, index);
  }
  return check.findings();
}

/** An object as an outermost kustomization includes it. */
interface IncludedObject {
  readonly facts: ObjectFacts;
  /** The path of the folder of the outermost kustomization, as findings name it. */
  readonly overlay: string;
  /** The kustomizations that change it, the innermost first. */
  readonly kustomizations: readonly Kustomization[];
  /** The patches that are applied to it, in their order; undefined if they are not known. */
  readonly patches: readonly BuildPatch[] | undefined;
}

/** A patch of a kustomization. */
interface BuildPatch {
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
function selectionsIn(patch: Value): readonly Selection[] {
  const changed = fieldsOf(patch);
  return SELECTIONS.filter(({ fields }) =>
    fields.some((field) => changed.touch(stepsOfField(field, null))),
  );
}

class BuiltObjectsCheck {
  readonly #parts: Pick<Parts, 'part'>;
  readonly #opened: ReadonlyMap<Kustomization, OpenKustomization>;
  readonly #run: Run;
  /** The objects that some kustomization patches, and all others of their builds, by the number of their part. */
  readonly #included = new Map<number, IncludedObject[]>();
  readonly #changesOf: (kustomization: Kustomization) => KnownChanges | undefined;
  #patches = 0;
  #left = MOST_APPLIED;

  constructor(
    parts: Pick<Parts, 'part'>,
    opened: ReadonlyMap<Kustomization, OpenKustomization>,
    run: Run,
  ) {
    this.#parts = parts;
    this.#opened = opened;
    this.#run = run;
    this.#changesOf = onceForEach((kustomization: Kustomization) => this.#read(kustomization));
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
        addTo(this.#included, facts.part, { facts, overlay, kustomizations, patches });
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
        { number: this.#patches++, target, change, reselects: selectionsIn(patch.value), layer },
      ];
    });
  }

  /** The errors of the objects that some kustomization patches, as they are built. */
  findings(): readonly PlacedDraft[] {
    return [...this.#included].flatMap(([part, included]) => {
      const isPatched = included.some(({ patches }) => patches !== undefined && patches.length > 0);
      return isPatched ? this.#findingsIn(part, included) : [];
    });
  }

  #builtWith(patches: readonly BuildPatch[], base: BaseObject): readonly PlacedDraft[] {
    for (const { span } of [base.layer, ...patches.map(({ layer }) => layer)]) {
      this.#left -= span.end - span.start;
    }
    return this.#left < 0 ? [] : base.builtWith(patches);
  }

  #findingsIn(part: number, included: readonly IncludedObject[]): readonly PlacedDraft[] {
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
      const drafts = byPatches.get(key) ?? this.#builtWith(patches, base);
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
      draft: { ...placed.draft, context: `in ${firstNames(overlays, MOST_NAMED)}` },
    }));
  }
}

/** The most characters of objects and their patches that are read in a run, in which each patch may be for each object. */
const MOST_APPLIED = 100_000_000;

/** The most overlays that a finding names. */
const MOST_NAMED = 10;

/** An object with patches. */
type BuildResult = { readonly outcome: 'built'; readonly value: Mapping } | FailedBuild;

/** An operation of a patch that kustomize cannot apply, because a path does not exist. */
interface FailedBuild {
  readonly outcome: 'failed';
  readonly patch: BuildPatch;
  readonly operation: Value | undefined;
  /** The position of the operation in the patch. */
  readonly index: number;
  /** The message of kustomize. */
  readonly problem: string;
}

/** An object in its file, which kustomizations build with different patches. */
class BaseObject {
  readonly layer: Layer;
  readonly #run: Run;
  readonly #patched: PatchedDocument;
  #ownDrafts: ReadonlyMap<string, Draft> | undefined;

  constructor(document: NumberedDocument, facts: ObjectFacts, run: Run) {
    const { open } = document;
    this.layer = { ...document, span: open.part.span };
    this.#run = run;
    this.#patched = new PatchedDocument(
      { source: open.source, part: open.part },
      { ...facts.asPatched(), item: null },
      run.patches,
    );
  }

  /**
   * The errors of the object with patches. An error that the object has in its file too is only returned if patches may change it,
   * because it is not reported there then.
   */
  builtWith(patches: readonly BuildPatch[]): readonly PlacedDraft[] {
    const result = this.#apply(patches);
    if (result === undefined) return [];
    if (result.outcome === 'failed') return this.#failure(result);
    const { value } = result;
    const layers = patches.map(({ layer }) => layer);
    const built = new BuiltDocument(value, this.layer, layers);
    const drafts = this.#errorsIn(built);
    return drafts.flatMap((draft) => {
      const placed = this.#placeOf(draft, built);
      if (placed === undefined) return [];
      const own = this.#own.get(keyOf(placed.part, placed.draft));
      // Unknown fields and wrong types in a patch have been reported there.
      const isNew = own === undefined && !isOfDecoding(draft);
      return isNew || (own !== undefined && this.#patched.willDiffer(own)) ? [placed] : [];
    });
  }

  /** Applies patches. Undefined if the result is not known, or no object of the same kind. */
  #apply(patches: readonly BuildPatch[]): BuildResult | undefined {
    const own = this.layer.open.document.value;
    if (!isMapping(own)) return undefined;
    let value = own;
    for (const patch of patches) {
      const { change } = patch;
      if (change.kind === 'merge') {
        const merged = mergeStrategically(value, change.patch);
        if (merged === undefined || merged === 'removed') return undefined;
        value = merged;
        continue;
      }
      const patched = applyOperations(value, change.operations);
      if (patched.outcome === 'error') {
        const { index, error } = patched;
        const operation = valueAt(change.operations, [index]);
        return { outcome: 'failed', patch, operation, index, problem: error };
      }
      if (patched.outcome === 'test-failed' || !isMapping(patched.result)) return undefined;
      value = patched.result;
    }
    const isSameKind = value.apiVersion === own.apiVersion && value.kind === own.kind;
    return isSameKind ? { outcome: 'built', value } : undefined;
  }

  /** The finding about an operation that cannot be applied, if that is certain. */
  #failure({ patch, operation, index, problem }: FailedBuild): readonly PlacedDraft[] {
    // A mapping or a list may replace a placeholder.
    if (this.layer.open.source.mayHavePlaceholders) return [];
    if (!isMapping(operation) || typeof operation.path !== 'string') return [];
    const { path, from } = operation;
    const pointers = typeof from === 'string' ? [path, from] : [path];
    if (pointers.some(hasUnknownPath)) return [];
    const { target, layer } = patch;
    const { open, part } = layer;
    const { source, document } = open;
    const origin = { file: source.file, index: open.part.index, item: null, document, path: [] };
    const at = locationAt(origin, [index, 'path'], null);
    const failed = { kustomization: '', target, at, isRequired: true, objects: [], problem };
    const runner = new CheckRunner(source, this.#run.now);
    for (const server of this.#run.servers) {
      const rules = this.#run.rulesFor(source).on('patch');
      runner.run(rules, failed, { server, itemAt: () => null, location: at });
    }
    const about = { kind: 'operation', pointers } as const;
    return runner.drafts.map((draft) => ({ part, draft, about }));
  }

  /**
   * The finding in the file of its layer; undefined if it is not reported there. It has no cause, because a patch or base has no
   * verdict, and no fix.
   */
  #placeOf(draft: Draft, built: BuiltDocument): PlacedDraft | undefined {
    const found = built.layerOf(draft.line);
    if (found === undefined) return undefined;
    const { layer, lines } = found;
    const { source } = layer.open;
    const isReported = this.#run.rulesFor(source).reports(draft.rule);
    if (!isReported || mayBeCompleted(source, this.layer.open.source)) return undefined;
    const { line, endLine } = draft;
    const range = { line: line - lines, endLine: endLine - lines };
    return {
      part: layer.part,
      draft: { ...draft, ...range, item: null, cause: null, fix: null, related: [] },
      about: { kind: 'field', field: fieldOf(draft) ?? '' },
    };
  }

  /** The drafts of the object in its file, by their keys. */
  get #own(): ReadonlyMap<string, Draft> {
    const { open, part } = this.layer;
    this.#ownDrafts ??= new Map(
      checkObjects(open, this.#run).drafts?.map((draft) => [keyOf(part, draft), draft]),
    );
    return this.#ownDrafts;
  }

  /** The errors for which the server refuses the object. If it cannot decode the object, it reports nothing else. */
  #errorsIn(built: BuiltDocument): readonly Draft[] {
    const { part } = this.layer.open;
    const content = { kind: 'value', document: built } as const;
    const open: OpenDocument = {
      kind: 'document',
      source: built.source,
      part: { ...part, content },
      document: built,
      objects: objectsOf(built.value),
    };
    const { drafts = [] } = checkObjects(open, this.#run);
    const undecodable = new Set(
      drafts.flatMap(({ cause, minor }) => (cause === 'Undecodable' ? [minor] : [])),
    );
    return drafts.filter(
      (draft) => isCertainError(draft) && (isOfDecoding(draft) || !undecodable.has(draft.minor)),
    );
  }
}

function isCertainError(draft: Draft): boolean {
  const { isUnrendered, dependsOnPlaceholder, isMuted } = draft;
  const isUncertain = isUnrendered || dependsOnPlaceholder || isMuted;
  return keepsFromStorage(draft) && fieldOf(draft) !== undefined && !isUncertain;
}

/** The purposes of files whose values people, scripts or tests complete. */
const COMPLETED = [isExample, isInTests, isInTemplates, isInDocumentation];

/** Reports whether the values of a layer may be completed. The check of the object only knows where its base is. */
function mayBeCompleted(layer: SourceText, base: SourceText): boolean {
  return COMPLETED.some(
    (is) => is(layer.location, layer.surroundings) && !is(base.location, base.surroundings),
  );
}

function isOfDecoding({ cause }: Draft): boolean {
  return cause === 'Undecodable' || cause === 'UnknownField';
}

/** The field of an error. The decoder names none. */
function fieldOf({ field, cause, dependsOn }: Draft): string | undefined {
  return field ?? (cause === 'Undecodable' ? dependsOn[0] : undefined);
}

/** Identifies a finding in a part by its place and its message. */
export function keyOf(part: number, draft: Draft): string {
  const { rule, messageId, minor, line, column, values } = draft;
  return JSON.stringify([part, rule, messageId, minor, line, column, parametersKey(values)]);
}

/** Reports whether a path may exist for kustomize: it adds annotations of its own while it builds. */
function hasUnknownPath(pointer: string): boolean {
  const isOwn = pointer.startsWith('/metadata/annotations');
  return isOwn || !pointer.startsWith('/') || hasPlaceholder(pointer);
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

function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash < 0 ? '.' : file.slice(0, slash);
}

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

/** The fields of a kustomization whose effect on other objects is known, or that have none on what is reported. */
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
