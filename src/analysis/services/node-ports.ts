import type { Field } from '../../rule/field.ts';
import { DEFAULT_NODE_PORTS, type Server } from '../../server/kubernetes/server.ts';
import {
  choosesPorts,
  isOnNodes,
  needsHealthCheck,
} from '../../server/kubernetes/service-traits.ts';
import type { ServicePort, ServiceSpec } from '../../server/kubernetes/types.generated.ts';
import type { AllocationFault, Ports, StoredService } from './service-allocation.ts';

interface Result extends Ports {
  readonly faults: readonly AllocationFault[];
}

type Spec = Field<ServiceSpec | undefined>;

/**
 * The node ports of a new Service. Its ports with the same number share one.
 *
 * Source: `txnAllocNodePorts` in `pkg/registry/core/service/storage/alloc.go` of Kubernetes.
 */
export function allocatedPorts(spec: Spec, server: Server): Result {
  const { ports = [], healthCheckNodePort = 0 } = spec.value ?? {};
  const nodePorts = ports.map(({ nodePort = 0 }) => nodePort);
  const taken = new Set<number>();
  const byPort = new Map<number, number>();
  if (isOnNodes(spec.value)) {
    for (const [index, { port = 0 }] of ports.entries()) {
      const own = nodePorts[index] ?? 0;
      if (own === 0 && !choosesPorts(spec.value)) continue;
      const shared = byPort.get(port);
      const wanted = shared === undefined ? requestedFor(port, ports, nodePorts) : own;
      if (wanted !== 0 && wanted !== shared) {
        const problem = takenProblem(wanted, taken, server);
        if (problem !== undefined) {
          return { nodePorts, healthCheckNodePort, faults: [portFault(spec, index, problem)] };
        }
        taken.add(wanted);
      }
      const chosen = wanted || shared || -index - 1;
      if (shared === undefined) byPort.set(port, chosen);
      nodePorts[index] = chosen;
    }
  }
  return withHealthCheck(spec, server, { nodePorts, healthCheckNodePort }, taken);
}

/**
 * The node ports of an updated Service. It keeps the ports that it does not name, by the names of its ports.
 *
 * Source: `patchAllocatedValues` in `storage.go` and `txnUpdateNodePorts` in `alloc.go` of
 * `pkg/registry/core/service/storage` of Kubernetes.
 */
export function updatedPorts(spec: Spec, server: Server, stored: StoredService): Result {
  const { ports = [], healthCheckNodePort: check = 0 } = spec.value ?? {};
  const isChecked = needsHealthCheck(spec.value) && needsHealthCheck(stored.spec);
  const healthCheckNodePort = isChecked && check === 0 ? stored.healthCheckNodePort : check;
  const nodePorts = [...keptPorts(ports, spec.value, stored)];
  const taken = new Set<number>();
  const seen = new Set<string>();
  for (const [index, { protocol, nodePort = 0 }] of isOnNodes(spec.value) ? ports.entries() : []) {
    const wanted = nodePorts[index] ?? 0;
    if (wanted === 0 && !choosesPorts(spec.value)) continue;
    const fail = (problem: string, kind?: AllocationFault['kind']): Result => ({
      nodePorts,
      healthCheckNodePort,
      faults: [portFault(spec, index, problem, kind)],
    });
    // Ports that the server has chosen have negative numbers here.
    const isStored = nodePort >= 0 && stored.nodePorts.includes(wanted);
    if (wanted === 0) {
      nodePorts[index] = Math.min(0, ...stored.nodePorts, ...nodePorts) - 1;
    } else if (!isStored && !taken.has(wanted)) {
      const problem = takenProblem(wanted, taken, server);
      if (problem !== undefined) return fail(problem);
      taken.add(wanted);
    }
    const key = `${protocol} ${nodePorts[index]}`;
    if (seen.has(key)) return fail('another port of this protocol has it', 'duplicate');
    seen.add(key);
  }
  const kept = { nodePorts, healthCheckNodePort };
  return isChecked ? { ...kept, faults: [] } : withHealthCheck(spec, server, kept, taken);
}

/** The ports of nodes of an update, with those of the stored ports of the same name. */
function keptPorts(
  ports: readonly ServicePort[],
  spec: ServiceSpec | undefined,
  stored: StoredService,
): readonly number[] {
  const written = ports.map(({ nodePort = 0 }) => nodePort);
  if (!choosesPorts(spec) || !choosesPorts(stored.spec)) return written;
  const byName = new Map(
    stored.spec.ports?.map(({ name = '' }, index) => [name, stored.nodePorts[index] ?? 0]),
  );
  return written.map((nodePort, index) => {
    if (nodePort !== 0) return nodePort;
    const kept = byName.get(ports[index]?.name ?? '') ?? 0;
    return written.includes(kept) ? 0 : kept;
  });
}

function withHealthCheck(
  spec: Spec,
  server: Server,
  ports: Ports,
  taken: ReadonlySet<number>,
): Result {
  if (!needsHealthCheck(spec.value)) return { ...ports, faults: [] };
  const { healthCheckNodePort } = ports;
  if (healthCheckNodePort === 0) return { ...ports, healthCheckNodePort: -1, faults: [] };
  const problem = takenProblem(healthCheckNodePort, taken, server);
  if (problem === undefined) return { ...ports, faults: [] };
  const at = spec.get('healthCheckNodePort');
  return { ...ports, faults: [{ subject: 'port', kind: 'crash', at, path: at.path, problem }] };
}

function portFault(
  spec: Spec,
  index: number,
  problem: string,
  kind: AllocationFault['kind'] = 'unavailable',
): AllocationFault {
  const at = spec.itemsOf('ports')[index]?.get('nodePort') ?? spec;
  return { subject: 'port', kind, at, path: at.path, problem };
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

function takenProblem(
  port: number,
  taken: ReadonlySet<number>,
  { nodePorts }: Server,
): string | undefined {
  const { first, last } = nodePorts ?? DEFAULT_NODE_PORTS;
  if (port < first || port > last) {
    return `the ${nodePorts === undefined ? 'default ' : ''}range of node ports is ${first}-${last}`;
  }
  return taken.has(port) ? 'another port of the Service has it' : undefined;
}
