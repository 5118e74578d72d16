import { onceForEach } from '../../base/once-for-each.ts';
import type { Installation, InstalledResource } from '../../rule/installation.ts';

/** The kind of the policies that bindings of a kind are for. */
const POLICY_OF_BINDING = {
  ValidatingAdmissionPolicyBinding: 'ValidatingAdmissionPolicy',
  MutatingAdmissionPolicyBinding: 'MutatingAdmissionPolicy',
} as const;

type BindingKind = keyof typeof POLICY_OF_BINDING;
export type PolicyKind = (typeof POLICY_OF_BINDING)[BindingKind];

/** The group of policies and their bindings. */
export const ADMISSION_GROUP = 'admissionregistration.k8s.io';

export interface BoundPolicy {
  readonly binding: InstalledResource<BindingKind>;
  /** The first policy with the name. Undefined if the installation has none. */
  readonly policy: InstalledResource<PolicyKind> | undefined;
  readonly kind: PolicyKind;
}

export const boundPolicies = onceForEach((installation: Installation): readonly BoundPolicy[] => {
  const policies = new Map<string, InstalledResource<PolicyKind>>();
  for (const policy of installation.resources(...Object.values(POLICY_OF_BINDING))) {
    const { kind, names } = policy.object;
    for (const name of names) {
      const key = `${kind} ${name}`;
      if (!policies.has(key)) policies.set(key, policy);
    }
  }
  return installation
    .resources('ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding')
    .map((binding) => {
      const kind = POLICY_OF_BINDING[binding.resource.kind];
      const { value: name = '' } = binding.resource.root.get('spec').get('policyName');
      return { binding, kind, policy: policies.get(`${kind} ${name}`) };
    });
});

/** The effect on requests if a binding finds no parameters, as the second part of a message. */
export function effectWithoutParams(notFoundAction: string | undefined): string {
  return notFoundAction === 'Allow'
    ? 'the policy is not enforced'
    : 'requests are denied, or failurePolicy decides';
}
