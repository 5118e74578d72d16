import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSmallText } from './disk/open-file.ts';
import { RepositoryRoots } from './disk/repository-roots.ts';
import { isWithin } from './disk/within.ts';

/** A template that manifests were rendered from. */
interface TemplateFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** Finds the templates that rendered manifests name. */
export class TemplateFiles {
  readonly #folder: string;
  readonly #bounds: readonly string[];
  readonly #known = new Map<string, TemplateFile | undefined>();

  /** @param folder the chart or the kustomization that was rendered, or a folder above; absolute */
  constructor(folder: string) {
    this.#folder = folder;
    this.#bounds = [folder, new RepositoryRoots().of(folder) ?? folder];
  }

  /**
   * The file that a rendered manifest names: Helm begins with the name of the chart, kustomize at the folder of the
   * kustomization. Files outside of the repository are not read.
   */
  find(name: string): TemplateFile | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const inChart = name.slice(name.indexOf('/') + 1);
    const found = [name, inChart]
      .map((path) => this.#read(resolve(this.#folder, path)))
      .find((file) => file !== undefined);
    this.#known.set(name, found);
    return found;
  }

  #read(path: string): TemplateFile | undefined {
    if (!this.#bounds.some((bound) => isWithin(path, bound))) return undefined;
    try {
      const real = realpathSync(path);
      if (!this.#bounds.some((bound) => isWithin(real, realpathSync(bound)))) return undefined;
    } catch {
      return undefined;
    }
    const text = readSmallText(path);
    return text === undefined ? undefined : { path, text };
  }
}
