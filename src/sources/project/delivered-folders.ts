/**
 * The paths by which Flux and Argo CD may name some folders and those above them: from the root of a repository, which
 * any folder around may be.
 */
export function namesOfFolders(folders: Iterable<string>): ReadonlySet<string> {
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
