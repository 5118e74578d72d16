import type { NetworkPolicyPeer, NetworkPolicyPort } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';

/** One of the two ways that connections go, as `policyTypes` names it. */
export type Direction = 'Ingress' | 'Egress';

/** A rule of a NetworkPolicy, whichever way it is for. */
export interface DirectedRule {
  readonly direction: Direction;
  readonly rule: Field;
  /** `from` or `to`. */
  readonly peers: Field<readonly NetworkPolicyPeer[] | undefined>;
  readonly ports: Field<readonly NetworkPolicyPort[] | undefined>;
}

/** The rules of a NetworkPolicy for one direction. */
export function rulesOfDirection(
  resource: Resource<'NetworkPolicy'>,
  direction: Direction,
): readonly DirectedRule[] {
  const spec = resource.root.get('spec');
  if (direction === 'Ingress') {
    const rules = spec.get('ingress').items();
    return rules.map((rule) => {
      return { direction, rule, peers: rule.get('from'), ports: rule.get('ports') };
    });
  }
  const rules = spec.get('egress').items();
  return rules.map((rule) => {
    return { direction, rule, peers: rule.get('to'), ports: rule.get('ports') };
  });
}

/** The rules of a NetworkPolicy, of both directions. */
export function directedRules(resource: Resource<'NetworkPolicy'>): readonly DirectedRule[] {
  return [...rulesOfDirection(resource, 'Ingress'), ...rulesOfDirection(resource, 'Egress')];
}

/** The rules of a direction, as a field of the spec. */
export function ruleListOf(
  resource: Resource<'NetworkPolicy'>,
  direction: Direction,
): Field<readonly unknown[] | undefined> {
  const spec = resource.root.get('spec');
  return direction === 'Ingress' ? spec.get('ingress') : spec.get('egress');
}

/** Whether a NetworkPolicy is about a direction; what it is not about stays as it was. */
export function isAbout(resource: Resource<'NetworkPolicy'>, direction: Direction): boolean {
  return resource.root.get('spec').get('policyTypes').value?.includes(direction) ?? false;
}

/** Whether the file says which directions a NetworkPolicy is about, so that the server does not work it out. */
export function saysDirections(resource: Resource<'NetworkPolicy'>): boolean {
  const types = resource.root.get('spec').get('policyTypes');
  if (types.pruned) return true;
  const { document } = resource.origin;
  return types.items().some((type) => document.locate(type.documentPath) !== undefined);
}

/** Whether a rule names neither peers nor ports, so that it allows everything. */
export function allowsEverything({ rule, peers, ports }: DirectedRule): boolean {
  if (rule.pruned || peers.pruned || ports.pruned) return false;
  return (peers.value ?? []).length === 0 && (ports.value ?? []).length === 0;
}

/** Which ports an entry of `ports` is for, of its protocol; undefined for a port that has a name. */
export function portsOf(
  port: Field<NetworkPolicyPort>,
): { readonly first: number; readonly last: number } | undefined {
  const { value } = port.get('port');
  if (value === undefined) return { first: 0, last: 65535 };
  if (typeof value === 'string') return undefined;
  const number = Number(value);
  return { first: number, last: Number(port.get('endPort').value ?? number) };
}

/** The protocol of an entry of `ports`. */
export function protocolOf(port: Field<NetworkPolicyPort>): string {
  return port.get('protocol').value ?? 'TCP';
}
