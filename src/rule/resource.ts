import type { DecodeProblem } from '../server/decode/index.ts';
import type { KindFacts, KindName, ValidatedKindFacts } from '../server/kubernetes/kinds.ts';
import type { Minor } from '../server/kubernetes/minors.ts';
import type { Server } from '../server/kubernetes/server.ts';
import type { KindTypes, ObjectMeta } from '../server/kubernetes/types.generated.ts';
import type { Field } from './field.ts';
import type { SourceFile } from './location.ts';
import type { Origin } from './origin.ts';

/** The properties of objects of all kinds, as one minor of Kubernetes decodes them. */
export interface DecodedObject {
  readonly apiVersion: string;
  /** The facts of a built-in kind; undefined for a custom resource. */
  readonly facts: KindFacts | undefined;
  readonly minor: Minor;
  /** The server of that minor, with the flags of the run. */
  readonly server: Server;
  readonly origin: Origin;
  /** The problems that the decoder reports. For a custom resource, only those that do not come from its CRD. */
  readonly problems: readonly DecodeProblem[];
  /** True if the server cannot decode the object, so that it reports no other errors. */
  readonly undecodable: boolean;
}

/** An object before an update. */
export interface StoredVersion {
  readonly origin: Origin;
  readonly source: SourceFile;
  readonly root: Field<{ readonly metadata?: ObjectMeta }>;
}

/** The object of a built-in kind that an update replaces. */
export interface StoredResource<K extends KindName = KindName> extends StoredVersion {
  readonly resource: Resource<K>;
  readonly root: Field<KindTypes[K]>;
}

/** An object whose values are validated: of a built-in kind, or of one that a CRD defines. */
export interface ApiObject extends DecodedObject {
  readonly kind: string;
  readonly facts: ValidatedKindFacts | undefined;
  readonly isNamespaced: boolean;
  /** The object itself. The metadata are decoded, without values of a wrong type. */
  readonly root: Field<{ readonly metadata?: ObjectMeta }>;
  /** The object that it replaces; undefined if it is created. */
  readonly stored: StoredVersion | undefined;
}

/** One API object of a built-in kind whose values are validated, decoded and defaulted. */
export interface Resource<K extends KindName = KindName> extends ApiObject {
  readonly kind: K;
  readonly facts: ValidatedKindFacts;
  /**
   * The object itself: values of a wrong type are pruned, nulls are treated as on the server, and defaults are applied.
   */
  readonly root: Field<KindTypes[K]>;
  readonly stored: StoredResource<K> | undefined;
}

/** Reports whether an object is of a built-in kind whose values are validated. */
export function isResource(object: DecodedObject): object is Resource {
  return object.facts?.validated === true;
}

/** Narrows a resource to one or some of its kinds. */
export function isOfKind<K extends KindName>(
  resource: Resource<KindName>,
  ...kinds: readonly K[]
): resource is Resource<K> {
  return kinds.some((kind) => kind === resource.kind);
}
