import type { KindName } from '../../server/kubernetes/kinds.ts';

/** The kinds of admission policies. */
export const POLICY_KINDS = [
  'ValidatingAdmissionPolicy',
  'MutatingAdmissionPolicy',
] as const satisfies readonly KindName[];

/** The kinds that bind such a policy to resources. */
export const BINDING_KINDS = [
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicyBinding',
] as const satisfies readonly KindName[];
