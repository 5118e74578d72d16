import type { KindName } from '../../server/kubernetes/kinds.ts';

export const WEBHOOK_KINDS = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
] as const satisfies readonly KindName[];

export const POLICY_KINDS = [
  'ValidatingAdmissionPolicy',
  'MutatingAdmissionPolicy',
] as const satisfies readonly KindName[];

/** The kinds that bind such a policy to resources. */
export const BINDING_KINDS = [
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicyBinding',
] as const satisfies readonly KindName[];

/** The kinds of policies and bindings, which have an effect only together. */
export const ADMISSION_KINDS = [...POLICY_KINDS, ...BINDING_KINDS] as const;

export type AdmissionKind = (typeof ADMISSION_KINDS)[number];

/** Reports whether a kind is one of policies. */
export function isPolicyKind(kind: string): boolean {
  return POLICY_KINDS.some((one) => one === kind);
}

/** Reports whether a kind is one of policies or bindings. */
export function isAdmissionKind(kind: string): kind is AdmissionKind {
  return ADMISSION_KINDS.some((one) => one === kind);
}
