import { onceForEach } from '../../base/once-for-each.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import { HEADLESS } from '../../server/kubernetes/service-traits.ts';
import type { ServiceSpec } from '../../server/kubernetes/types.generated.ts';
import { allocatedAddresses } from './addresses.ts';
import type { Addresses } from './families.ts';
import { allocatedPorts, type Ports, updatedPorts } from './node-ports.ts';

/** An error in the addresses or ports of a Service. The server then does not validate the rest. */
export interface AllocationFault {
  readonly subject: 'address' | 'port';
  /**
   * No cluster accepts `unsupported`, `duplicate` and `invalid` values. A cluster with other ranges, or with both IP
   * families, accepts `unavailable` ones. At `crash`, and at a `duplicate` port, the server answers with an internal error.
   */
  readonly kind: 'unsupported' | 'duplicate' | 'invalid' | 'unavailable' | 'crash';
  readonly at: Field;
  /** The path that the server reports. */
  readonly path: string;
  /** The reason, or the allowed values, as a clause. */
  readonly problem: string;
}

/** The values that the server allocates for a Service before it validates it. */
export interface Allocation extends Addresses, Ports {
  /** Empty if the server goes on to validate the Service. */
  readonly faults: readonly AllocationFault[];
  readonly isHeadless: boolean;
}

/** A stored Service: what it asks for, and what it has got. */
export interface StoredService extends Addresses, Ports {
  readonly spec: ServiceSpec;
}

/**
 * The values that the server allocates for a Service in a cluster with default ranges and IPv4 only. An update keeps what the
 * stored Service has got.
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
    const ports = before === undefined ? allocatedPorts(spec) : updatedPorts(spec, before);
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
