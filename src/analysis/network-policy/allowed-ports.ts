import type { Field } from '../../rule/field.ts';
import type { NetworkPolicyPort } from '../../server/kubernetes/types.generated.ts';

/**
 * Reports whether an entry of `ports` of a NetworkPolicy may be a TCP port of a pod. Names of ports are not resolved,
 * so a name may be any port.
 */
export function mayBePort(entry: Field<NetworkPolicyPort>, target: number | string): boolean {
  const { port: from, endPort } = entry.value ?? {};
  if (from === undefined || typeof from === 'string' || typeof target === 'string') return true;
  return target >= from && target <= (endPort ?? from);
}
