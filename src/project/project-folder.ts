import { readChainsawTest } from './chainsaw-test.ts';
import { type Kustomization, readKustomization } from './kustomization.ts';
import { type KustomizePatch, patchesIn } from './kustomize-patch.ts';

/** The files of a folder that tell what the other files in it and below it are for. */
export const PROJECT_FILES = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
  'Chart.yaml',
  'chainsaw-test.yaml',
  'chainsaw-test.yml',
  'kuttl-test.yaml',
  'kuttl-test.yml',
] as const;

export type ProjectFileName = (typeof PROJECT_FILES)[number];

/** What the project files of one folder say. */
export class ProjectFolder {
  readonly #texts: ReadonlyMap<ProjectFileName, string>;
  /** The kustomization of the folder, undefined where it has none. */
  readonly kustomization: Kustomization | undefined;
  /** The patches that the kustomization applies. */
  readonly patches: readonly KustomizePatch[];
  #assertions: ReadonlySet<string> | undefined;

  /**
   * @param texts of the project files that the folder has
   * @param readFile gives the text of a file that a project file names, by its path from the folder; undefined
   *   where there is none. Only called before the constructor returns.
   */
  constructor(
    texts: ReadonlyMap<ProjectFileName, string>,
    readFile: (path: string) => string | undefined = () => undefined,
  ) {
    this.#texts = texts;
    const text = this.#firstOf('kustomization.yaml', 'kustomization.yml', 'Kustomization');
    this.kustomization = text === undefined ? undefined : readKustomization(text);
    const { patches = [], parts = [] } = this.kustomization ?? {};
    const inFiles = [...parts].flatMap(([path, target]) => patchesIn(readFile(path) ?? '', target));
    this.patches = [...patches, ...inFiles];
  }

  /** Whether the folder is a Helm chart. */
  get isChart(): boolean {
    return this.#texts.has('Chart.yaml');
  }

  /** The files that a chainsaw test of the folder asserts, as it names them. */
  get assertedFiles(): ReadonlySet<string> {
    if (this.#assertions === undefined) {
      const text = this.#firstOf('chainsaw-test.yaml', 'chainsaw-test.yml');
      this.#assertions = text === undefined ? new Set() : readChainsawTest(text);
    }
    return this.#assertions;
  }

  /** Whether the folder has tests of chainsaw or kuttl. */
  get hasTests(): boolean {
    return (
      this.#firstOf(
        'chainsaw-test.yaml',
        'chainsaw-test.yml',
        'kuttl-test.yaml',
        'kuttl-test.yml',
      ) !== undefined
    );
  }

  #firstOf(...names: readonly ProjectFileName[]): string | undefined {
    return names.map((name) => this.#texts.get(name)).find((text) => text !== undefined);
  }
}

/** A folder around a file, and the path of the file from there, with `/`. */
export interface Surrounding {
  readonly folder: ProjectFolder;
  readonly path: string;
}
