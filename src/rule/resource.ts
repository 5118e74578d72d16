import type { DecodeProblem } from '../decode/index.ts';
import type { KindFacts, KindName, ValidatedKindFacts } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { KindTypes } from '../kubernetes/types.generated.ts';
import type { Document } from '../yaml/index.ts';
import type { Field } from './field.ts';

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

/** One API object of a built-in kind, as one minor of Kubernetes decodes it. */
export interface DecodedObject {
  readonly apiVersion: string;
  readonly facts: KindFacts;
  readonly minor: Minor;
  readonly origin: Origin;
  /** What the decoder reports. */
  readonly problems: readonly DecodeProblem[];
  /** The server gives up while decoding, so it never gets to say anything else. */
  readonly undecodable: boolean;
}

/** One API object of a kind whose values are validated, decoded and defaulted. */
export interface Resource<K extends KindName = KindName> extends DecodedObject {
  readonly kind: K;
  readonly facts: ValidatedKindFacts;
  /** The object itself: ill-typed subtrees pruned, nulls treated as the server does, defaults applied. */
  readonly root: Field<KindTypes[K]>;
}

/** Whether the values of an object are validated. */
export function isResource(object: DecodedObject | Resource): object is Resource {
  return 'root' in object;
}

/** Narrows a resource to one or some of its kinds. */
export function isOfKind<K extends KindName>(
  resource: Resource<KindName>,
  ...kinds: readonly K[]
): resource is Resource<K> {
  return kinds.some((kind) => kind === resource.kind);
}
