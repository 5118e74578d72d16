import type { Field } from '../../rule/field.ts';
import { parseIpSloppily } from '../../server/kubernetes/formats/cidr.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import type { ServiceSpec } from '../../server/kubernetes/types.generated.ts';
import { isIPv6 } from '../fields/addresses.ts';
import type { StoredService } from './allocation.ts';

/** An address of a Service that the server chooses. It is one of IPv4. */
export const CHOSEN = 'chosen by the server';

/** The families that addresses can have. */
export const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];

/** The addresses of a Service. */
export interface Addresses {
  readonly clusterIP: string;
  readonly clusterIPs: readonly string[];
  readonly families: readonly string[];
  /** The `ipFamilyPolicy`; undefined if it has none. */
  readonly policy: string | undefined;
}

/** A Service that asks for addresses, and the one that it updates; undefined for a new one. */
export interface AddressRequest {
  readonly spec: Field<ServiceSpec | undefined>;
  readonly server: Server;
  readonly stored: StoredService | undefined;
}

/** The family of an address. A stored address can be one of none. */
export function familyOf(ip: string): string {
  if (isIPv6(ip)) return 'IPv6';
  return ip === CHOSEN || parseIpSloppily(ip) !== undefined ? 'IPv4' : 'unknown';
}
