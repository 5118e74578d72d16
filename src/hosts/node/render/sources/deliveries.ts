import { itemsAt, mappingAt, type Path, stringAt, valueAt } from '../../../../yaml/index.ts';
import { ApplicationGenerators } from './application-generators.ts';
import { ApplicationTemplates, type Parameters } from './application-parameters.ts';
import { argoBuild, argoSources } from './argo-source.ts';
import { helmReleaseBuild, kustomizationBuild } from './flux-objects.ts';
import { type Delivery, type RepositoryObjects, titleOf } from './repository-objects.ts';
import type { StatedObject } from './stated-objects.ts';
import { UnknownApplications } from './work-limit.ts';

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

/**
 * The Applications that an ApplicationSet makes, or the reason why they are not known. None if their sources are other
 * repositories.
 */
function applicationsOf(
  object: StatedObject,
  repository: RepositoryObjects,
): readonly StatedObject[] | string {
  const spec = mappingAt(object.value, 'spec');
  const template = mappingAt(spec, 'template');
  const sources = argoSources({ ...object, value: template });
  if (!sources.some(({ url }) => url?.includes('{{') || repository.isOwn(url))) return [];
  if (stringAt(spec, 'templatePatch') !== undefined) return 'it has a templatePatch';
  const templates = new ApplicationTemplates(spec.goTemplate === true, repository.work);
  const application = (parameters: Parameters): StatedObject => {
    const value = templates.writeMapping(template, parameters);
    const name = stringAt(value, 'metadata', 'name') ?? '';
    return {
      ...object,
      identity: { ...object.identity, kind: 'Application', name },
      value,
      path: [...object.path, 'spec', 'template'],
      placeOfParameter: (at: Path) => templates.placeOf(valueAt(template, at), parameters),
    };
  };
  try {
    return new ApplicationGenerators(object, repository, templates)
      .parametersOf(itemsAt(spec, 'generators'), ['spec', 'generators'])
      .map(application);
  } catch (error) {
    if (error instanceof UnknownApplications) return error.message;
    throw error;
  }
}
