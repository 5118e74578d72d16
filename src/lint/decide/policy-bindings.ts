import { compareUnits } from '../../base/compare.ts';
import { addTo } from '../../base/index-by.ts';
import { isOfKind } from '../../rule/resource.ts';
import { type BoundPolicy, type Named, nameOf } from '../../server/admission/policy.ts';
import type {
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBinding,
} from '../../server/kubernetes/types.generated.ts';
import type { AcceptedPolicyPart } from './opened-object.ts';

/** A policy with its bindings, of which there may be none, and its location. */
export interface PolicyWithBindings {
  readonly part: AcceptedPolicyPart;
  readonly bound: BoundPolicy;
}

/**
 * The policies of a cluster, each with its bindings. Policies with bindings come first, by name, then the others in the
 * order of the input.
 */
export function policiesIn(parts: readonly AcceptedPolicyPart[]): readonly PolicyWithBindings[] {
  const inEffect = lastOfEachName(parts);
  const validating = new Map<string, ValidatingAdmissionPolicyBinding[]>();
  const mutating = new Map<string, MutatingAdmissionPolicyBinding[]>();
  for (const { resource } of inEffect) {
    if (isOfKind(resource, 'ValidatingAdmissionPolicyBinding'))
      addBinding(validating, resource.root.value);
    else if (isOfKind(resource, 'MutatingAdmissionPolicyBinding'))
      addBinding(mutating, resource.root.value);
  }
  const policies = inEffect.flatMap((part): readonly PolicyWithBindings[] => {
    const { resource } = part;
    if (isOfKind(resource, 'ValidatingAdmissionPolicy')) {
      const { kind, root } = resource;
      const policy = root.value ?? {};
      return [{ part, bound: { kind, policy, bindings: bindingsOf(validating, policy) } }];
    }
    if (isOfKind(resource, 'MutatingAdmissionPolicy')) {
      const { kind, root } = resource;
      const policy = root.value ?? {};
      return [{ part, bound: { kind, policy, bindings: bindingsOf(mutating, policy) } }];
    }
    return [];
  });
  const isBound = ({ bound }: PolicyWithBindings) => bound.bindings.length > 0;
  return [
    ...policies
      .filter(isBound)
      .sort((a, b) => compareUnits(nameOf(a.bound.policy), nameOf(b.bound.policy))),
    ...policies.filter((one) => !isBound(one)),
  ];
}

/** A cluster has the last of several policies or bindings of one name, which copies of a file have. */
function lastOfEachName(parts: readonly AcceptedPolicyPart[]): readonly AcceptedPolicyPart[] {
  const keyOf = ({ resource: { kind, root } }: AcceptedPolicyPart) =>
    `${kind} ${root.value?.metadata?.name}`;
  return [...new Map(parts.map((part) => [keyOf(part), part])).values()];
}

/** A binding of either kind. */
type Binding = Named & { readonly spec?: { readonly policyName?: string } };

function addBinding<B extends Binding>(byPolicy: Map<string, B[]>, binding: B | undefined): void {
  const name = binding?.spec?.policyName;
  if (binding === undefined || name === undefined) return;
  addTo(byPolicy, name, binding);
}

function bindingsOf<B extends Binding>(
  byPolicy: ReadonlyMap<string, readonly B[]>,
  policy: Named,
): readonly B[] {
  return (byPolicy.get(nameOf(policy)) ?? []).toSorted((a, b) =>
    compareUnits(nameOf(a), nameOf(b)),
  );
}
