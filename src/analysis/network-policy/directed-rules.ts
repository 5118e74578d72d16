import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import type {
  IPBlock,
  NetworkPolicyPeer,
  NetworkPolicyPort,
} from '../../server/kubernetes/types.generated.ts';

/** A direction of connections, as in `policyTypes`. */
export type Direction = 'Ingress' | 'Egress';

/** An ingress or egress rule of a NetworkPolicy. */
interface DirectedRule {
  readonly direction: Direction;
  readonly rule: Field;
  /** `from` or `to`. */
  readonly peers: Field<readonly NetworkPolicyPeer[] | undefined>;
  readonly ports: Field<readonly NetworkPolicyPort[] | undefined>;
}

/** The ingress or egress rules of a NetworkPolicy. */
export function rulesOfDirection(
  resource: Resource<'NetworkPolicy'>,
  direction: Direction,
): readonly DirectedRule[] {
  const spec = resource.root.get('spec');
  if (direction === 'Ingress') {
    const rules = spec.itemsOf('ingress');
    return rules.map((rule) => {
      return { direction, rule, peers: rule.get('from'), ports: rule.get('ports') };
    });
  }
  const rules = spec.itemsOf('egress');
  return rules.map((rule) => {
    return { direction, rule, peers: rule.get('to'), ports: rule.get('ports') };
  });
}

/** All ingress rules, then all egress rules of a NetworkPolicy. */
export function directedRules(resource: Resource<'NetworkPolicy'>): readonly DirectedRule[] {
  return [...rulesOfDirection(resource, 'Ingress'), ...rulesOfDirection(resource, 'Egress')];
}

/** The peers of all rules of a NetworkPolicy. */
export function networkPolicyPeers(
  resource: Resource<'NetworkPolicy'>,
): readonly Field<NetworkPolicyPeer>[] {
  return directedRules(resource).flatMap(({ peers }) => peers.items());
}

/** The items of `ports` of all rules of a NetworkPolicy. */
export function networkPolicyPorts(
  resource: Resource<'NetworkPolicy'>,
): readonly Field<NetworkPolicyPort>[] {
  return directedRules(resource).flatMap(({ ports }) => ports.items());
}

/** The IP ranges among the peers of a NetworkPolicy. */
export function networkPolicyIPBlocks(
  resource: Resource<'NetworkPolicy'>,
): readonly Field<IPBlock | undefined>[] {
  return networkPolicyPeers(resource)
    .map((peer) => peer.get('ipBlock'))
    .filter((block) => block.value !== undefined);
}

/** The list of ingress or egress rules in the spec. */
export function ruleListOf(
  resource: Resource<'NetworkPolicy'>,
  direction: Direction,
): Field<readonly unknown[] | undefined> {
  const spec = resource.root.get('spec');
  return direction === 'Ingress' ? spec.get('ingress') : spec.get('egress');
}

/** Reports whether a NetworkPolicy restricts a direction. */
export function appliesTo(resource: Resource<'NetworkPolicy'>, direction: Direction): boolean {
  return resource.root.get('spec').get('policyTypes').value?.includes(direction) ?? false;
}

/** Reports whether the file has `policyTypes`, so that the server does not set the default. */
export function hasPolicyTypes(resource: Resource<'NetworkPolicy'>): boolean {
  const types = resource.root.get('spec').get('policyTypes');
  if (types.pruned) return true;
  const { document } = resource.origin;
  return types.items().some((type) => document.locate(type.documentPath) !== undefined);
}

/** Reports whether a rule has neither peers nor ports, so that it allows all traffic. */
export function allowsEverything({ rule, peers, ports }: DirectedRule): boolean {
  if (rule.pruned || peers.pruned || ports.pruned) return false;
  return (peers.value ?? []).length === 0 && (ports.value ?? []).length === 0;
}

/** The ports of its protocol that an item of `ports` allows; undefined for a named port. */
export function portsOf(
  port: Field<NetworkPolicyPort>,
): { readonly first: number; readonly last: number } | undefined {
  const { value } = port.get('port');
  if (value === undefined) return { first: 0, last: 65535 };
  if (typeof value === 'string') return undefined;
  const number = Number(value);
  return { first: number, last: Number(port.get('endPort').value ?? number) };
}

/** The protocol of an item of `ports`. */
export function protocolOf(port: Field<NetworkPolicyPort>): string {
  return port.get('protocol').value ?? 'TCP';
}
