import type { Field } from '../../rule/field.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { ServiceSpec } from '../../server/kubernetes/types.generated.ts';

export interface Addresses {
  readonly clusterIP: string;
  readonly clusterIPs: readonly string[];
  readonly families: readonly string[];
  /** The `ipFamilyPolicy`; undefined if it has none. */
  readonly policy: string | undefined;
}

/** The ports of nodes at which a Service is reached. Those that the server chooses are negative, and 0 is none. */
export interface Ports {
  /** By the index of the port. */
  readonly nodePorts: readonly number[];
  readonly healthCheckNodePort: number;
}

/** A stored Service: what it asks for, and what it has got. */
export interface StoredService extends Addresses, Ports {
  readonly spec: ServiceSpec;
}

/** A Service that asks for addresses, and the one that it updates; undefined for a new one. */
export interface AddressRequest {
  readonly spec: Field<ServiceSpec | undefined>;
  readonly server: Server;
  readonly stored: StoredService | undefined;
}

/** An error in the addresses or ports of a Service. The server then does not validate the rest. */
export interface AllocationFault {
  readonly subject: 'address' | 'port';
  /**
   * No cluster accepts `unsupported`, `duplicate` and `invalid` values. A cluster with other ranges, or with both IP
   * families, accepts `unavailable` ones. At `crash`, and at a `duplicate` port, the server answers with an internal
   * error.
   */
  readonly kind: 'unsupported' | 'duplicate' | 'invalid' | 'unavailable' | 'crash';
  readonly at: Field;
  /** The path that the server reports. */
  readonly path: string;
  /** The reason, or the allowed values, as a clause. */
  readonly problem: string;
}
