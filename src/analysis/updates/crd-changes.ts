import { onceForEach } from '../../base/once-for-each.ts';
import { type Location, locationAt, type RelatedSpan } from '../../rule/location.ts';
import { isOfKind, type Resource, type StoredResource } from '../../rule/resource.ts';
import type { CrdChange } from '../../server/compatibility/change.ts';
import { compareDefinitions } from '../../server/compatibility/compare.ts';
import { type SchemaSteps, schemaSegments } from '../../server/crd/schema-steps.ts';
import { schemaJudgements } from '../crd/schemas.ts';
import type { VersionField } from '../crd/versions.ts';

type Crd = Resource<'CustomResourceDefinition'>;

/**
 * The incompatible changes in the update of a CRD, compared once for all rules. Empty for a CRD that is created, and if
 * one of the two CRDs has an invalid schema.
 */
export const crdChanges = onceForEach(compare);

function compare(resource: Crd): readonly CrdChange[] {
  const before = resource.stored?.resource;
  if (before === undefined || !isOfKind(before, 'CustomResourceDefinition')) return [];
  if (!isComparable(before) || !isComparable(resource)) return [];
  const [one, other] = [before.root.value, resource.root.value];
  if (one === undefined || other === undefined) return [];
  return compareDefinitions(one, other, resource.minor);
}

/** Reports whether the schemas of a CRD are valid, so that custom resources can be judged by them. */
export function isComparable(crd: Crd): boolean {
  if (crd.undecodable) return false;
  return schemaJudgements(crd).every(({ isSound, problems }) => isSound && problems.count === 0);
}

/**
 * The place of a keyword of the schema of a field, in the version of a name; of the nearest schema around it otherwise.
 */
export function schemaPlace(
  resource: Pick<Crd, 'origin' | 'root'>,
  version: string,
  steps: SchemaSteps,
  keyword: string | undefined,
): Location {
  const field = versionField(resource, version);
  if (field === undefined) return resource.root.get('spec').get('versions').location();
  const segments = [...schemaSegments(steps), ...(keyword === undefined ? [] : [keyword])];
  const path = [...field.documentPath, 'schema', 'openAPIV3Schema', ...segments];
  return locationAt(resource.origin, path, `${field.path}.schema.openAPIV3Schema${pathOf(steps)}`);
}

/** The place of the same in the stored CRD, as a related location. */
export function schemaPlaceBefore(
  { resource, source }: StoredResource,
  version: string,
  steps: SchemaSteps,
  keyword: string | undefined,
): readonly RelatedSpan[] {
  if (!isOfKind(resource, 'CustomResourceDefinition')) return [];
  const { span } = schemaPlace(resource, version, steps, keyword);
  return [{ span, message: 'the stored CRD has this', source }];
}

/** The field of a version of a CRD. */
export function versionField({ root }: Pick<Crd, 'root'>, name: string): VersionField | undefined {
  return root
    .get('spec')
    .itemsOf('versions')
    .find(({ value }) => value?.name === name);
}

/** The path of a schema as the server writes it. */
function pathOf(steps: SchemaSteps): string {
  return steps
    .map((step) => {
      if (step.kind === 'property') return `.properties[${step.name}]`;
      return step.kind === 'items' ? '.items' : '.additionalProperties';
    })
    .join('');
}
