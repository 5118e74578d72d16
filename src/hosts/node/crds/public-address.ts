/** Ranges of addresses that do not lead to a server in the internet, as the registries of the IANA have them. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Parts of the public range 2000::/3: tunnels, which lead to any IPv4 address, and documentation. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

/** Reports whether an IP address is one of the internet, and not of this computer or of a network of its own. */
export function isPublicAddress(address: string): boolean {
  const { BlockList, isIPv4, isIPv6 } = process.getBuiltinModule('node:net');
  const special = new BlockList();
  if (isIPv4(address)) {
    for (const [range, bits] of SPECIAL_IPV4) special.addSubnet(range, bits, 'ipv4');
    return !special.check(address, 'ipv4');
  }
  if (!isIPv6(address)) return false;
  const unicast = new BlockList();
  unicast.addSubnet('2000::', 3, 'ipv6');
  for (const [range, bits] of SPECIAL_IPV6) special.addSubnet(range, bits, 'ipv6');
  return unicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
