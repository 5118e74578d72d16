import type { StructuralSchema } from '../server/crd/structural.ts';
import type { KindName } from '../server/kubernetes/kinds.ts';
import type { Resource } from './resource.ts';

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

/** A custom kind as its CRD names it, without the schema of a version. */
export type NamedKind = Pick<CustomKind, 'plural' | 'isNamespaced'>;

/**
 * The custom kinds that a run knows. It may lack kinds of the cluster, so that a kind which it does not find may exist.
 */
export interface CustomKindLookup {
  /** The kind of a resource, by the plural that rules and paths name it by. */
  findResource(group: string, version: string, plural: string): CustomKind | undefined;
  findKind(group: string, version: string, kind: string): CustomKind | undefined;
}

/** An object of a built-in kind, and the custom kinds that it may name. */
export interface ObjectAndKinds<K extends KindName = KindName> {
  readonly resource: Resource<K>;
  readonly customKinds: CustomKindLookup;
}
