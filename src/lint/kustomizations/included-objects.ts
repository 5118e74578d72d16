import { getOrCompute } from '../../base/get-or-compute.ts';
import { addTo } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import {
  type BuildStep,
  type IncludedFile,
  includedFiles,
} from '../../sources/installations/accumulation.ts';
import {
  type FileIndex,
  LeftOutObjects,
  MOST_INCLUDED,
} from '../../sources/installations/kustomization-walk.ts';
import type { ObjectFacts } from '../../sources/installations/object-facts.ts';
import {
  GENERATED_KINDS,
  type Kustomization,
} from '../../sources/project/kustomize/kustomization.ts';
import {
  matchesTarget,
  type PatchCandidate,
} from '../../sources/project/kustomize/patch-target.ts';
import { candidateAfter, changedBy } from '../../sources/project/kustomize/patches.ts';
import {
  type ChangeableMappings,
  isPlainTarget,
  type Replacement,
  readSource,
  type SourceValue,
} from '../../sources/project/kustomize/replacement.ts';
import { folderOf, pathIn } from '../../sources/project/normalize-path.ts';
import type { ProjectFolder } from '../../sources/project/project-folder.ts';
import { isMapping, type Mapping, mappingIn, type Value } from '../../yaml/index.ts';
import { applyChanges, nameOf } from './apply-changes.ts';
import {
  type BuildChange,
  BuildChanges,
  byNumber,
  type KnownChange,
  type KnownChanges,
  type ReplacementSource,
} from './build-changes.ts';
import type { OpenKustomization, OpenReplacement } from './kustomization-documents.ts';
import { setsField } from './other-changes.ts';

/** An object as an outermost kustomization includes it. */
export interface IncludedObject {
  readonly facts: ObjectFacts;
  /** The path of the folder of the outermost kustomization, as findings name it. */
  readonly overlay: string;
  /** The kustomizations that change it, in their order. */
  readonly kustomizations: readonly Kustomization[];
  /** Its changes by patches and replacements, in their order; undefined if they are not known. */
  readonly changes: readonly BuildChange[] | undefined;
}

/** A source of a replacement that kustomize cannot read in a build, so that it fails. */
export interface FailedSource {
  readonly open: OpenReplacement;
  /** The path of the folder of the outermost kustomization, as findings name it. */
  readonly overlay: string;
  readonly problem: string;
}

/** A source of a replacement, and the objects that it selects. */
interface FoundSource {
  readonly source: ReplacementSource;
  readonly objects: SteppedObject[];
}

/** An object, and the kustomizations that have changed it, in their order. */
interface SteppedObject {
  readonly facts: ObjectFacts;
  readonly steps: readonly BuildStep[];
}

/** A state of an object while it is built. */
interface PartlyBuilt {
  readonly changes: readonly BuildChange[];
  readonly value: Mapping;
  /** The mappings of the value that no other state has. */
  readonly made: ChangeableMappings;
}

/** The most objects that take their values from each other by replacements. */
const DEEPEST_SOURCE = 20;

/** The objects that the outermost kustomizations of a run build. */
export class IncludedObjects {
  readonly #index: FileIndex;
  readonly #valueIn: (part: number) => Value | undefined;
  readonly #byPart = new Map<number, IncludedObject[]>();
  readonly #changesOf: (kustomization: Kustomization) => KnownChanges | undefined;
  readonly #failedSources: FailedSource[] = [];
  readonly #leftOut: LeftOutObjects;
  #left = MOST_INCLUDED;
  readonly #sourcesOf: (step: BuildStep) => ReadonlyMap<number, FoundSource>;
  readonly #valuesOf = onceForEach((_: BuildStep) => new Map<number, SourceValue | undefined>());
  /** The changes of a step by their numbers. */
  readonly #madeIn = onceForEach((_: BuildStep) => new Map<number, BuildChange | undefined>());
  /**
   * The states of objects that sources of a step have read last. Most sources of a step read one object, each a bit
   * later.
   */
  readonly #readIn = onceForEach((_: BuildStep) => new Map<ObjectFacts, PartlyBuilt>());
  #depth = 0;

  /**
   * @param opened the kustomizations of the input
   * @param valueIn reads the document in a part of the input
   */
  constructor(
    index: FileIndex,
    opened: ReadonlyMap<Kustomization, OpenKustomization>,
    valueIn: (part: number) => Value | undefined,
  ) {
    this.#index = index;
    this.#leftOut = new LeftOutObjects(index);
    this.#valueIn = valueIn;
    const changes = new BuildChanges();
    this.#changesOf = onceForEach((kustomization: Kustomization) => {
      const open = opened.get(kustomization);
      const isComplete = open === undefined || this.#hasComponents(open.folder);
      return isComplete ? changes.read(kustomization, open) : undefined;
    });
    this.#sourcesOf = onceForEach((step: BuildStep) => this.#findSources(step));
  }

  /** The objects by the number of their part: once for each way in which an outermost kustomization includes it. */
  get byPart(): ReadonlyMap<number, readonly IncludedObject[]> {
    return this.#byPart;
  }

  /** The parts of the objects of kustomizations that are not built. */
  get unbuilt(): ReadonlySet<number> {
    return this.#leftOut.parts;
  }

  /** The sources of replacements that the outermost kustomizations cannot read. */
  get failedSources(): readonly FailedSource[] {
    return this.#failedSources;
  }

  /** Collects the objects that an outermost kustomization builds, unless these are too many. */
  collect(folder: ProjectFolder, { document }: OpenKustomization): void {
    const overlay = folderOf(document.open.source.file);
    const included = this.#left > 0 ? includedFiles(folder, this.#index) : [];
    if (included.length === 0) this.#leftOut.add(folder);
    for (const step of new Set(included.flatMap(({ steps }) => steps))) {
      for (const { source } of this.#sourcesOf(step).values()) {
        const read = this.#valueFrom(source, step);
        const { open } = source;
        if (read?.kind === 'none')
          this.#failedSources.push({ open, overlay, problem: read.problem });
      }
    }
    for (const { facts, steps } of objectsIn(included)) {
      this.#left--;
      if (facts.item !== null || findKind(facts.kind)?.validated !== true) continue;
      const kustomizations = steps.map(({ kustomization }) => kustomization);
      const changes = this.#changesFor({ facts, steps }, Number.POSITIVE_INFINITY);
      addTo(this.#byPart, facts.part, { facts, overlay, kustomizations, changes });
    }
  }

  /** Reports whether the input has all components of a kustomization. */
  #hasComponents({ path, kustomization }: ProjectFolder): boolean {
    return (kustomization?.components ?? []).every((name) =>
      this.#index.folders.has(pathIn(path, name)),
    );
  }

  /**
   * The changes of an object. Undefined if they are not known: patches may change what the targets of later ones select
   * by, and values that replacements read may not be known.
   *
   * @param end the number of the first change that is left out
   */
  #changesFor({ facts, steps }: SteppedObject, end: number): readonly BuildChange[] | undefined {
    const changes: BuildChange[] = [];
    const reselected = new Set<KnownChange['reselects'][number]>();
    let after = candidateAfter(facts.asPatched(), []);
    for (const step of steps) {
      const known = this.#changesOf(step.kustomization);
      if (known === undefined) return undefined;
      if ([...reselected].some((one) => known.lastBy.has(one))) return undefined;
      const before = after;
      after = changedBy(before, step.kustomization);
      if (mayBeMerged(before, step.kustomization)) return undefined;
      const found = [...known.early.applied(before), ...known.late.applied(after)]
        .filter((one) => one.number < end && !isRejected(one, after))
        .sort(byNumber);
      for (const one of found) {
        const { number, reselects } = one;
        if (reselects.some((part) => (known.lastBy.get(part) ?? -1) > number)) return undefined;
        for (const part of reselects) reselected.add(part);
        const made = this.#madeIn(step);
        if (!made.has(number)) made.set(number, this.#buildChange(one, step));
        const change = made.get(number);
        if (change === undefined) return undefined;
        changes.push(change);
      }
    }
    return changes;
  }

  #buildChange(
    { number, layer, target, content }: KnownChange,
    step: BuildStep,
  ): BuildChange | undefined {
    if (content.kind !== 'replacement') return { key: `${number}`, layer, target, change: content };
    const read = this.#valueFrom(content.source, step);
    if (read?.kind !== 'value') return undefined;
    const { value } = read;
    const { fields, options } = content.into;
    const change = { kind: 'replacement', value, fields, options } as const;
    return { key: `${number} ${jsonText(value, 'by key')}`, layer, target, change };
  }

  /** The result of reading the source of a replacement of a step. Undefined if it is not known. */
  #valueFrom(source: ReplacementSource, step: BuildStep): SourceValue | undefined {
    const { number, open } = source;
    const { source: target, value } = open.replacement;
    if (target === undefined) return value === undefined ? undefined : { kind: 'value', value };
    const values = this.#valuesOf(step);
    if (!values.has(number)) {
      this.#depth++;
      values.set(number, this.#depth > DEEPEST_SOURCE ? undefined : this.#read(source, step));
      this.#depth--;
    }
    return values.get(number);
  }

  #read({ number, target, open }: ReplacementSource, step: BuildStep): SourceValue | undefined {
    const objects = this.#sourcesOf(step).get(number)?.objects ?? [];
    const states = objects.map((one) => this.#stateOf(one, number, step));
    const [state, second] = states;
    if (state === undefined || !states.every((one) => one !== undefined)) return undefined;
    const { value, facts, kustomizations, changes } = state;
    if (second !== undefined) {
      const names = [state, second].map((one) => nameOf(one.value)).join(' and ');
      const isCertain = target !== undefined && isPlainTarget(target);
      return isCertain ? { kind: 'none', problem: `its source selects ${names}` } : undefined;
    }
    const { fieldPath } = open.replacement;
    const isIdentity = fieldPath === 'metadata.name' || fieldPath === 'metadata.namespace';
    if (!isIdentity && kustomizations.some((one) => setsField(one, fieldPath))) return undefined;
    const isReselected = changes.some(({ change }) => change.kind === 'replacement');
    if (isIdentity && isReselected) return undefined;
    const candidate = candidateAfter(facts.asPatched(), kustomizations);
    const read = readSource(isIdentity ? renamed(value, candidate) : value, open.replacement);
    // Later changes of the object must not change what was read from it.
    if (read?.kind === 'value' && typeof read.value === 'object')
      this.#readIn(step).get(facts)?.made.clear();
    if (read?.kind !== 'none') return read;
    const isKnown = !mayBeMadeOtherwise(open.replacement, kustomizations);
    return isKnown ? { ...read, problem: `${nameOf(value)} ${read.problem}` } : undefined;
  }

  /** An object as a source of a step reads it. Undefined if that is not known. */
  #stateOf({ facts, steps: all }: SteppedObject, number: number, step: BuildStep) {
    if (facts.item !== null) return undefined;
    const steps = all.slice(0, all.indexOf(step) + 1);
    const own = this.#valueIn(facts.part);
    const changes = this.#changesFor({ facts, steps }, number);
    if (changes === undefined || !isMapping(own)) return undefined;
    const value = this.#valueAfter(changes, own, facts, step);
    if (value === undefined) return undefined;
    return { value, facts, changes, kustomizations: steps.map((one) => one.kustomization) };
  }

  /** The value of an object with some changes, for a source of a step. Undefined if it is not known. */
  #valueAfter(
    changes: readonly BuildChange[],
    own: Mapping,
    facts: ObjectFacts,
    step: BuildStep,
  ): Mapping | undefined {
    const read = this.#readIn(step);
    const last = read.get(facts);
    const isEarlier = last?.changes.every((change, index) => change === changes[index]) === true;
    const { value, made, ...before } = isEarlier
      ? last
      : { changes: [], value: own, made: new Map() as ChangeableMappings };
    // The last state is changed.
    read.delete(facts);
    const result = applyChanges(value, changes.slice(before.changes.length), made);
    if (result?.outcome !== 'built') return undefined;
    read.set(facts, { changes, value: result.value, made });
    return result.value;
  }

  /** The sources of the replacements of a step that select an object, by their numbers. */
  #findSources(step: BuildStep): ReadonlyMap<number, FoundSource> {
    const found = new Map<number, FoundSource>();
    const known = this.#changesOf(step.kustomization);
    if (known === undefined || known.sources.isEmpty) return found;
    for (const object of objectsIn(step.files())) {
      const { facts, steps } = object;
      const kustomizations = steps
        .slice(0, steps.indexOf(step) + 1)
        .map(({ kustomization }) => kustomization);
      const candidate = candidateAfter(facts.asPatched(), kustomizations);
      for (const source of known.sources.applied(candidate)) {
        getOrCompute(found, source.number, () => ({ source, objects: [] })).objects.push(object);
      }
    }
    return found;
  }
}

function objectsIn(files: readonly IncludedFile[]): readonly SteppedObject[] {
  return files.flatMap(({ file, steps }) => file.objects.map((facts) => ({ facts, steps })));
}

/** Reports whether a generator of a kustomization may add data to an object, or replace it. */
function mayBeMerged({ kind, names }: PatchCandidate, { generatedNames }: Kustomization): boolean {
  return GENERATED_KINDS.includes(kind) && names.some((name) => generatedNames.has(name));
}

function isRejected({ content }: KnownChange, candidate: PatchCandidate): boolean {
  return (
    content.kind === 'replacement' &&
    content.into.rejected.some((target) => matchesTarget(target, candidate))
  );
}

/** An object with the name and the namespace that kustomizations have given it. */
function renamed(object: Mapping, { names, namespaces = [] }: PatchCandidate): Mapping {
  const namespace = namespaces.at(-1) ?? '';
  return {
    ...object,
    metadata: {
      ...mappingIn(object, 'metadata'),
      name: names.at(-1) ?? null,
      ...(namespace === '' ? {} : { namespace }),
    },
  };
}

/**
 * Reports whether the field that a replacement reads may be there nevertheless, or have more parts: kustomize adds
 * annotations while it builds, and names and images have other values then.
 */
function mayBeMadeOtherwise(
  { fieldPath, options }: Replacement,
  kustomizations: readonly Kustomization[],
): boolean {
  const isRenamed = kustomizations.some((one) => one.namePrefix !== '' || one.nameSuffix !== '');
  return (
    /^metadata\.annotations$|config\.kubernetes\.io/.test(fieldPath) ||
    (options.delimiter !== '' && (isRenamed || /image/i.test(fieldPath)))
  );
}
