import { isDecodedOnly } from '../kubernetes/kinds.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Cause } from './finding.ts';

/**
 * What the API server of one minor makes of one document.
 *
 * - `accepted`: it is stored.
 * - `rejected`: the decoder (strict) or the validation refuses it.
 * - `decodes`: the decoder (strict) accepts it; it is of a built-in kind whose values are not validated.
 * - `undecodable`: it is no object of its kind: no YAML, a value of a wrong type.
 * - `unserved`: a kind that kubeadmit knows, in a version that the minor does not serve by default.
 * - `skipped`: nothing that kubeadmit judges.
 */
export type Verdict = 'accepted' | 'rejected' | 'decodes' | 'undecodable' | 'unserved' | 'skipped';

/** Why a document was not judged. */
export type SkipReason =
  /** It lacks two of apiVersion, kind and metadata, so it is not meant for Kubernetes. */
  | 'not-kubernetes'
  /** An object of a kind that is not built in. */
  | 'unknown-kind'
  /** An object of a built-in kind that no manifest creates, such as Eviction or PodExecOptions. */
  | 'uncreatable-kind'
  /** A template that nobody has rendered yet. */
  | 'template'
  /** A List inside a List, which not every client takes apart. */
  | 'nested-list';

/** One document, or one item of a List, with its verdict in each minor asked for. */
export interface DocumentReport {
  readonly file: string;
  readonly index: number;
  readonly item: number | null;
  readonly apiVersion: string | null;
  readonly kind: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  /** The line on which it begins. */
  readonly line: number;
  readonly verdicts: Readonly<Partial<Record<Minor, Verdict>>>;
  /** Set where the verdict is `skipped`. */
  readonly skipped?: SkipReason;
}

/** Whether a document is of a built-in kind whose objects are decoded and no more. */
export function isDecodedDocument({ apiVersion, kind, skipped }: DocumentReport): boolean {
  if (skipped !== undefined || apiVersion === null || kind === null) return false;
  return isDecodedOnly(apiVersion, kind);
}

/** Whether a cause is an error of the server's validation, which comes after decoding. */
export function isRefusal(cause: Cause): boolean {
  return cause.startsWith('FieldValue') || cause === 'InternalError';
}

/** What else a verdict depends on. */
export interface VerdictContext {
  /**
   * Whether the document reaches the server as it stands (JSON), so that a key given twice is refused; of YAML a
   * client sends only the last value.
   */
  readonly refusesDuplicates: boolean;
  /** Whether the values of its kind are validated. */
  readonly isValidated: boolean;
}

/**
 * The verdict that follows from what the server says.
 *
 * @param causes of all findings about the document in one minor, whether they are shown or not
 */
export function verdictOf(
  causes: ReadonlySet<Cause>,
  { refusesDuplicates, isValidated }: VerdictContext,
): Verdict {
  if (causes.has('Unserved')) return 'unserved';
  if (causes.has('Undecodable')) return 'undecodable';
  if (causes.has('UnknownField') || [...causes].some(isRefusal)) return 'rejected';
  if (causes.has('DuplicateField') && refusesDuplicates) return 'rejected';
  return isValidated ? 'accepted' : 'decodes';
}
