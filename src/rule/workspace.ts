import type { StructuralSchema } from '../server/crd/structural.ts';

/** A kind that a CRD defines, in one of its versions. */
export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** `openAPIV3Schema` of the version, as decoded. */
  readonly schema: StructuralSchema | undefined;
}

/**
 * What else is at hand beside an object: what the run is given. It may lack what is in the cluster, so that
 * something is not found in it proves nothing.
 */
export interface Workspace {
  /** The kind of a resource, by the plural that rules and paths name it by. */
  findResource(group: string, version: string, plural: string): CustomKind | undefined;
  findKind(group: string, version: string, kind: string): CustomKind | undefined;
}
