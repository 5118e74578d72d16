import type {
  IPBlock,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';

/** Whom the rules of a NetworkPolicy let in or out, in both directions. */
export function networkPolicyPeers(
  resource: Resource<'NetworkPolicy'>,
): readonly Field<NetworkPolicyPeer>[] {
  const spec = resource.root.get('spec');
  return [
    ...spec
      .get('ingress')
      .items()
      .flatMap((rule) => rule.get('from').items()),
    ...spec
      .get('egress')
      .items()
      .flatMap((rule) => rule.get('to').items()),
  ];
}

/** On which ports the rules of a NetworkPolicy allow it, in both directions. */
export function networkPolicyPorts(
  resource: Resource<'NetworkPolicy'>,
): readonly Field<NetworkPolicyPort>[] {
  const spec = resource.root.get('spec');
  return [
    ...spec
      .get('ingress')
      .items()
      .flatMap((rule) => rule.get('ports').items()),
    ...spec
      .get('egress')
      .items()
      .flatMap((rule) => rule.get('ports').items()),
  ];
}

/** The address ranges among the peers of a NetworkPolicy. */
export function networkPolicyIPBlocks(
  resource: Resource<'NetworkPolicy'>,
): readonly Field<IPBlock | undefined>[] {
  return networkPolicyPeers(resource)
    .map((peer) => peer.get('ipBlock'))
    .filter((block) => block.value !== undefined);
}
