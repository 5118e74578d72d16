import { onceForEach } from '../../base/once-for-each.ts';
import type { Surrounding } from './project-folder.ts';

/**
 * The project that defines a CRD, in the annotation with the pull request that has approved it. Proposals to Kubernetes itself
 * are approved in other repositories than those of the project.
 */
const APPROVED_BY =
  /^[ \t]+['"]?api-approved\.(?:kubernetes|openshift)\.io['"]?:[ \t]*['"]?https:\/\/github\.com\/(?!kubernetes\/(?:community|enhancements|kubernetes)\/)[^/\s]+\/([^/\s]+)\/pull\//m;

/** The group of a CRD. */
const GROUP = /^[ \t]+group:[ \t]*['"]?([a-z\d.-]+)['"]?[ \t]*$/m;

/** The name of the repository in the path of a module: `velero` of `github.com/vmware-tanzu/velero` and of `sigs.k8s.io/velero`. */
const REPOSITORY = /^(?:(?:github|gitlab)\.com\/[^/]+|[^/]+)\/([^/]+)/;

/** The names by which CRDs and folders show that they belong to projects whose modules of Go are used. */
const namesOf = onceForEach((goRequirements: readonly string[]) => ({
  repositories: new Set(goRequirements.flatMap((path) => REPOSITORY.exec(path)?.[1] ?? [])),
  /** Other words are the names of ordinary folders. */
  folders: new Set(
    goRequirements.flatMap((path) => path.split('/').slice(1)).filter((one) => one.includes('-')),
  ),
}));

/**
 * Reports whether a CRD is a copy of one of another project, as its annotation, the modules of Go around its file, and the domain of
 * its group or the names of its folders show.
 *
 * @param text of the CRD
 */
export function isCopiedCrd(text: string, surroundings: readonly Surrounding[]): boolean {
  const modules = surroundings.flatMap(({ folder }) => folder.goModule ?? []);
  if (modules.length === 0) return false;
  const own = new Set(modules.flatMap((one) => one.toLowerCase().split('/')));
  const project = APPROVED_BY.exec(text)?.[1]?.toLowerCase();
  if (project !== undefined && !own.has(project)) return true;
  const domains = GROUP.exec(text)?.[1]?.split('.') ?? [];
  const domain = domains.some((one) => own.has(one)) ? undefined : domains.at(-2);
  return surroundings.some(({ folder: { goRequirements }, path }) => {
    const { repositories, folders } = namesOf(goRequirements);
    const isOfDomain = domain !== undefined && repositories.has(domain);
    return isOfDomain || path.split('/').some((one) => folders.has(one) && !own.has(one));
  });
}
