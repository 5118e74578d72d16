import { parseIpSloppily } from '../../server/kubernetes/formats/cidr.ts';
import { isIPv6 } from '../fields/addresses.ts';

/** An address of a Service that the server chooses. It is one of IPv4. */
export const CHOSEN = 'chosen by the server';

export const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];

/** The family of an address. A stored address can be one of none. */
export function familyOf(ip: string): string {
  if (isIPv6(ip)) return 'IPv6';
  return ip === CHOSEN || parseIpSloppily(ip) !== undefined ? 'IPv4' : 'unknown';
}
