import { getOrCompute } from '../../base/get-or-compute.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import type { Steps } from '../../base/steps.ts';
import type { Kustomization } from '../project/kustomize/kustomization.ts';
import { PatchIndex } from '../project/kustomize/patch-index.ts';
import { candidateAfter, changedBy, type PatchedObject } from '../project/kustomize/patches.ts';
import { folderOf, normalizePath } from '../project/normalize-path.ts';
import { hasPlaceholder } from '../project/placeholders.ts';
import { isProgramGroup } from '../project/program-group.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import type { FileFacts } from './file-facts.ts';
import {
  indexFiles,
  KustomizationWalk,
  LeftOutObjects,
  MOST_INCLUDED,
  namedIn,
  pathOf,
} from './kustomization-walk.ts';
import type { ObjectFacts } from './object-facts.ts';
import { ObjectNames } from './object-names.ts';

/** An object as it is applied, after kustomizations have changed it. */
export interface InstalledFacts {
  readonly facts: ObjectFacts;
  /** The kustomizations that change it, the innermost first. */
  readonly kustomizations: readonly Kustomization[];
}

/** An installation: files that are applied together, as the project files and the folders show. */
export interface InstallationFacts {
  readonly kind: 'kustomization' | 'release' | 'folder' | 'file';
  /** The path of the folder or file, as findings name it. */
  readonly path: string;
  readonly objects: readonly InstalledFacts[];
  /** True if everything that is applied with the installation is in the input, as far as its files show. */
  readonly isComplete: boolean;
  /** True if the program that applies the objects sends them in another order than that of their files. */
  readonly isSorted: boolean;
  /** The names of generated ConfigMaps and Secrets. */
  readonly generatedNames: ReadonlySet<string>;
}

/** The installations of a run. */
interface Installations {
  readonly installations: readonly InstallationFacts[];
  /** The parts of the objects of kustomizations that are left out, because there are too many. */
  readonly leftOut: ReadonlySet<number>;
}

/**
 * Finds the files that are applied together:
 *
 * - the files that a kustomization includes, by itself or through others, if no other kustomization includes it. Two
 *   overlays of one base are two installations, each with the objects of the base;
 * - the objects that Helm has rendered from one chart into one file, or one folder;
 * - the other files of a folder, without those below it. A file in the folder of a kustomization which does not include
 *   it is an installation by itself, and so are files that have objects in common, such as files of several releases.
 *
 * @param files the files, in the order of the input
 */
export function* findInstallations(files: readonly FileFacts[]): Steps<Installations> {
  const index = indexFiles(files);
  const named = namedIn(index.folders.values());
  const leftOut = new LeftOutObjects(index);
  const installations: InstallationFacts[] = [];
  let left = MOST_INCLUDED;
  for (const folder of index.folders.values()) {
    if (named.has(folder.path)) continue;
    yield;
    if (left <= 0) {
      leftOut.add(folder);
      continue;
    }
    const walk = new KustomizationWalk(index);
    walk.include(folder, []);
    if (walk.files.length === 0) continue;
    const installation = kustomized(folder, walk);
    left -= walk.files.length + installation.objects.length;
    installations.push(installation);
  }
  const included = new Set([...named].map((path) => index.byPath.get(path)));
  const others = files.filter((file) => !included.has(file));
  return { installations: [...installations, ...(yield* loose(others))], leftOut: leftOut.parts };
}

function kustomized(folder: ProjectFolder, walk: KustomizationWalk): InstallationFacts {
  const { files, isComplete, generatedNames } = walk;
  return {
    kind: 'kustomization',
    path: namedPath(folder.path, files[0]?.file),
    objects: files.flatMap(({ file, kustomizations }) =>
      file.objects
        .filter((facts) => !isRemoved(facts.asPatched(), kustomizations))
        .map((facts) => ({ facts, kustomizations })),
    ),
    isComplete: isComplete && files.every(({ file }) => isKnown(file)),
    isSorted: true,
    generatedNames,
  };
}

/**
 * Reports whether kustomizations remove an object that they include.
 *
 * @param kustomizations the innermost first
 */
function isRemoved(object: PatchedObject, kustomizations: readonly Kustomization[]): boolean {
  let candidate = candidateAfter(object, []);
  return kustomizations.some((kustomization) => {
    const isRemovedHere = removalsOf(kustomization).applied(candidate).length > 0;
    candidate = changedBy(candidate, kustomization);
    return isRemovedHere;
  });
}

/** The patches of a kustomization that remove objects. */
const removalsOf = onceForEach(
  ({ patches }: Kustomization) =>
    new PatchIndex(
      patches.filter(({ change }) => change?.kind === 'merge' && change.patch.$patch === 'delete'),
    ),
);

/** A folder of the project as the input names its files, which may be relative to another folder. */
function namedPath(folder: string, file: FileFacts | undefined): string {
  if (file === undefined) return folder;
  const [path, name] = [pathOf(file), normalizePath(file.file)];
  const start = path.endsWith(name) ? path.slice(0, path.length - name.length) : '';
  const inside = `${folder}/`;
  return inside.startsWith(start) ? inside.slice(start.length, -1) || '.' : folder;
}

/** The installations of the files that no kustomization includes. */
function* loose(files: readonly FileFacts[]): Steps<readonly InstallationFacts[]> {
  const groups = new Map<
    string,
    Pick<InstallationFacts, 'kind' | 'path'> & { members: Member[] }
  >();
  for (const file of files) {
    yield;
    for (const { kind, path, objects } of partsOf(file)) {
      const key = `${kind} ${path}`;
      const group = getOrCompute(groups, key, () => ({ kind, path, members: [] }));
      group.members.push({ file, objects });
    }
  }
  const installations: InstallationFacts[] = [];
  for (const { kind, path, members } of groups.values()) {
    yield;
    if (kind === 'folder' && areAlternatives(members)) {
      for (const member of members) {
        installations.push(installationOf('file', member.file.file, [member]));
      }
    } else installations.push(installationOf(kind, path, members));
  }
  return installations;
}

const NO_KUSTOMIZATIONS: readonly Kustomization[] = [];

function installationOf(
  kind: InstallationFacts['kind'],
  path: string,
  members: readonly Member[],
): InstallationFacts {
  return {
    kind,
    path,
    objects: members.flatMap(({ objects }) =>
      objects.map((facts) => ({ facts, kustomizations: NO_KUSTOMIZATIONS })),
    ),
    isComplete: members.every(({ file }) => isKnown(file)),
    isSorted: kind === 'release' || members.some(({ file }) => isOfKpt(file)),
    generatedNames: new Set(),
  };
}

/** Reports whether a file is in a package of kpt. Source: https://kpt.dev/reference/cli/live/apply/ */
function isOfKpt({ surroundings }: FileFacts): boolean {
  return surroundings.some(({ folder }) => folder.isKptPackage);
}

/** The number of objects in two files of a folder that may be duplicates by mistake. */
const MOST_DUPLICATES = 2;

/**
 * Reports whether the files of a folder are states or releases of the same objects, which are not applied together.
 * They are if they have several objects in common, or if two files have the same objects.
 */
function areAlternatives(members: readonly Member[]): boolean {
  if (members.length < 2) return false;
  const known = new ObjectNames();
  const files = new Set<string>();
  let repeated = 0;
  for (const { objects } of members) {
    if (objects.length === 0) continue;
    const own = new ObjectNames();
    const distinct = objects.filter((object) => own.add(object));
    for (const object of distinct) {
      if (!known.add(object)) repeated++;
    }
    if (repeated > MOST_DUPLICATES) return true;
    // With more objects, some would be counted as duplicates.
    if (distinct.length > MOST_DUPLICATES) continue;
    const all = distinct.map(identityOf).sort().join('\n\n');
    if (files.has(all)) return true;
    files.add(all);
  }
  return false;
}

function identityOf({ group, kind, namespace, name }: ObjectFacts): string {
  return [group, kind, namespace ?? '', name].join('\n');
}

interface Member {
  readonly file: FileFacts;
  readonly objects: readonly ObjectFacts[];
}

/** Divides a file by the installations that its objects belong to: rendered objects by their chart, and the others. */
function partsOf(
  file: FileFacts,
): readonly (Pick<InstallationFacts, 'kind' | 'path'> & { readonly objects: ObjectFacts[] })[] {
  const hasKustomization = file.surroundings.some(
    ({ folder, path }) => folder.kustomization !== undefined && !path.includes('/'),
  );
  const own = hasKustomization
    ? ({ kind: 'file', path: file.file } as const)
    : ({ kind: 'folder', path: folderOf(file.file) } as const);
  const parts = new Map<string, ReturnType<typeof partsOf>[number]>();
  // A file without objects belongs to its folder too: its unknown contents may be applied with the other files.
  if (file.objects.length === 0) return [{ ...own, objects: [] }];
  for (const facts of file.objects) {
    const { kind, path } =
      facts.renderedFrom === null ? own : releaseOf(facts.renderedFrom, file.file);
    const key = `${kind} ${path}`;
    const part = getOrCompute(parts, key, () => ({ kind, path, objects: [] }));
    part.objects.push(facts);
  }
  return [...parts.values()];
}

/**
 * The release of a rendered file. `helm template` writes one stream; with `--output-dir`, it writes each template to a
 * file with the path of the template.
 */
function releaseOf(template: string, file: string): Pick<InstallationFacts, 'kind' | 'path'> {
  const chart = template.split('/')[0] ?? '';
  const isOwnFile = file.endsWith(`/${template}`) || file === template;
  const path = isOwnFile ? `${file.slice(0, file.length - template.length)}${chart}` : file;
  return { kind: 'release', path };
}

/** The kinds of objects that represent other objects, which a controller applies with them. */
const KINDS_THAT_INSTALL: ReadonlySet<string> = new Set([
  'Application',
  'ApplicationSet',
  'ClusterServiceVersion',
  'HelmChart',
  'HelmRelease',
  'Kustomization',
  'Subscription',
]);

/** Reports whether all objects that a file installs are known by name. */
function isKnown({ isOpaque, objects, surroundings }: FileFacts): boolean {
  return (
    !isOpaque &&
    !surroundings.some(({ folder }) => folder.isChart) &&
    objects.every(
      ({ group, kind, name, namespace }) =>
        !(KINDS_THAT_INSTALL.has(kind) && !isProgramGroup(group)) &&
        !hasPlaceholder(name) &&
        !hasPlaceholder(namespace ?? ''),
    )
  );
}
