import { lazy } from '../../base/lazy.ts';
import { findKind } from '../../server/kubernetes/kinds.ts';
import { kustomizedName } from '../project/kustomize/kustomized-name.ts';
import type { PatchCandidate } from '../project/kustomize/patch-target.ts';
import { pathIn } from '../project/normalize-path.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import type { FileFacts } from './file-facts.ts';
import type { InstalledFacts } from './installations.ts';
import { type FileIndex, KustomizationWalk } from './kustomization-walk.ts';

/** The objects that a kustomization builds, as far as the input shows. */
export interface KustomizationBuild {
  /** The path of the kustomization's folder, as findings name files. */
  readonly path: string;
  /**
   * The objects as patches find them.
   *
   * @param isLast true for patches that are applied after the kustomization has changed names and namespaces
   */
  readonly candidates: (isLast: boolean) => readonly PatchCandidate[];
  /** The objects of the resources that comments in it turn off. */
  readonly turnedOff: () => readonly PatchCandidate[];
  /** True if it builds no other objects but ConfigMaps and Secrets. */
  readonly isComplete: boolean;
  /** True if it or a kustomization that it includes generates ConfigMaps or Secrets. */
  readonly generates: boolean;
}

/** Finds the objects that the kustomization of a folder builds. */
export function buildOf(folder: ProjectFolder, index: FileIndex): KustomizationBuild {
  const walk = new KustomizationWalk(index);
  walk.include(folder, []);
  const { files, kustomizations, generatedNames } = walk;
  const objects = files.flatMap(({ file, kustomizations: around }) =>
    file.objects.map((facts) => ({ facts, kustomizations: around })),
  );
  const early = lazy(() => objects.map((one) => candidateFor(one, false)));
  const late = lazy(() => objects.map((one) => candidateFor(one, true)));
  return {
    path: folder.path,
    candidates: (isLast) => (isLast ? late() : early()),
    turnedOff: lazy(() => turnedOffIn(folder, index)),
    isComplete:
      walk.isComplete &&
      !folder.kustomization?.isComponent &&
      kustomizations.every(keepsNames) &&
      files.every(({ file }) => hasOnlyKnownObjects(file)),
    generates: generatedNames.size > 0,
  };
}

function turnedOffIn(
  { path, kustomization }: ProjectFolder,
  index: FileIndex,
): readonly PatchCandidate[] {
  return (kustomization?.commentedResources ?? []).flatMap((name) => {
    const target = pathIn(path, name);
    const inner = index.folders.get(target);
    if (inner !== undefined) return buildOf(inner, index).candidates(true);
    const objects = index.byPath.get(target)?.objects ?? [];
    return objects.map((facts) => candidateFor({ facts, kustomizations: [] }, false));
  });
}

/**
 * Reports whether a kustomization changes the names of the objects that it includes in no other way than these show.
 */
function keepsNames({
  changesIdentities,
  isComponent,
  namePrefix,
  nameSuffix,
  namespace,
}: KustomizationWalk['kustomizations'][number]): boolean {
  // A component changes the objects of the kustomization that includes it, not only its own.
  const renamesOthers =
    isComponent && (namePrefix !== '' || nameSuffix !== '' || namespace !== undefined);
  return !changesIdentities && !renamesOthers;
}

/** Reports whether all objects of a file are known, although their names may have placeholders. */
function hasOnlyKnownObjects({ isOpaque, hasOthers, objects, surroundings }: FileFacts): boolean {
  // A file without objects is filled in by a program, such as `flux bootstrap`.
  const isEmpty = objects.length === 0;
  return !isOpaque && !hasOthers && !isEmpty && !surroundings.some(({ folder }) => folder.isChart);
}

/**
 * An object as the patches of a kustomization find it.
 *
 * @param isLast true for patches that are applied after the kustomization has changed names and namespaces
 */
function candidateFor({ facts, kustomizations }: InstalledFacts, isLast: boolean): PatchCandidate {
  const { group, version, kind } = facts;
  const before = isLast ? kustomizations : kustomizations.slice(0, -1);
  const names = new Set([facts.name]);
  let name = facts.name;
  const namespaces = new Set([facts.namespace ?? '']);
  for (const kustomization of before) {
    const { namePrefix, nameSuffix, namespace } = kustomization;
    // Most kustomizations set neither.
    if (namePrefix === '' && nameSuffix === '' && namespace === undefined) continue;
    // Configurations can give prefixes to kinds that have none.
    names.add(`${namePrefix}${name}${nameSuffix}`);
    name = kustomizedName(kind, name, kustomization);
    // The last name is the current one.
    names.delete(name);
    names.add(name);
    if (namespace !== undefined) namespaces.add(namespace);
  }
  // For kustomize, an object without a namespace is in this one.
  if (namespaces.has('') || namespaces.has('default')) namespaces.add('').add('default');
  return {
    group,
    version,
    kind,
    namespaces: findKind(kind)?.namespaced === false ? undefined : [...namespaces],
    names: [...names],
    labels: () => facts.labels,
    annotations: () => new Map(),
  };
}
