import type { Resource } from '../../rule/resource.ts';
import type { JSONSchemaProps } from '../../server/kubernetes/types.generated.ts';
import { type JudgedVersion, judgedVersions, type SharedPart } from './versions.ts';

/** The schema of a version as decoded; undefined if it has none. */
export function rootSchemaOf({
  version,
}: Pick<JudgedVersion, 'version'>): JSONSchemaProps | undefined {
  return version.value?.schema?.openAPIV3Schema;
}

/**
 * The versions to check for properties that depend on several parts. If all versions have the same parts, it is only
 * the first one.
 */
export function versionsBy(
  resource: Resource<'CustomResourceDefinition'>,
  ...parts: readonly SharedPart[]
): readonly JudgedVersion[] {
  const judged = parts.map((part) => judgedVersions(resource, part));
  return judged.find((versions) => versions.length > 1) ?? judged[0] ?? [];
}
