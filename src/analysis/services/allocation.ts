import { onceForEach } from '../../base/once-for-each.ts';
import type { Resource } from '../../rule/resource.ts';
import { HEADLESS } from '../../server/kubernetes/service-traits.ts';
import { allocatedAddresses } from './addresses.ts';
import { allocatedPorts, updatedPorts } from './node-ports.ts';
import type { Addresses, AllocationFault, Ports } from './service-allocation.ts';

/** The values that the server allocates for a Service before it validates it. */
export interface Allocation extends Addresses, Ports {
  /** Empty if the server goes on to validate the Service. */
  readonly faults: readonly AllocationFault[];
  readonly isHeadless: boolean;
}

/**
 * The values that the server allocates for a Service in a cluster with the default range of addresses and IPv4 only. An
 * update keeps what the stored Service has got.
 *
 * Source: `beginCreate` and `beginUpdate` in `pkg/registry/core/service/storage/storage.go` of Kubernetes.
 */
export const allocationOf: (resource: Resource<'Service'>) => Allocation = onceForEach(
  ({ root, server, stored }: Resource<'Service'>) => {
    const spec = root.get('spec');
    const before = stored && {
      ...allocationOf(stored.resource),
      spec: stored.root.get('spec').value ?? {},
    };
    const addresses = allocatedAddresses(spec, server, before);
    const ports =
      before === undefined ? allocatedPorts(spec, server) : updatedPorts(spec, server, before);
    const { clusterIPs, faults } = addresses;
    return {
      ...ports,
      ...addresses,
      // The server stops at the first step with errors.
      faults: faults.length > 0 ? faults : ports.faults,
      isHeadless: clusterIPs.length === 1 && clusterIPs[0] === HEADLESS,
    };
  },
);
