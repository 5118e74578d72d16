import type { Minor } from '../server/kubernetes/minors.ts';
import type { Cause } from './finding.ts';

/**
 * What the API server of one minor makes of one document.
 *
 * - `accepted`: it is stored.
 * - `rejected`: the decoder (strict) or the validation refuses it.
 * - `undecodable`: it is no object of its kind: no YAML, a value of a wrong type.
 * - `unserved`: a kind that kubeadmit knows, in a version that the minor does not serve by default.
 * - `unrendered`: errors were withheld at placeholders, and no other error remains.
 * - `decodes`: it decodes; kubeadmit does not validate the values of its kind.
 * - `skipped`: not a kind that kubeadmit knows, or not a Kubernetes object.
 */
export type Verdict =
  | 'accepted'
  | 'rejected'
  | 'undecodable'
  | 'unserved'
  | 'unrendered'
  | 'decodes'
  | 'skipped';

/** Why a document was not judged. */
export type SkipReason =
  /** It lacks two of apiVersion, kind and metadata, so it is not meant for Kubernetes. */
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
  /** An object with which a test compares those of a cluster. */
  | 'test-assertion'
  /** A List inside a List, which not every client takes apart. */
  | 'nested-list';

/** Which document of the input, or which item of a List, is meant. */
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
  /** The line on which it begins. */
  readonly line: number;
  /** The template that it was rendered from, as a comment before it or an annotation says; null where none does. */
  readonly renderedFrom: string | null;
  /** Whether it is of a built-in kind whose objects are decoded, but not validated. */
  readonly isDecodedOnly: boolean;
  /** Why there is no verdict on it, if so. */
  readonly skipped: SkipReason | undefined;
}

/** A document or an item of a List, with its verdict in each minor that the run is for. */
export interface DocumentReport extends DocumentIdentity {
  /** What the verdict is on: a new object, or a change of the stored one. */
  readonly operation: 'create' | 'update';
  /** How many findings were withheld, because the values that they are about are still to be filled in. */
  readonly withheld: number;
  /** `skipped` in all minors where `skipped` has a reason. */
  readonly verdicts: Readonly<Partial<Record<Minor, Verdict>>>;
}

/** Whether a cause is an error of the server's validation, which comes after decoding. */
export function isRefusal(cause: Cause): boolean {
  return cause.startsWith('FieldValue') || cause === 'InternalError';
}

/** What else a verdict depends on. */
export interface VerdictContext {
  /** Whether the document reaches the server as it is (JSON), so that a key given twice is refused; of YAML a client sends only the last value. */
  readonly isSentVerbatim: boolean;
  /** Whether it is of a built-in kind whose objects are decoded, but not validated. */
  readonly isDecodedOnly: boolean;
}

/**
 * The verdict that follows from what the server says.
 *
 * @param causes of all findings about the document in one minor, whether they are shown or not
 */
export function verdictOf(
  causes: ReadonlySet<Cause>,
  { isSentVerbatim, isDecodedOnly }: VerdictContext,
): Verdict {
  if (causes.has('Unserved')) return 'unserved';
  if (causes.has('Undecodable')) return 'undecodable';
  if (causes.has('UnknownField') || [...causes].some(isRefusal)) return 'rejected';
  if (causes.has('DuplicateField') && isSentVerbatim) return 'rejected';
  return isDecodedOnly ? 'decodes' : 'accepted';
}
