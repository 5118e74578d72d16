import { onceForEach } from '../../base/once-for-each.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { parseIpSloppily } from '../../server/kubernetes/formats/cidr.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { ServicePort, ServiceSpec } from '../../server/kubernetes/types.generated.ts';
import { addressProblem, isIPv6 } from '../fields/addresses.ts';

/** The `clusterIP` of a headless Service. */
const HEADLESS = 'None';

/** The default of `--service-node-port-range`. */
const FIRST_NODE_PORT = 30_000;
const LAST_NODE_PORT = 32_767;

/** The first and the last address of a Service in 10.96.0.0/12, the range that kubeadm sets by default. */
const FIRST_ADDRESS = [10, 96, 0, 1] as const;
const LAST_ADDRESS = [10, 111, 255, 254] as const;

const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];
const POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** An error in the addresses or ports of a new Service. The server then does not validate the rest. */
export interface AllocationFault {
  readonly subject: 'address' | 'port';
  /**
   * No cluster accepts `unsupported`, `duplicate` and `invalid` values. A cluster with other ranges, or with both IP
   * families, accepts `unavailable` ones. At `crash` the server answers with an internal error.
   */
  readonly kind: 'unsupported' | 'duplicate' | 'invalid' | 'unavailable' | 'crash';
  readonly at: Field;
  /** The path that the server reports. */
  readonly path: string;
  /** The reason, or the allowed values, as a clause. */
  readonly problem: string;
}

/** The values that the server allocates for a new Service before it validates it. */
export interface Allocation {
  readonly faults: readonly AllocationFault[];
  readonly isHeadless: boolean;
  readonly clusterIPs: readonly string[];
  /** The node ports by the index of the port; 0 for none. Ports that the server chooses are negative. */
  readonly nodePorts: readonly number[];
}

type Spec = Field<ServiceSpec | undefined>;

interface Addresses {
  readonly spec: Spec;
  readonly clusterIP: string;
  /** The addresses before an update, which are not read again. */
  readonly storedIPs: readonly string[];
  readonly clusterIPs: readonly string[];
  readonly families: readonly string[];
  readonly policy: string;
  readonly isHeadless: boolean;
  readonly server: Server;
}

/**
 * The values that the server allocates for a Service in a cluster with default ranges and IPv4 only. It does so in
 * steps, and ends at the first step with errors.
 *
 * Source: `allocateCreate` in `pkg/registry/core/service/storage/alloc.go`, and `ValidateServiceClusterIPsRelatedFields` in
 * `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export const allocationOf: (resource: Resource<'Service'>) => Allocation = onceForEach(
  ({ root, server, stored }: Resource<'Service'>) => {
    const spec: Spec = root.get('spec');
    const before = stored?.root.get('spec').value;
    // An update keeps the addresses that it does not name.
    const isKept = before !== undefined && before.type !== 'ExternalName';
    const { type, selector = {}, ports = [], ...written } = spec.value ?? {};
    const clusterIP = written.clusterIP || (isKept ? before.clusterIP : undefined) || '';
    const keptIPs = isKept && before.clusterIP === clusterIP ? before.clusterIPs : undefined;
    const clusterIPs = written.clusterIPs ?? keptIPs ?? (clusterIP === '' ? [] : [clusterIP]);
    const isHeadless = clusterIPs.length === 1 && clusterIPs[0] === HEADLESS;
    const nodePorts = ports.map(({ nodePort = 0 }) => nodePort);
    const given = { faults: [], isHeadless, clusterIPs, nodePorts };
    if (type === 'ExternalName') return given;

    const hasSelector = Object.keys(selector).length > 0;
    const isFree = clusterIP === HEADLESS && !hasSelector;
    const policy = written.ipFamilyPolicy ?? (isKept ? before.ipFamilyPolicy : undefined);
    const addresses: Addresses = {
      spec,
      clusterIP,
      clusterIPs,
      storedIPs: isKept ? (before.clusterIPs ?? [before.clusterIP ?? '']) : [],
      families: written.ipFamilies ?? (isKept ? before.ipFamilies : undefined) ?? [],
      policy: policy ?? (isFree ? 'RequireDualStack' : 'SingleStack'),
      isHeadless,
      server,
    };
    const steps: readonly (() => readonly AllocationFault[])[] = [
      () => addressFaults(addresses),
      () => policyFaults(addresses),
      () => (isFree ? [] : clusterFaults(addresses)),
      () => (isKept ? [] : rangeFaults(addresses)),
    ];
    for (const step of steps) {
      const faults = step();
      if (faults.length > 0) return { ...given, faults };
    }
    return { ...given, ...portAllocation(spec, nodePorts, before?.ports ?? []) };
  },
);

/** The errors of the addresses, families and the policy that no cluster accepts. */
function addressFaults(addresses: Addresses): readonly AllocationFault[] {
  const { spec, clusterIP, clusterIPs, storedIPs, families, isHeadless, server } = addresses;
  const list = spec.get('clusterIPs');
  const faults: AllocationFault[] = [];
  const add = (kind: AllocationFault['kind'], at: Field, problem: string, path = at.path): void => {
    faults.push({ subject: 'address', kind, at, path, problem });
  };
  if (clusterIPs.length > 0 && (clusterIP === '' || clusterIPs[0] !== clusterIP)) {
    add(
      'invalid',
      list,
      clusterIP === '' ? 'clusterIP is absent' : 'the first value must be clusterIP',
    );
  }
  for (const [index, family] of spec.get('ipFamilies').items().entries()) {
    const { value = '' } = family;
    if (!FAMILIES.includes(value)) add('unsupported', family, 'IPv4 or IPv6');
    if (families.indexOf(value) < index) add('duplicate', family, 'each family can occur once');
  }
  const policy = spec.get('ipFamilyPolicy');
  if (policy.value !== undefined && !POLICIES.includes(policy.value)) {
    add('unsupported', policy, 'SingleStack, PreferDualStack or RequireDualStack');
  }
  // A Service with clusterIP alone has the first of clusterIPs from it.
  const written = list.items();
  const fieldAt = (index: number): Field => written[index] ?? spec.get('clusterIP');
  let isReadable = true;
  for (const [index, ip] of clusterIPs.entries()) {
    if (index === 0 && ip === HEADLESS) {
      if (clusterIPs.length === 1) continue;
      add('invalid', list, "'None' must be the only value");
      isReadable = false;
      continue;
    }
    const problem = storedIPs.includes(ip) ? undefined : addressProblem(ip, server);
    if (problem === undefined) continue;
    add('invalid', fieldAt(index), problem, `spec.clusterIPs[${index}]`);
    isReadable = false;
  }
  if (clusterIPs.length > 2) add('invalid', list, 'it can have two values at most');
  if (!isReadable) return faults;
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOf)).size < clusterIPs.length) {
    add('invalid', list, 'each family can have one address');
  }
  for (const [index, ip] of isHeadless ? [] : clusterIPs.entries()) {
    const family = families[index];
    if (family !== undefined && FAMILIES.includes(family) && familyOf(ip) !== family) {
      const problem = `it is not of the family ${family} of ipFamilies[${index}]`;
      add('invalid', fieldAt(index), problem, `spec.clusterIPs[${index}]`);
    }
  }
  return faults;
}

/** The errors of addresses and families that contradict the policy, or are not of the family of the cluster. */
function policyFaults({ spec, clusterIPs, families, policy }: Addresses) {
  const faults: AllocationFault[] = [];
  const at = spec.get('ipFamilyPolicy');
  if (policy === 'SingleStack' && (clusterIPs.length === 2 || families.length === 2)) {
    const problem = 'two families need PreferDualStack or RequireDualStack';
    faults.push({ subject: 'address', kind: 'invalid', at, path: at.path, problem });
  }
  for (const [index, ip] of clusterIPs.entries()) {
    if (ip === HEADLESS) break;
    if (index < families.length || familyOf(ip) === 'IPv4') continue;
    faults.push({
      subject: 'address',
      kind: 'unavailable',
      at: spec.get('clusterIPs').items()[index] ?? spec.get('clusterIP'),
      path: `spec.clusterIPs[${index}]`,
      problem: 'a cluster has no IPv6 addresses by default',
    });
  }
  return faults;
}

/** The errors of families that a cluster does not have by default. */
function clusterFaults({ spec, policy }: Addresses) {
  const policyField = spec.get('ipFamilyPolicy');
  const wrong: Field[] = policy === 'RequireDualStack' ? [policyField] : [];
  wrong.push(
    ...spec
      .get('ipFamilies')
      .items()
      .filter(({ value }) => value === 'IPv6'),
  );
  return wrong.map((at): AllocationFault => {
    const problem = 'a cluster has no IPv6 addresses by default';
    return { subject: 'address', kind: 'unavailable', at, path: at.path, problem };
  });
}

/** The error of an address outside of the range of Services. */
function rangeFaults({ spec, clusterIPs, isHeadless }: Addresses): readonly AllocationFault[] {
  const [ip] = clusterIPs;
  if (isHeadless || ip === undefined || isServiceAddress(ip)) return [];
  return [
    {
      subject: 'address',
      kind: 'unavailable',
      at: spec.get('clusterIPs').items()[0] ?? spec.get('clusterIP'),
      path: 'spec.clusterIPs',
      problem: 'it is outside of 10.96.0.0/12, the default range of Services',
    },
  ];
}

function isServiceAddress(ip: string): boolean {
  const bytes = [...(parseIpSloppily(ip)?.bytes ?? [])].slice(-4);
  const position = (of: readonly number[]): number => of.reduce((sum, byte) => sum * 256 + byte, 0);
  const at = position(bytes);
  return at >= position(FIRST_ADDRESS) && at <= position(LAST_ADDRESS);
}

function familyOf(ip: string): string {
  return isIPv6(ip) ? 'IPv6' : 'IPv4';
}

/** Allocates node ports for the ports of a Service. Ports with the same number share one. */
function portAllocation(
  spec: Spec,
  requested: readonly number[],
  storedPorts: readonly ServicePort[],
): Pick<Allocation, 'faults' | 'nodePorts'> {
  const { type, allocateLoadBalancerNodePorts = true, ports = [] } = spec.value ?? {};
  const nodePorts = [...requested];
  const fail = (at: Field, kind: AllocationFault['kind'], problem: string) => ({
    faults: [{ subject: 'port', kind, at, path: at.path, problem } as const],
    nodePorts,
  });
  if (type !== 'NodePort' && type !== 'LoadBalancer') return { faults: [], nodePorts };
  const choosesPorts = type === 'NodePort' || allocateLoadBalancerNodePorts;
  const taken = new Set<number>();
  const byPort = new Map<number, number>();
  for (const [index, { port = 0 }] of ports.entries()) {
    const own = nodePorts[index] ?? 0;
    if (own === 0 && !choosesPorts) continue;
    const shared = byPort.get(port);
    const wanted = shared === undefined ? requestedFor(port, ports, nodePorts) : own;
    const isStored = storedPorts.some(({ nodePort }) => nodePort === wanted);
    if (wanted !== 0 && wanted !== shared && !isStored) {
      const problem = takenProblem(wanted, taken);
      if (problem !== undefined) {
        return fail(
          spec.get('ports').items()[index]?.get('nodePort') ?? spec,
          'unavailable',
          problem,
        );
      }
      taken.add(wanted);
    }
    const chosen = wanted || shared || -index - 1;
    if (shared === undefined) byPort.set(port, chosen);
    nodePorts[index] = chosen;
  }
  const check = spec.get('healthCheckNodePort');
  const isLocal = type === 'LoadBalancer' && spec.value?.externalTrafficPolicy === 'Local';
  const isNew = storedPorts.length === 0;
  const problem = isNew && isLocal && check.value ? takenProblem(check.value, taken) : undefined;
  return problem === undefined ? { faults: [], nodePorts } : fail(check, 'crash', problem);
}

/** The first node port that a port of this number requests; 0 if there is none. */
function requestedFor(
  number: number,
  ports: readonly ServicePort[],
  nodePorts: readonly number[],
): number {
  return (
    nodePorts.find((nodePort, index) => nodePort !== 0 && (ports[index]?.port ?? 0) === number) ?? 0
  );
}

function takenProblem(port: number, taken: ReadonlySet<number>): string | undefined {
  if (port < FIRST_NODE_PORT || port > LAST_NODE_PORT) {
    return `the default range of node ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`;
  }
  return taken.has(port) ? 'another port of the Service has it' : undefined;
}
