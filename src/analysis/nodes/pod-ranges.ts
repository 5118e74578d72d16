import type { Field } from '../../rule/field.ts';
import type { NodeSpec } from '../../server/kubernetes/types.generated.ts';

/**
 * The address ranges for pods that the server keeps of a Node: of `podCIDR` only, if the first one of the list differs
 * from it.
 *
 * Source: `Convert_v1_NodeSpec_To_core_NodeSpec` in `pkg/apis/core/v1/conversion.go` of Kubernetes.
 */
export function podRanges(spec: Field<NodeSpec | undefined>): readonly Field<string | undefined>[] {
  const single = spec.get('podCIDR');
  const list = spec.itemsOf('podCIDRs');
  return !single.value || list[0]?.value === single.value ? list : [single];
}
