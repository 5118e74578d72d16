import type { KindName } from '../../kubernetes/kinds.ts';

/** The kinds that hold the rules of admission that the server judges by itself. */
export const POLICY_KINDS = [
  'ValidatingAdmissionPolicy',
  'MutatingAdmissionPolicy',
] as const satisfies readonly KindName[];

/** The kinds that put such a policy into force. */
export const BINDING_KINDS = [
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicyBinding',
] as const satisfies readonly KindName[];
