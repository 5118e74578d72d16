import type { Kustomization } from '../project/kustomize/kustomization.ts';
import { pathIn } from '../project/normalize-path.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import type { FileFacts } from './file-facts.ts';
import { DEEPEST_INCLUSION, type FileIndex } from './kustomization-walk.ts';

/** A file that a kustomization includes. Several kustomizations between them may include it, each in its own way. */
export interface IncludedFile {
  readonly file: FileFacts;
  /** The kustomizations that change its objects, in their order. */
  readonly steps: readonly BuildStep[];
}

/** A kustomization that changes all objects that have been included before. */
export interface BuildStep {
  readonly kustomization: Kustomization;
  readonly files: () => readonly IncludedFile[];
}

/** The most steps of a build. Each of many kustomizations may include the next one twice. */
const MOST_STEPS = 1_000_000;

/**
 * The files that a kustomization includes, as kustomize accumulates them: a kustomization changes the objects of its
 * resources, and a component also those that the kustomization that names it has included before. In contrast to
 * `KustomizationWalk`, a file that is included several times is several files here.
 *
 * Source: `accumulateTarget` in `api/internal/target/kusttarget.go` of kustomize
 */
export function includedFiles(folder: ProjectFolder, index: FileIndex): readonly IncludedFile[] {
  const accumulation = new Accumulation(index);
  accumulation.include(folder, 0);
  return accumulation.isWithinLimit ? accumulation.files : [];
}

class Accumulation {
  readonly files: { readonly file: FileFacts; readonly steps: BuildStep[] }[] = [];
  readonly #index: FileIndex;
  readonly #open = new Set<string>();
  #left = MOST_STEPS;

  constructor(index: FileIndex) {
    this.#index = index;
  }

  get isWithinLimit(): boolean {
    return this.#left > 0;
  }

  /** @param first the position of the first file that the kustomization changes */
  include({ path, kustomization }: ProjectFolder, first: number): void {
    if (kustomization === undefined || this.#open.has(path)) return;
    if (this.#open.size >= DEEPEST_INCLUSION) this.#left = 0;
    if (!this.isWithinLimit) return;
    this.#left--;
    this.#open.add(path);
    const { resources, components } = kustomization;
    for (const name of resources) {
      const target = pathIn(path, name);
      const inner = this.#index.folders.get(target);
      const file = this.#index.byPath.get(target);
      if (inner !== undefined) this.include(inner, this.files.length);
      else if (file !== undefined) this.files.push({ file, steps: [] });
    }
    for (const name of components) {
      const inner = this.#index.folders.get(pathIn(path, name));
      if (inner !== undefined) this.include(inner, first);
    }
    this.#change(kustomization, first);
    this.#open.delete(path);
  }

  #change(kustomization: Kustomization, first: number): void {
    const { files } = this;
    const end = files.length;
    const step = { kustomization, files: () => files.slice(first, end) };
    this.#left -= end - first;
    if (this.isWithinLimit) for (const { steps } of files.slice(first)) steps.push(step);
  }
}
