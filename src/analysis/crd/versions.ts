import { areSame } from '../../crd/equality.ts';
import type { CustomResourceDefinitionVersion } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import type { RelatedSpan } from '../../rule/location.ts';
import type { Resource } from '../../rule/resource.ts';

export type VersionField = Field<CustomResourceDefinitionVersion>;

/** The parts of a version that the server moves to the spec if they are equal in all versions. */
export type SharedPart =
  | 'schema'
  | 'subresources'
  | 'additionalPrinterColumns'
  | 'selectableFields';

/** A version whose part is checked, and the versions whose part is equal and is checked with it. */
export interface JudgedVersion {
  readonly version: VersionField;
  readonly index: number;
  readonly alike: readonly VersionField[];
}

/**
 * The versions in which the server validates a part: only the first if the part is equal in all versions, otherwise
 * each of them, even if some are equal.
 */
export function judgedVersions(
  resource: Resource<'CustomResourceDefinition'>,
  part: SharedPart,
): readonly JudgedVersion[] {
  const versions = resource.root.get('spec').get('versions').items();
  const [first, ...others] = versions;
  if (first === undefined) return [];
  const value = first.value?.[part];
  if (others.every((other) => areSame(value, other.value?.[part]))) {
    return [{ version: first, index: 0, alike: others }];
  }
  return versions.map((version, index) => ({ version, index, alike: [] }));
}

/** The locations of a field of a version in the versions that are checked with it. */
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
    const column = version.get('additionalPrinterColumns').items()[index];
    return column?.get(name) ?? version;
  });
}
