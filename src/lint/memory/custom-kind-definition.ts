import { copyOf } from '../../base/kept-strings.ts';
import type { Resource } from '../../rule/resource.ts';
import { SCHEMA_ONLY_ANNOTATION } from '../../server/custom-resources/definition.ts';
import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import type { ResourceReference } from '../open/open-part.ts';

/** The kind that a CRD defines, as one minor decodes the CRD. Its names do not keep the text of the CRD alive. */
export interface CustomKindDefinition {
  readonly crd: ResourceReference;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly servedVersions: readonly string[];
  /** True if only the schemas are known, and the kind in lower case. */
  readonly isSchemaOnly: boolean;
}

/** The definition of a CRD. Undefined in the groups of the server itself, where no other kinds can be defined. */
export function definitionIn(
  resource: Resource<'CustomResourceDefinition'>,
  crd: ResourceReference,
): CustomKindDefinition | undefined {
  const { group = '', names, scope, versions = [] } = resource.root.get('spec').value ?? {};
  const { annotations } = resource.root.get('metadata').value ?? {};
  if (isBuiltInGroup(group)) return undefined;
  const servedVersions = versions.flatMap(({ name = '', served }) =>
    served === true ? [copyOf(name)] : [],
  );
  return {
    crd,
    group: copyOf(group),
    kind: copyOf(names?.kind ?? ''),
    plural: copyOf(names?.plural ?? ''),
    isNamespaced: scope === 'Namespaced',
    servedVersions,
    isSchemaOnly: annotations?.[SCHEMA_ONLY_ANNOTATION] !== undefined,
  };
}
