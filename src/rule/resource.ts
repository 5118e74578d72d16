import type { DecodeProblem } from '../decode/index.ts';
import type { KindFacts, KindName } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { KindTypes, ObjectMeta } from '../kubernetes/types.generated.ts';
import type { Document } from '../yaml/index.ts';
import type { Field } from './field.ts';
import type { SourceFile } from './location.ts';

/** Where in the input an object stands. */
export interface Origin {
  readonly file: string;
  /** The part of the file, as kubectl splits it, from 0. */
  readonly index: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  readonly document: Document;
  /** The path of the object in its document: empty, or that of a List's item. */
  readonly path: readonly (string | number)[];
}

/** What objects of all kinds have, be they built in or defined by a CRD. */
export interface ApiObject {
  readonly kind: string;
  readonly apiVersion: string;
  /** The facts of a built-in kind; undefined for a custom resource. */
  readonly facts: KindFacts | undefined;
  readonly isNamespaced: boolean;
  readonly minor: Minor;
  readonly origin: Origin;
  /** The object itself; the metadata as decoded, without ill-typed values. */
  readonly root: Field<{ readonly metadata?: ObjectMeta }>;
  /** What the decoder has to say of what is not defined by a CRD. */
  readonly problems: readonly DecodeProblem[];
  /** The server gives up while decoding, so it never gets to say anything else. */
  readonly undecodable: boolean;
  /** The object that it replaces; undefined if it is created. */
  readonly stored: StoredVersion | undefined;
}

/** What an object is before an update. */
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

/** One API object of a kind that kubeadmit knows, as one minor of Kubernetes decodes and defaults it. */
export interface Resource<K extends KindName = KindName> extends ApiObject {
  readonly kind: K;
  readonly facts: KindFacts;
  /** The object itself: ill-typed subtrees pruned, nulls treated as the server does, defaults applied. */
  readonly root: Field<KindTypes[K]>;
  readonly stored: StoredResource<K> | undefined;
}

/** Narrows a resource to one or some of its kinds. */
export function isOfKind<K extends KindName>(
  resource: Resource<KindName>,
  ...kinds: readonly K[]
): resource is Resource<K> {
  return kinds.some((kind) => kind === resource.kind);
}
