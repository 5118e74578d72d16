/** The most characters of names that are kept: a path of n folders has n * n / 2 of them. */
const MOST_CHARACTERS = 16_000_000;

/**
 * The paths by which Flux and Argo CD may name some folders and those above them: from the root of a repository, which
 * any folder around may be. Of very many or very deep folders, only some are included.
 */
export function namesOfFolders(folders: Iterable<string>): ReadonlySet<string> {
  const names = new Set<string>();
  let left = MOST_CHARACTERS;
  for (const folder of folders) {
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 1)) {
      const around = folder.slice(0, end);
      if (names.has(around)) break;
      let start = 0;
      do {
        left -= around.length - start;
        if (left < 0) return names;
        names.add(around.slice(start));
        start = around.indexOf('/', start) + 1;
      } while (start > 0);
    }
  }
  return names;
}

/**
 * Reports whether what is built from a folder may have one of some files. It may if a file is below the folder, or if
 * the run does not have the folder, which may be in another repository.
 *
 * @param folder as Flux or Argo CD names it; undefined if it is not known
 * @param names of the folders of the run
 * @param paths of the file, and of the folders of the kustomizations that include it
 */
export function mayBuild(
  folder: string | undefined,
  names: ReadonlySet<string>,
  paths: readonly string[],
): boolean {
  if (folder === undefined || !names.has(folder)) return true;
  return paths.some((path) => `/${path}/`.includes(`/${folder}/`));
}
