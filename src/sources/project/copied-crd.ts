import type { Surrounding } from './project-folder.ts';

/**
 * The project that defines a CRD, in the annotation with the pull request that has approved it. Proposals to Kubernetes itself
 * are approved in other repositories than those of the project.
 */
const APPROVED_BY =
  /^[ \t]+['"]?api-approved\.(?:kubernetes|openshift)\.io['"]?:[ \t]*['"]?https:\/\/github\.com\/(?!kubernetes\/(?:community|enhancements|kubernetes)\/)[^/\s]+\/([^/\s]+)\/pull\//m;

/**
 * Reports whether a CRD is a copy of one of another project, as its annotation, the modules of Go around its file and the names of
 * its folders show.
 *
 * @param text of the CRD
 */
export function isCopiedCrd(text: string, surroundings: readonly Surrounding[]): boolean {
  const modules = surroundings.flatMap(({ folder }) => folder.goModule ?? []);
  if (modules.length === 0) return false;
  const isOwn = (project: string) => modules.some((one) => one.split('/').includes(project));
  const project = APPROVED_BY.exec(text)?.[1];
  if (project !== undefined && !isOwn(project)) return true;
  return surroundings.some(({ folder: { goRequirements }, path }) =>
    path.split('/').some((one) => goRequirements.has(one) && !isOwn(one)),
  );
}
