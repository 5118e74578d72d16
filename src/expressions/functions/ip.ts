import {
  constantCost,
  type Implementations,
  implement,
} from '../../cel/evaluate/implementations.ts';
import { costSize, traversal } from '../../cel/values/size.ts';
import { ErrorValue, OpaqueValue, TypeValue } from '../../cel/values/value.ts';
import {
  formatIpAddress,
  type IpAddress,
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  isWrappedIPv4,
  parseIpAddress,
} from '../../go/ip-address.ts';
import { goQuote } from '../../go/quote.ts';

const IP_TYPE = new TypeValue('net.IP');

/** An IP address without zone. */
export class IpValue extends OpaqueValue {
  readonly type = IP_TYPE;
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  override get costSize(): number {
    return this.address.bytes.length;
  }

  override toString(): string {
    return formatIpAddress(this.address);
  }
}

/** Reads an address as `ip("...")` does: one without a zone, and no wrapped IPv4 address. */
export function readIp(text: string): IpValue | ErrorValue {
  const parsed = parseIpAddress(text);
  if (!parsed.ok) {
    const quoted = goQuote(text);
    return new ErrorValue(
      `IP Address ${quoted} parse error during conversion from string: ${parsed.error}`,
    );
  }
  if (parsed.value.zone !== '') {
    return new ErrorValue(`IP address ${goQuote(text)} with zone value is not allowed`);
  }
  if (isWrappedIPv4(parsed.value)) {
    return new ErrorValue(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  }
  return new IpValue(parsed.value);
}

const nominal = constantCost(1);

/** Source: `library/ip.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export const IP_IMPLEMENTATIONS: Implementations = {
  string_to_ip: implement(['string'], readIp, ([text = null]) => traversal(costSize(text))),
  is_ip: implement(
    ['string'],
    (text) => readIp(text) instanceof IpValue,
    ([text = null]) => traversal(costSize(text)),
  ),
  ip_is_canonical: implement(
    ['string'],
    (text) => {
      const ip = readIp(text);
      return ip instanceof ErrorValue ? ip : ip.toString() === text;
    },
    ([text = null]) => Math.ceil(costSize(text) * 2 * 0.1),
  ),
  ip_to_string: implement([IpValue], (ip) => ip.toString()),
  ip_family: implement([IpValue], ({ address }) => (address.bytes.length === 4 ? 4n : 6n), nominal),
  ip_is_unspecified: implement([IpValue], ({ address }) => isUnspecified(address), nominal),
  ip_is_loopback: implement([IpValue], ({ address }) => isLoopback(address), nominal),
  ip_is_link_local_multicast: implement(
    [IpValue],
    ({ address }) => isLinkLocalMulticast(address),
    nominal,
  ),
  ip_is_link_local_unicast: implement(
    [IpValue],
    ({ address }) => isLinkLocalUnicast(address),
    nominal,
  ),
  ip_is_global_unicast: implement([IpValue], ({ address }) => isGlobalUnicast(address), nominal),
};
