import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../kubernetes/types.generated.ts';

/** A policy with the bindings that put it to use, in the order of their names. */
export type BoundPolicy =
  | {
      readonly kind: 'ValidatingAdmissionPolicy';
      readonly policy: ValidatingAdmissionPolicy;
      readonly bindings: readonly ValidatingAdmissionPolicyBinding[];
    }
  | {
      readonly kind: 'MutatingAdmissionPolicy';
      readonly policy: MutatingAdmissionPolicy;
      readonly bindings: readonly MutatingAdmissionPolicyBinding[];
    };

/** An object of the admission API, of which only the names matter here. */
export interface Named {
  readonly metadata?: { readonly name?: string };
}

/** The name of a policy or binding; every accepted one has a name. */
export function nameOf({ metadata }: Named): string {
  return metadata?.name ?? '';
}
