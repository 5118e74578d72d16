import { areEqualLists } from '../../../base/equal-lists.ts';
import { addTo } from '../../../base/index-by.ts';
import { normalizePath, pathIn } from '../normalize-path.ts';
import type { ProjectFolder, Surrounding } from '../project-folder.ts';
import type { Kustomization } from './kustomization.ts';

/** A kustomization that includes the objects of a file. */
export interface Inclusion {
  readonly kustomization: Kustomization;
  readonly path: string;
  /** The kustomization that includes them for this one, and has changed them before; undefined for the file itself. */
  readonly through: Inclusion | undefined;
}

/**
 * The kustomizations of a run, and which of them include which files. It goes from a file to the kustomizations that
 * name it, and `KustomizationWalk` from a kustomization to its files.
 */
export class Inclusions {
  readonly #folders = new Map<string, ProjectFolder>();
  /** The folders whose kustomizations name a path, in the order in which they were added. */
  readonly #naming = new Map<string, ProjectFolder[]>();

  /** Adds a folder with a kustomization; once is enough. */
  add(folder: ProjectFolder): void {
    const { kustomization, path } = folder;
    if (kustomization === undefined || this.#folders.has(path)) return;
    this.#folders.set(path, folder);
    for (const name of [...kustomization.resources, ...kustomization.components]) {
      const named = pathIn(path, name);
      addTo(this.#naming, named, folder);
    }
  }

  /** Reports whether others are of the same folders, in the same order. */
  areSameAs(other: Inclusions): boolean {
    return areEqualLists([...this.#folders.values()], [...other.#folders.values()]);
  }

  /**
   * The kustomizations that include a file, by themselves or through others, and the components of each.
   *
   * @param file the path of the file, with `/`
   */
  of(file: string): readonly Inclusion[] {
    const inclusions: Inclusion[] = [];
    const known = new Set<ProjectFolder>();
    const open: { readonly path: string; readonly through: Inclusion | undefined }[] = [
      { path: file, through: undefined },
    ];
    for (const { path, through } of open) {
      for (const folder of this.#naming.get(path) ?? []) {
        if (known.has(folder) || folder.kustomization === undefined) continue;
        known.add(folder);
        const inclusion = { kustomization: folder.kustomization, path: folder.path, through };
        inclusions.push(inclusion, ...this.#componentsOf(folder, through));
        open.push({ path: folder.path, through: inclusion });
      }
    }
    return inclusions;
  }

  /** The components of a kustomization and of these components. They change the resources that it includes. */
  #componentsOf(folder: ProjectFolder, through: Inclusion | undefined): readonly Inclusion[] {
    const components = new Set<ProjectFolder>();
    const open = [folder];
    for (const { path, kustomization } of open) {
      for (const name of kustomization?.components ?? []) {
        const component = this.#folders.get(pathIn(path, name));
        if (component === undefined || components.has(component)) continue;
        components.add(component);
        open.push(component);
      }
    }
    return [...components].flatMap(({ kustomization, path }) =>
      kustomization === undefined ? [] : [{ kustomization, path, through }],
    );
  }
}

/** The path of a file, from the folders around it. */
export function locationOf([nearest]: readonly Surrounding[]): string | undefined {
  return nearest && pathIn(nearest.folder.path, nearest.path);
}

/** The path of a file, from the folders around it, or as the input names it. */
export function placeOf(file: string, surroundings: readonly Surrounding[]): string {
  return locationOf(surroundings) ?? normalizePath(file);
}
