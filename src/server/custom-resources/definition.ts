import { valueAt } from '../../yaml/index.ts';
import type { StructuralSchema } from '../crd/structural.ts';
import type {
  CustomResourceDefinition,
  CustomResourceSubresourceScale,
} from '../kubernetes/types.generated.ts';
import type { Value } from '../kubernetes/value.ts';
import { compareVersionPriority } from '../kubernetes/version-priority.ts';

/** Marks a CRD that was made of JSON Schemas: only its group, the kind in lower case and the schemas are known. */
export const SCHEMA_ONLY_ANNOTATION = 'kubeadmit.dev/schema-only';

/** A kind that a CRD defines, with all of its versions. */
export interface CustomDefinition {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** The versions in the order of the CRD. */
  readonly versions: readonly CustomVersion[];
}

/** The definition of a kind; undefined if there is none. */
export function findCustomKind(
  definitions: readonly CustomDefinition[],
  group: string,
  kind: string,
): CustomDefinition | undefined {
  return definitions.find((one) => one.group === group && one.kind === kind);
}

/** A version of a kind that a CRD defines. */
export interface CustomVersion {
  readonly name: string;
  /** The position in `spec.versions`. */
  readonly index: number;
  readonly isServed: boolean;
  readonly isDeprecated: boolean;
  /** The warning that the CRD gives; undefined if the server writes its own. */
  readonly deprecationWarning: string | undefined;
  /** `openAPIV3Schema`, as decoded. */
  readonly schema: StructuralSchema | undefined;
  /** True if the status is a subresource, which only its own requests can change. */
  readonly hasStatus: boolean;
  readonly scale: CustomResourceSubresourceScale | undefined;
}

/** The definition in a CRD that the server accepts. */
export function customDefinition({ spec = {} }: CustomResourceDefinition): CustomDefinition {
  return {
    group: spec.group ?? '',
    kind: spec.names?.kind ?? '',
    plural: spec.names?.plural ?? '',
    isNamespaced: spec.scope === 'Namespaced',
    versions: (spec.versions ?? []).map(
      ({ name = '', served, deprecated, deprecationWarning, schema, subresources }, index) => ({
        name,
        index,
        isServed: served === true,
        isDeprecated: deprecated === true,
        deprecationWarning,
        schema: schema?.openAPIV3Schema,
        hasStatus: subresources?.status !== undefined,
        scale: subresources?.scale,
      }),
    ),
  };
}

/**
 * The kind that a CRD defines, even if the server does not accept other parts of the CRD. Undefined if the group or the
 * kind is not specified.
 */
export function definedKind(
  crd: Value | undefined,
): Pick<CustomDefinition, 'group' | 'kind'> | undefined {
  const group = valueAt(crd, ['spec', 'group']);
  const kind = valueAt(crd, ['spec', 'names', 'kind']);
  return typeof group === 'string' && typeof kind === 'string' ? { group, kind } : undefined;
}

/**
 * The version that the server recommends instead of a deprecated one: the served one of highest priority that is not
 * deprecated, if its priority is higher.
 */
export function recommendedVersion(
  { versions }: CustomDefinition,
  deprecated: CustomVersion,
): CustomVersion | undefined {
  return versions
    .filter(
      ({ name, isServed, isDeprecated }) =>
        isServed && !isDeprecated && compareVersionPriority(name, deprecated.name) < 0,
    )
    .sort((a, b) => compareVersionPriority(a.name, b.name))[0];
}
