import type { GroupVersionKind } from '../admission/request.ts';
import type { Mapping } from '../kubernetes/value.ts';
import type { DocumentIdentity } from '../result/verdict.ts';
import type { Origin, Resource } from '../rule/resource.ts';

/** An object of the input as the server reads it. */
export interface OpenedObject {
  readonly identity: DocumentIdentity;
  readonly origin: Origin;
  readonly kind: GroupVersionKind;
  /** The plural name of its kind. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** As it is created: with defaults and system fields, in the form that expressions see. */
  readonly object: Mapping;
}

type PolicyKind =
  | 'ValidatingAdmissionPolicy'
  | 'ValidatingAdmissionPolicyBinding'
  | 'MutatingAdmissionPolicy'
  | 'MutatingAdmissionPolicyBinding';

/** A policy or binding of the input that the server accepts. */
export interface AcceptedPolicyPart {
  readonly resource: Resource<PolicyKind>;
}

/** The kinds whose objects admission policies do not apply to. */
export const EXEMPT_KINDS: ReadonlySet<string> = new Set([
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
]);
