import { locationOf } from '../project/kustomize/inclusions.ts';
import type { Kustomization } from '../project/kustomize/kustomization.ts';
import { normalizePath, pathIn } from '../project/normalize-path.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import type { FileFacts } from './file-facts.ts';

/** The files of a run by their paths, and the folders with kustomizations by theirs. */
export interface FileIndex {
  readonly byPath: ReadonlyMap<string, FileFacts>;
  readonly folders: ReadonlyMap<string, ProjectFolder>;
}

export function indexFiles(files: readonly FileFacts[]): FileIndex {
  const byPath = new Map<string, FileFacts>();
  const folders = new Map<string, ProjectFolder>();
  for (const file of files) {
    byPath.set(pathOf(file), file);
    for (const { folder } of file.surroundings) {
      if (folder.kustomization !== undefined) folders.set(folder.path, folder);
    }
  }
  return { byPath, folders };
}

/** The paths of the resources and components of the kustomization in a folder, from the root of the project. */
export function pathsNamedIn({ path, kustomization }: ProjectFolder): readonly string[] {
  const { resources = [], components = [] } = kustomization ?? {};
  return [...resources, ...components].map((name) => pathIn(path, name));
}

/** The paths that all kustomizations in some folders name. */
export function namedIn(folders: Iterable<ProjectFolder>): ReadonlySet<string> {
  return new Set([...folders].flatMap(pathsNamedIn));
}

/** The path of a file, from the root of the project if that is known. */
export function pathOf({ file, surroundings }: FileFacts): string {
  return locationOf(surroundings) ?? normalizePath(file);
}

/**
 * The longest chain of kustomizations that is followed, in which each kustomization includes the next one. A longer
 * chain would take too much time: each of its objects is an object of all kustomizations above it.
 */
export const DEEPEST_INCLUSION = 100;

/**
 * The most objects that the outermost kustomizations of a run include. An object counts once for each of them. Those
 * that come last are left out if there are more: k overlays of a base with k objects include k * k.
 */
export const MOST_INCLUDED = 250_000;

/** Collects the parts of the objects of kustomizations that are left out. Overlays share bases, which are read once. */
export class LeftOutObjects {
  readonly parts = new Set<number>();
  readonly #index: FileIndex;
  readonly #seen = new Set<ProjectFolder>();

  constructor(index: FileIndex) {
    this.#index = index;
  }

  /** Adds the objects that a kustomization includes, by itself or through others. */
  add(outermost: ProjectFolder): void {
    const folders = [outermost];
    for (const folder of folders) {
      if (this.#seen.has(folder)) continue;
      this.#seen.add(folder);
      for (const target of pathsNamedIn(folder)) {
        const inner = this.#index.folders.get(target);
        if (inner !== undefined) folders.push(inner);
        for (const { part } of this.#index.byPath.get(target)?.objects ?? []) this.parts.add(part);
      }
    }
  }
}

/**
 * Collects the files that a kustomization includes, each of them once. `includedFiles` has a file as often as it is
 * included, with the kustomizations that change it each time; `Inclusions` goes from a file to the kustomizations that
 * include it.
 */
export class KustomizationWalk {
  readonly files: { readonly file: FileFacts; readonly kustomizations: Kustomization[] }[] = [];
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
  include(folder: ProjectFolder, outer: readonly Kustomization[]): void {
    const { path, kustomization } = folder;
    if (kustomization === undefined || this.#seen.has(path)) return;
    if (outer.length >= DEEPEST_INCLUSION) {
      this.isComplete = false;
      return;
    }
    this.#seen.add(path);
    const chain = [...outer, kustomization];
    const isOutermost = outer.length === 0;
    this.kustomizations.push(kustomization);
    if (kustomization.hasGenerators) this.isComplete = false;
    const named = pathsNamedIn(folder);
    // Alone, it builds nothing. So another program gives it objects, such as a script, or Fleet from a chart.
    if (isOutermost && named.length === 0) this.isComplete = false;
    for (const name of kustomization.generatedNames) this.generatedNames.add(name);
    for (const target of named) {
      const file = this.#index.byPath.get(target);
      const inner = this.#index.folders.get(target);
      if (inner !== undefined) this.include(inner, chain);
      else if (file === undefined) this.isComplete = false;
      else if (!this.#seen.has(target)) {
        this.#seen.add(target);
        this.files.push({ file, kustomizations: chain.toReversed() });
      }
    }
  }
}
