import { groupAndVersion } from '../server/kubernetes/api-version.ts';
import type { Minor } from '../server/kubernetes/minors.ts';
import type { Cause } from './finding.ts';

/**
 * The result of the API server of one minor for one document.
 *
 * - `accepted`: it is stored.
 * - `rejected`: the decoder (strict) or the validation refuses it.
 * - `undecodable`: it is not YAML, or the server cannot decode it because a value has a wrong type.
 * - `unserved`: a kind that kubeadmit knows, in a version that the minor does not serve by default.
 * - `unrendered`: errors were withheld at placeholders, and no other error remains.
 * - `decodes`: it decodes. kubeadmit does not validate the values of its kind.
 * - `fits-schema`: the kind is known by a JSON Schema of a catalogue only, which the object fits.
 * - `unknown`: it does not fit such a schema, and the CRD of the server may have another one; or a check takes too much
 *   time.
 * - `skipped`: not a kind that kubeadmit knows, or not a Kubernetes object.
 */
export type Verdict =
  | 'accepted'
  | 'rejected'
  | 'undecodable'
  | 'unserved'
  | 'unrendered'
  | 'decodes'
  | 'fits-schema'
  | 'unknown'
  | 'skipped';

/** The reason why a document was not judged. */
export type SkipReason =
  /** The document lacks two of apiVersion, kind and metadata, so it is not a Kubernetes object. */
  | 'not-kubernetes'
  /** An object of a kind that is not built in. */
  | 'unknown-kind'
  /** An object of a built-in kind that is not created from manifests, such as Eviction or PodExecOptions. */
  | 'uncreatable-kind'
  /** A template that has not been rendered. */
  | 'template'
  /** A template of a Helm chart. */
  | 'chart-template'
  /** A patch or a configuration of kustomize. */
  | 'kustomize-patch'
  /** An object with which a test compares objects of a cluster. */
  | 'test-assertion'
  /** A List inside a List, which not every client takes apart. */
  | 'nested-list';

/** The identity of a document of the input, or of an item of a List. */
export interface DocumentIdentity {
  readonly file: string;
  /** The part of the file, as kubectl splits it, from 0. */
  readonly index: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  readonly apiVersion: string | null;
  readonly kind: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly line: number;
  /**
   * The template that the document was rendered from, according to a comment before it or an annotation. Null if there
   * is none.
   */
  readonly renderedFrom: string | null;
  /** True if the document has a built-in kind whose objects are decoded, but not validated. */
  readonly isDecodedOnly: boolean;
  /** The reason why the document has no verdict. Undefined if it has one. */
  readonly skipped: SkipReason | undefined;
}

/** The group of the object in a document; empty for the core group. */
export function groupOfDocument({ apiVersion }: DocumentIdentity): string {
  return groupAndVersion(apiVersion ?? '').group;
}

/** A document or an item of a List, with its verdict in each minor that the run is for. */
export interface DocumentReport extends DocumentIdentity {
  /** The request that the verdict is about: the creation of an object, or a change of the stored one. */
  readonly operation: 'create' | 'update';
  /** The number of findings that were withheld because their values contain placeholders. */
  readonly withheld: number;
  /** `skipped` in all minors where `skipped` has a reason. */
  readonly verdicts: Readonly<Partial<Record<Minor, Verdict>>>;
}

/** Reports whether a cause is an error of the server's validation, which follows decoding. */
export function isValidationError(cause: Cause): boolean {
  return cause.startsWith('FieldValue') || cause === 'InternalError' || cause === 'Status';
}

/** The properties of the document that a verdict depends on in addition to the causes. */
interface VerdictContext {
  /**
   * True if the document reaches the server without changes (JSON), so that a duplicate key is refused. For YAML, a
   * client sends only the last value.
   */
  readonly isSentVerbatim: boolean;
  /** True if the document has a built-in kind whose objects are decoded, but not validated. */
  readonly isDecodedOnly: boolean;
}

/**
 * The verdict that follows from the errors of the server.
 *
 * @param causes the causes of all findings about the document in one minor, including findings that are not shown
 */
export function verdictOf(
  causes: ReadonlySet<Cause>,
  { isSentVerbatim, isDecodedOnly }: VerdictContext,
): Verdict {
  if (causes.has('Unserved')) return 'unserved';
  if (causes.has('Undecodable')) return 'undecodable';
  if (causes.has('UnknownField') || [...causes].some(isValidationError)) return 'rejected';
  if (causes.has('DuplicateField') && isSentVerbatim) return 'rejected';
  return isDecodedOnly ? 'decodes' : 'accepted';
}
