/** The folders of a run, to find those that Flux and Argo CD build. They name folders from the root of a repository. */
export class DeliveredFolders {
  readonly #folders = new Set<string>();
  /** The paths by which a repository may name the folders and those above them. Made on demand. */
  #names: ReadonlySet<string> | undefined;

  /** Adds the folder of a file. */
  add(folder: string): void {
    this.#folders.add(folder);
  }

  /** Reports whether others are the same folders. */
  areSameAs(other: DeliveredFolders): boolean {
    const others = other.#folders;
    return others.size === this.#folders.size && [...others].every((one) => this.#folders.has(one));
  }

  /**
   * Reports whether what is built from a folder may have one of some files. It may if a file is below the folder, or if the
   * run does not have the folder, which may be in another repository.
   *
   * @param folder undefined if it is not known
   * @param paths of the file, and of the folders of the kustomizations that include it
   */
  mayBuild(folder: string | undefined, paths: readonly string[]): boolean {
    if (folder === undefined) return true;
    this.#names ??= namesOf(this.#folders);
    // Any folder around may be the root of the repository.
    return !this.#names.has(folder) || paths.some((path) => `/${path}/`.includes(`/${folder}/`));
  }
}

/** The ends of the paths of folders and of those above them. */
function namesOf(folders: Iterable<string>): ReadonlySet<string> {
  const around = new Set<string>();
  for (const folder of folders) {
    for (let one = folder; one !== '' && !around.has(one); ) {
      around.add(one);
      one = one.slice(0, Math.max(0, one.lastIndexOf('/')));
    }
  }
  const names = new Set<string>();
  for (const folder of around) {
    const steps = folder.split('/');
    for (const [index] of steps.entries()) names.add(steps.slice(index).join('/'));
  }
  return names;
}
