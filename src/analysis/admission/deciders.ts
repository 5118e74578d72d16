import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type {
  MutatingAdmissionPolicySpec,
  MutatingWebhook,
  ValidatingAdmissionPolicySpec,
  ValidatingWebhook,
} from '../../server/kubernetes/types.generated.ts';
import { POLICY_KINDS, WEBHOOK_KINDS } from './policy-kinds.ts';

/**
 * The kinds that decide about requests. They have match conditions, which are CEL expressions, and failure policies.
 */
export const DECIDING_KINDS = [...WEBHOOK_KINDS, ...POLICY_KINDS] as const;

/** A configuration of webhooks, or an admission policy. */
export type DecidingResource = Resource<(typeof DECIDING_KINDS)[number]>;

type Decider =
  | ValidatingWebhook
  | MutatingWebhook
  | ValidatingAdmissionPolicySpec
  | MutatingAdmissionPolicySpec;

/** The parts of an object that each decide about a request: the webhooks, or the spec of the policy. */
export function decidersOf(resource: DecidingResource): readonly Field<Decider | undefined>[] {
  if (isOfKind(resource, ...WEBHOOK_KINDS)) return resource.root.itemsOf('webhooks');
  return isOfKind(resource, ...POLICY_KINDS) ? [resource.root.get('spec')] : [];
}
