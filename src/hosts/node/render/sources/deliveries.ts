import { applicationsOf } from './application-sets.ts';
import { argoBuild, argoSources } from './argo-source.ts';
import { helmReleaseBuild, kustomizationBuild } from './flux-objects.ts';
import { type Delivery, type RepositoryObjects, titleOf } from './repository-objects.ts';
import type { StatedObject } from './stated-objects.ts';

/** The builds that an object of Flux or Argo CD states. Nothing that is in other repositories. */
export function statedBy(object: StatedObject, repository: RepositoryObjects): readonly Delivery[] {
  return possibleBuilds(object, repository).filter((delivery) => delivery !== undefined);
}

function possibleBuilds(
  object: StatedObject,
  repository: RepositoryObjects,
): readonly (Delivery | undefined)[] {
  switch (object.identity.kind) {
    case 'HelmRelease':
      return repository.isOwnSource(object, 'spec', 'chart', 'spec', 'sourceRef')
        ? [helmReleaseBuild(object, repository)]
        : [];
    case 'Kustomization':
      return repository.isOwnSource(object, 'spec', 'sourceRef')
        ? [kustomizationBuild(object, repository)]
        : [];
    case 'Application': {
      const own = argoSources(object).filter(({ url }) => repository.isOwn(url));
      return own.map((source) => argoBuild(source, own, repository));
    }
    case 'ApplicationSet': {
      const applications = applicationsOf(object, repository);
      return typeof applications === 'string'
        ? [{ kind: 'omitted', title: titleOf(object), reason: applications }]
        : applications.flatMap((application) => possibleBuilds(application, repository));
    }
    default:
      return [];
  }
}
