import { addTo, indexBy } from '../../base/index-by.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { type IncludedFile, includedFiles } from '../../sources/installations/accumulation.ts';
import {
  type FileIndex,
  namedIn,
  pathOf,
  pathsNamedIn,
} from '../../sources/installations/kustomization-walk.ts';
import type { ObjectFacts } from '../../sources/installations/object-facts.ts';
import type { IncompleteEntry } from '../../sources/project/kustomize/incomplete-entries.ts';
import type { Kustomization } from '../../sources/project/kustomize/kustomization.ts';
import { type PathEntry, pathEntriesOf } from '../../sources/project/kustomize/patch-entries.ts';
import { candidateAfter } from '../../sources/project/kustomize/patches.ts';
import { folderOf, pathIn } from '../../sources/project/normalize-path.ts';
import { isKustomizationFile, type ProjectFolder } from '../../sources/project/project-folder.ts';
import type { OpenKustomization } from './kustomization-documents.ts';

type Opened = ReadonlyMap<Kustomization, OpenKustomization>;

/**
 * The entries that kustomize refuses because of the files and folders that they name, by their kustomizations.
 *
 * @param isUnnamed reports whether an object lacks a name
 */
export function refusedEntriesOf(
  index: FileIndex,
  opened: Opened,
  isUnnamed: (facts: ObjectFacts) => boolean,
): ReadonlyMap<OpenKustomization, readonly IncompleteEntry[]> {
  const refused = new Map<OpenKustomization, IncompleteEntry[]>();
  const cycles = closingEntries(index);
  for (const open of opened.values()) {
    for (const problem of problemsIn(open, index, { opened, cycles, isUnnamed }))
      addTo(refused, open, problem);
  }
  const buildable = new Map([...opened].filter(([, open]) => !refused.has(open)));
  for (const { open, ...problem } of repeatedFiles(index, buildable)) addTo(refused, open, problem);
  return refused;
}

/** An entry of `resources`, `bases` or `components`, and the path that it names. */
interface ListedEntry extends PathEntry {
  readonly isComponent: boolean;
  readonly target: string;
}

const listedIn = onceForEach(({ value, folder }: OpenKustomization): readonly ListedEntry[] =>
  pathEntriesOf(value).flatMap((entry) => {
    const [list] = entry.at;
    const isComponent = list === 'components';
    const isListed = isComponent || list === 'resources' || list === 'bases';
    return isListed ? [{ ...entry, isComponent, target: pathIn(folder.path, entry.path) }] : [];
  }),
);

const targetsIn = onceForEach(
  (open: OpenKustomization): ReadonlySet<string> =>
    new Set(listedIn(open).map(({ target }) => target)),
);

interface EntryFacts {
  readonly opened: Opened;
  /** The entries that close a cycle of kustomizations, by their keys. */
  readonly cycles: ReadonlySet<string>;
  readonly isUnnamed: (facts: ObjectFacts) => boolean;
}

function problemsIn(
  open: OpenKustomization,
  index: FileIndex,
  { opened, cycles, isUnnamed }: EntryFacts,
): readonly IncompleteEntry[] {
  const { folder } = open;
  const listed = new Set<string>();
  return listedIn(open).flatMap(({ at, path, target, isComponent }) => {
    const problem = (text: string) => [{ path: at, problem: `'${path}' ${text}` }];
    const inner = index.folders.get(target);
    if (inner === undefined) {
      const file = index.byPath.get(target);
      if (file === undefined) return [];
      if (isComponent) return problem('is a file, and a component is a folder');
      if (isOnlyKustomization(target, index))
        return problem('is a kustomization, whose folder must be listed');
      if (listed.has(target) && file.objects.length > 0) return problem('is listed twice');
      listed.add(target);
      const unnamed = file.objects.find(isUnnamed);
      if (unnamed === undefined) return [];
      return problem(`has an object of the kind ${unnamed.kind} without metadata.name`);
    }
    if (isAround(target, folder.path)) return problem('is a folder around the kustomization');
    if (cycles.has(keyOf(folder.path, target))) return problem('includes the kustomization itself');
    // A kustomization that cannot be read may be a component.
    if (inner.kustomization === undefined || !opened.has(inner.kustomization)) return [];
    if (inner.kustomization.isComponent && !isComponent) {
      return problem('is a component, which must be listed under components');
    }
    if (!inner.kustomization.isComponent && isComponent) {
      return problem('is not a component, as its kind is not Component');
    }
    if (!isComponent && listed.has(target) && hasObjects(inner, index)) {
      return problem('is listed twice');
    }
    listed.add(target);
    return [];
  });
}

/** Reports whether a file has a kustomization of kustomize, and no objects of the same kind. */
function isOnlyKustomization(path: string, { byPath, folders }: FileIndex): boolean {
  const isNamedSo = isKustomizationFile(path.slice(path.lastIndexOf('/') + 1));
  return isNamedSo && folders.has(folderOf(path)) && byPath.get(path)?.objects.length === 0;
}

function hasObjects(folder: ProjectFolder, index: FileIndex): boolean {
  return includedFiles(folder, index).some(({ file }) => file.objects.length > 0);
}

function isAround(outer: string, path: string): boolean {
  return outer === '' || path === outer || path.startsWith(`${outer}/`);
}

/** Identifies an entry by the folder of its kustomization, and the folder that it names. */
function keyOf(folder: string, target: string): string {
  return JSON.stringify([folder, target]);
}

/** The entries that close a cycle of kustomizations, by their keys. */
function closingEntries({ folders }: FileIndex): ReadonlySet<string> {
  const closing = new Set<string>();
  const finished = new Set<string>();
  for (const start of folders.values()) {
    // Not recursive, so that any number of folders can include each other.
    const open = new Map<string, Iterator<string>>();
    const enter = (folder: ProjectFolder) =>
      open.set(folder.path, pathsNamedIn(folder)[Symbol.iterator]());
    if (!finished.has(start.path)) enter(start);
    const stack = [start.path];
    for (let path = stack.at(-1); path !== undefined; path = stack.at(-1)) {
      const next = open.get(path)?.next();
      const inner = next?.done === false ? folders.get(next.value) : undefined;
      if (next === undefined || next.done === true) {
        open.delete(path);
        finished.add(path);
        stack.pop();
      } else if (open.has(next.value)) closing.add(keyOf(path, next.value));
      else if (inner !== undefined && !finished.has(inner.path)) {
        enter(inner);
        stack.push(inner.path);
      }
    }
  }
  return closing;
}

interface RepeatedEntry extends IncompleteEntry {
  readonly open: OpenKustomization;
}

/**
 * The entries with which an outermost kustomization includes an object a second time under the same name.
 *
 * @param opened the kustomizations without other entries that kustomize refuses
 */
function repeatedFiles(index: FileIndex, opened: Opened): readonly RepeatedEntry[] {
  const named = namedIn(index.folders.values());
  const outermost = [...index.folders.values()].filter(
    ({ path, kustomization }) => !named.has(path) && kustomization?.isComponent === false,
  );
  return outermost.flatMap((folder) => {
    const byFile = indexBy(includedFiles(folder, index), ({ file }) => [file]);
    return [...byFile].flatMap(([file, included]) =>
      included.length > 1 || file.objects.length > 1 ? repeatedIn(included, opened) : [],
    );
  });
}

/** The entries with which a kustomization includes an object of one file a second time under the same name. */
function repeatedIn(included: readonly IncludedFile[], opened: Opened): readonly RepeatedEntry[] {
  const first = new Map<string, IncludedObject>();
  return included.flatMap((one) => {
    if (!isListed(one, opened) || !keepsObjects(one)) return [];
    for (const facts of one.file.objects) {
      const identity = identityOf(facts, one);
      const earlier = first.get(identity);
      if (earlier !== undefined) return repeatedEntry({ facts, included: one }, earlier, opened);
      first.set(identity, { facts, included: one });
    }
    return [];
  });
}

/** Reports whether a file is among the resources of a kustomization, and not only among its `crds`. */
function isListed({ file, steps }: IncludedFile, opened: Opened): boolean {
  const [first] = steps.map(({ kustomization }) => opened.get(kustomization));
  const isKnown = steps.every(({ kustomization }) => opened.has(kustomization));
  return isKnown && first !== undefined && targetsIn(first).has(pathOf(file));
}

/** Reports whether the kustomizations that change a file neither remove objects nor rename them by patches. */
function keepsObjects({ steps }: IncludedFile): boolean {
  return steps.every(
    ({ kustomization: { changesIdentities, patches } }) =>
      !changesIdentities &&
      patches.every(({ change }) => change?.kind !== 'merge' || change.patch.$patch !== 'delete'),
  );
}

function identityOf(facts: ObjectFacts, { steps }: IncludedFile): string {
  const kustomizations = steps.map(({ kustomization }) => kustomization);
  const { group, kind, names, namespaces } = candidateAfter(facts.asPatched(), kustomizations);
  const namespace = namespaces?.at(-1);
  return JSON.stringify([group, kind, names.at(-1), namespace === '' ? 'default' : namespace]);
}

/** An object, and how a kustomization includes its file. */
interface IncludedObject {
  readonly facts: ObjectFacts;
  readonly included: IncludedFile;
}

/** The entry of the kustomization that includes both objects, which includes the second one. */
function repeatedEntry(
  { facts: { kind, name }, included: { file, steps } }: IncludedObject,
  earlier: IncludedObject,
  opened: Opened,
): readonly RepeatedEntry[] {
  const shared = steps.findIndex(
    (step) => earlier.included.steps.includes(step) && !step.kustomization.isComponent,
  );
  const kustomization = steps[shared]?.kustomization;
  const open = kustomization && opened.get(kustomization);
  if (open === undefined) return [];
  const through = steps[shared - 1]?.kustomization;
  const path = through === undefined ? pathOf(file) : opened.get(through)?.folder.path;
  const entry = listedIn(open).findLast(({ target }) => target === path);
  if (entry === undefined) return [];
  const problem =
    earlier.facts.name === name
      ? `'${entry.path}' includes the ${kind} '${name}' a second time`
      : `the ${kind} objects '${earlier.facts.name}' and '${name}' get the same name`;
  return [{ open, path: entry.at, problem }];
}
