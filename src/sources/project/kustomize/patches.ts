import { areEqualLists } from '../../../base/equal-lists.ts';
import { onceForEach } from '../../../base/once-for-each.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { findKind } from '../../../server/kubernetes/kinds.ts';
import type { Labels } from '../../../server/kubernetes/label-selector.ts';
import { isMapping, type Mapping, mappingAt, type Value } from '../../../yaml/index.ts';
import { stepsOfField } from '../field-path.ts';
import { folderOf } from '../normalize-path.ts';
import type { Surrounding } from '../project-folder.ts';
import { applyChange } from './apply-change.ts';
import type { ChangedFields } from './changed-fields.ts';
import { mayBuild, namesOfFolders } from './delivered-folders.ts';
import { type DeliveredPatch, type Delivery, patchesForFlux } from './delivery.ts';
import { type Inclusion, Inclusions, locationOf, placeOf } from './inclusions.ts';
import type { Kustomization } from './kustomization.ts';
import { kustomizedName } from './kustomized-name.ts';
import { PatchIndex } from './patch-index.ts';
import { matchesTarget, type PatchCandidate } from './patch-target.ts';

/** An object that patches may be for. */
export interface PatchedObject {
  /** The path of its file, as the input names it. */
  readonly file: string;
  readonly apiVersion: string | null;
  readonly kind: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  /** The object as its file has it. */
  readonly value: () => Value;
}

/** The patches of a run. They show the values that objects of a base will have although their files lack them. */
export class Patches {
  readonly #inclusions = new Inclusions();
  readonly #patching = new Set<Kustomization>();
  /** The patches that Flux and Argo CD apply, as objects of the run state them. */
  readonly #delivered: DeliveredPatch[] = [];
  #deliveredIndex: PatchIndex<DeliveredPatch> | undefined;
  /** The folders of the files of the run. */
  readonly #folders = new Set<string>();
  #folderNames: ReadonlySet<string> | undefined;
  /** The folders, from the root of their repository, to whose kustomizations these add components. */
  readonly #extended = new Set<string>();

  get isEmpty(): boolean {
    return this.#patching.size === 0 && this.#delivered.length === 0;
  }

  /** Reports whether other patches are those of the same kustomizations and objects. */
  areSameAs(other: Patches): boolean {
    return (
      this.#inclusions.areSameAs(other.#inclusions) &&
      areEqualLists(this.#delivered, other.#delivered) &&
      areEqualLists([...this.#folders], [...other.#folders]) &&
      areEqualLists([...this.#extended], [...other.#extended])
    );
  }

  /** Adds changes that Flux or Argo CD makes to what it builds. */
  addDelivery({ patches, extended }: Delivery): void {
    for (const patch of patches) this.#delivered.push(patch);
    for (const folder of extended) this.#extended.add(folder);
  }

  /** Reports whether Flux or Argo CD adds components to the kustomization in a folder. */
  areExtended(folder: string): boolean {
    if (this.#extended.size === 0) return false;
    const steps = folder.split('/');
    return steps.some((_, index) => this.#extended.has(steps.slice(index).join('/')));
  }

  /**
   * Adds the patches of the kustomizations in the folder of a file and in those above it.
   *
   * @param file its path, as the input names it
   */
  addAround(surroundings: readonly Surrounding[], file: string): void {
    this.#folders.add(folderOf(placeOf(file, surroundings)));
    for (const { folder } of surroundings) {
      this.#inclusions.add(folder);
      const { kustomization } = folder;
      if (kustomization === undefined || kustomization.patches.length === 0) continue;
      if (this.#patching.has(kustomization)) continue;
      this.#patching.add(kustomization);
      const forFlux = kustomization.patches.filter(({ target }) => target.kind === 'Kustomization');
      if (forFlux.length > 0) this.addDelivery({ patches: patchesForFlux(forFlux), extended: [] });
    }
  }

  /**
   * The fields that the patches of an object change. A patch is applied to the files that its kustomization includes.
   * If these are not known because the kustomization names no resources, it is applied to the files in its folder and
   * below.
   *
   * @param surroundings the folders around the file with the object
   */
  of(object: PatchedObject, surroundings: readonly Surrounding[]): ObjectPatches {
    const file = locationOf(surroundings);
    const inclusions = file === undefined ? [] : this.#inclusions.of(file);
    const candidateAt = candidatesOf(object);
    const patches =
      inclusions.length > 0
        ? inclusions.flatMap(({ kustomization, through }) =>
            indexOf(kustomization).applied(candidateAt(through)),
          )
        : withoutResources(surroundings).flatMap((kustomization) =>
            indexOf(kustomization).applied(candidateAt(undefined)),
          );
    const delivered = this.#deliveredTo(object, surroundings, inclusions);
    return new ObjectPatches(
      object,
      [...patches, ...delivered].map(({ fields }) => fields),
    );
  }

  /** The fields that Flux or Argo CD change in an object after all kustomizations. */
  after(object: PatchedObject, surroundings: readonly Surrounding[]): ObjectPatches {
    const file = locationOf(surroundings);
    const inclusions = file === undefined ? [] : this.#inclusions.of(file);
    const fields = this.#deliveredTo(object, surroundings, inclusions).map((patch) => patch.fields);
    return new ObjectPatches(object, fields);
  }

  #deliveredTo(
    object: PatchedObject,
    surroundings: readonly Surrounding[],
    inclusions: readonly Inclusion[],
  ): readonly DeliveredPatch[] {
    if (this.#delivered.length === 0) return [];
    this.#deliveredIndex ??= new PatchIndex(this.#delivered);
    const index = this.#deliveredIndex;
    const candidateAt = candidatesOf(object);
    const applied = [undefined, ...inclusions].flatMap((one) => index.applied(candidateAt(one)));
    if (applied.length === 0) return [];
    const paths = [placeOf(object.file, surroundings), ...inclusions.map(({ path }) => path)];
    this.#folderNames ??= namesOfFolders(this.#folders);
    const names = this.#folderNames;
    return [...new Set(applied)].filter(({ below }) => mayBuild(below, names, paths));
  }

  /**
   * The values that an object has in the outputs of the kustomizations that include it and that no other one includes.
   * Undefined if there are none, or if they are not known exactly: because a component changes the object, or a
   * replacement does, or a patch cannot be applied.
   *
   * @param object of a kind whose lists have no merge keys
   */
  builtFrom(
    object: PatchedObject,
    surroundings: readonly Surrounding[],
  ): readonly Mapping[] | undefined {
    const file = locationOf(surroundings);
    const inclusions = file === undefined ? [] : this.#inclusions.of(file);
    const included = new Set(inclusions.map(({ through }) => through));
    const outermost = inclusions.filter((inclusion) => !included.has(inclusion));
    const builds = outermost.map((inclusion) => built(object, inclusion));
    const known = builds.filter((build) => build !== undefined);
    return known.length === 0 || known.length < builds.length ? undefined : known;
  }
}

/**
 * Reports whether a kustomization gives an object another kind after the patches in a file, which may have the fields
 * of both kinds.
 *
 * @param surroundings the folders around the file with the patch
 */
export function isKindReplaced(
  object: PatchedObject,
  surroundings: readonly Surrounding[],
): boolean {
  const patches = surroundings.flatMap(({ folder: { kustomization }, path }) =>
    kustomization?.parts.has(path) === true ? patchesOfKinds(kustomization) : [],
  );
  if (patches.length === 0) return false;
  const candidate = candidateAfter(object, []);
  return patches.some(({ target }) => matchesTarget(target, candidate));
}

const KIND = stepsOfField('kind', null);

/** The patches of a kustomization that change the kind of an object. */
const patchesOfKinds = onceForEach(({ patches }: Kustomization) =>
  patches.filter(({ fields }) => fields.touch(KIND)),
);

/** The value of an object after a chain of kustomizations. Undefined if it is not known exactly. */
function built(object: PatchedObject, last: Inclusion): Mapping | undefined {
  let value: Value | undefined = object.value();
  let candidate = candidateAfter(object, []);
  for (const kustomization of chainOf(last)) {
    if (kustomization.isComponent || kustomization.components.length > 0) return undefined;
    for (const { target, change } of kustomization.patches) {
      if (!matchesTarget(target, candidate)) continue;
      value = change && isMapping(value) ? applyChange(value, change) : undefined;
    }
    candidate = changedBy(candidate, kustomization);
  }
  return isMapping(value) ? value : undefined;
}

const indexOf = onceForEach(({ patches }: Kustomization) => new PatchIndex(patches));

/** The kustomizations around a file that name no resources. */
function withoutResources(surroundings: readonly Surrounding[]): readonly Kustomization[] {
  return surroundings.flatMap(({ folder: { kustomization } }) =>
    kustomization?.resources.size === 0 ? [kustomization] : [],
  );
}

/** The fields that the patches of one object change. */
export class ObjectPatches {
  readonly #object: PatchedObject;
  readonly #fields: readonly ChangedFields[];

  constructor(object: PatchedObject, fields: readonly ChangedFields[]) {
    this.#object = object;
    this.#fields = fields;
  }

  /** Reports whether some patch sets or removes a field, a part of it, or a field around it. */
  touch(field: string): boolean {
    if (this.#fields.length === 0) return false;
    const steps = stepsOfField(field, this.#object.value());
    return this.#fields.some((fields) => fields.touch(steps));
  }
}

/** Kustomizations that change an object one after the other, from the last one to the first. */
interface Chain {
  readonly kustomization: Kustomization;
  readonly through: Chain | undefined;
}

/** An object as the patches of a kustomization find it, after others have changed it. */
interface KustomizedCandidate extends PatchCandidate {
  readonly object: PatchedObject;
  /** The kustomizations that have given it labels or annotations. */
  readonly labelling: Chain | undefined;
}

/** One object after each chain of the kustomizations that include it. */
function candidatesOf(object: PatchedObject): (chain: Chain | undefined) => KustomizedCandidate {
  const written = candidateAfter(object, []);
  const after = (chain: Chain | undefined) => (chain === undefined ? written : changed(chain));
  const changed = onceForEach(
    ({ kustomization, through }: Chain): KustomizedCandidate =>
      changedBy(after(through), kustomization),
  );
  return after;
}

/**
 * An object as the patches of a kustomization find it.
 *
 * @param kustomizations the ones that have changed it before, the innermost first
 */
export function candidateAfter(
  object: PatchedObject,
  kustomizations: readonly Kustomization[],
): KustomizedCandidate {
  const { apiVersion, kind, namespace, name } = object;
  const isNamespaced = findKind(kind ?? '')?.namespaced ?? true;
  const written: KustomizedCandidate = {
    object,
    ...groupAndVersion(apiVersion ?? ''),
    kind: kind ?? '',
    namespaces: isNamespaced ? [namespace ?? ''] : undefined,
    names: [name ?? ''],
    ...labelledBy(object, undefined),
  };
  return kustomizations.reduce(changedBy, written);
}

/** An object after one more kustomization. */
export function changedBy(
  before: KustomizedCandidate,
  kustomization: Kustomization,
): KustomizedCandidate {
  const { object, kind, names, namespaces, labelling } = before;
  const { namespace, labels, annotations } = kustomization;
  const last = names.at(-1) ?? '';
  const name = kustomizedName(kind, last, kustomization);
  const isLabelled = labels.size > 0 || annotations.size > 0;
  // Most kustomizations change nothing by which patches select objects, and each name is compared with those of all.
  if (name === last && namespace === undefined && !isLabelled) return before;
  return {
    ...before,
    names: name === last ? names : [...names, name],
    namespaces: namespace === undefined ? namespaces : namespaces && [...namespaces, namespace],
    ...(isLabelled ? labelledBy(object, { kustomization, through: labelling }) : {}),
  };
}

function labelledBy(object: PatchedObject, labelling: Chain | undefined) {
  return {
    labelling,
    labels: () => merged(object, 'labels', chainOf(labelling)),
    annotations: () => merged(object, 'annotations', chainOf(labelling)),
  };
}

/** The kustomizations of a chain, from the first one to the last. */
function chainOf(last: Chain | undefined): readonly Kustomization[] {
  const kustomizations: Kustomization[] = [];
  for (let one = last; one !== undefined; one = one.through) kustomizations.push(one.kustomization);
  return kustomizations.reverse();
}

function merged(
  object: PatchedObject,
  field: 'labels' | 'annotations',
  kustomizations: readonly Kustomization[],
): Labels {
  const own = mappingAt(object.value(), 'metadata', field);
  return new Map([
    ...Object.entries(own).flatMap(([key, text]) =>
      typeof text === 'string' ? [[key, text] as const] : [],
    ),
    ...kustomizations.flatMap((one) => [...one[field]]),
  ]);
}
