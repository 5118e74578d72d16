import type { Field } from '../../rule/field.ts';
import type { RelatedSpan } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';
import { areSame } from '../../server/crd/equality.ts';
import type { CustomResourceDefinitionVersion } from '../../server/kubernetes/types.generated.ts';

export type VersionField = Field<CustomResourceDefinitionVersion>;

/** The parts of a version that the server moves out of the versions if they are the same in all of them. */
export type SharedPart =
  | 'schema'
  | 'subresources'
  | 'additionalPrinterColumns'
  | 'selectableFields';

/** A version of which a part is checked, and the other versions if they have the same part. */
export interface JudgedVersion {
  readonly version: VersionField;
  readonly index: number;
  readonly alike: readonly VersionField[];
}

/**
 * The versions for which the server checks a part. If the part is the same in all versions, it is only the first one;
 * otherwise all of them, even if some are the same.
 */
export function judgedVersions(
  resource: Resource<'CustomResourceDefinition'>,
  part: SharedPart,
): readonly JudgedVersion[] {
  const versions = resource.root.get('spec').itemsOf('versions');
  const [first, ...others] = versions;
  if (first === undefined) return [];
  const value = first.value?.[part];
  if (others.every((other) => areSame(value, other.value?.[part]))) {
    return [{ version: first, index: 0, alike: others }];
  }
  return versions.map((version, index) => ({ version, index, alike: [] }));
}

/** The locations of a field in the versions that are checked together with the first one. */
export function inVersionsAlike(
  alike: readonly VersionField[],
  fieldOf: (version: VersionField) => Field,
): readonly RelatedSpan[] {
  return alike.map((version) => ({
    span: fieldOf(version).location().span,
    message: `version ${version.value?.name ?? ''} has the same`,
  }));
}

/** The locations of a field of a printer column, given by its index, in the versions that are checked together. */
export function inColumnsAlike(
  alike: readonly VersionField[],
  index: number,
  name: 'name' | 'type' | 'jsonPath' | 'priority',
): readonly RelatedSpan[] {
  return inVersionsAlike(alike, (version) => {
    const column = version.itemsOf('additionalPrinterColumns')[index];
    return column?.get(name) ?? version;
  });
}
