import { locationOf } from '../project/inclusions.ts';
import type { Kustomization } from '../project/kustomization.ts';
import { normalizePath } from '../project/normalize-path.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** The files of a run by their paths, and the folders with kustomizations by theirs. */
export interface FileIndex {
  readonly byPath: ReadonlyMap<string, WorkspaceFile>;
  readonly folders: ReadonlyMap<string, ProjectFolder>;
}

export function indexFiles(files: readonly WorkspaceFile[]): FileIndex {
  const byPath = new Map<string, WorkspaceFile>();
  const folders = new Map<string, ProjectFolder>();
  for (const file of files) {
    byPath.set(pathOf(file), file);
    for (const { folder } of file.surroundings) {
      if (folder.kustomization !== undefined) folders.set(folder.path, folder);
    }
  }
  return { byPath, folders };
}

/** The paths of the resources and components of a kustomization. */
function namesIn(kustomization: Kustomization | undefined): readonly string[] {
  return kustomization === undefined
    ? []
    : [...kustomization.resources, ...kustomization.components];
}

/** The paths of the resources and components of all kustomizations in some folders, from the root of the project. */
export function namedIn(folders: Iterable<ProjectFolder>): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { path, kustomization } of folders) {
    for (const name of namesIn(kustomization)) named.add(normalizePath(`${path}/${name}`));
  }
  return named;
}

/** The path of a file, from the root of the project if that is known. */
export function pathOf({ file, surroundings }: WorkspaceFile): string {
  return locationOf(surroundings) ?? normalizePath(file);
}

/** Collects the files that a kustomization includes. */
export class KustomizationWalk {
  readonly files: { readonly file: WorkspaceFile; readonly kustomizations: Kustomization[] }[] = [];
  readonly generatedNames = new Set<string>();
  isComplete = true;
  /** The kustomizations that it includes, and itself. */
  readonly kustomizations: Kustomization[] = [];
  readonly #index: FileIndex;
  readonly #seen = new Set<string>();

  constructor(index: FileIndex) {
    this.#index = index;
  }

  /** @param outer the kustomizations around this one, the outermost first */
  include({ path, kustomization }: ProjectFolder, outer: readonly Kustomization[]): void {
    if (kustomization === undefined || this.#seen.has(path)) return;
    this.#seen.add(path);
    const chain = [...outer, kustomization];
    const isOutermost = outer.length === 0;
    this.kustomizations.push(kustomization);
    if (kustomization.hasGenerators) this.isComplete = false;
    // Alone, it builds nothing. So another program gives it objects, such as a script, or Fleet from a chart.
    if (isOutermost && namesIn(kustomization).length === 0) this.isComplete = false;
    for (const name of kustomization.generatedNames) this.generatedNames.add(name);
    for (const name of namesIn(kustomization)) {
      const target = normalizePath(`${path}/${name}`);
      const file = this.#index.byPath.get(target);
      const folder = this.#index.folders.get(target);
      if (folder !== undefined) this.include(folder, chain);
      else if (file === undefined) this.isComplete = false;
      else if (!this.#seen.has(target)) {
        this.#seen.add(target);
        this.files.push({ file, kustomizations: chain.toReversed() });
      }
    }
  }
}
