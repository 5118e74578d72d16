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
} from '../../../base/go/ip-address.ts';
import { goQuote } from '../../../base/go/quote.ts';
import { STRING_TRAVERSAL_FACTOR } from '../../../cel/cost/factors.ts';
import { argSize } from '../../../cel/cost/function-cost.ts';
import { scale } from '../../../cel/cost/uint64.ts';
import { implement } from '../../../cel/library/implement.ts';
import type { Library, OverloadDefinition } from '../../../cel/library/library.ts';
import { actualSize } from '../../../cel/values/size.ts';
import { ErrorValue, OpaqueValue, type Result, TypeValue } from '../../../cel/values/value.ts';
import { PARSE_COST } from './parse-cost.ts';

const IP_TYPE = new TypeValue('net.IP');

/** An IP address without a zone. */
export class IpValue extends OpaqueValue {
  readonly type = IP_TYPE;
  override readonly goType = 'cel.IP';
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  override get size(): number {
    return this.address.bytes.length;
  }

  override toString(): string {
    return formatIpAddress(this.address);
  }
}

/** IP addresses. Source: `library/ip.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API server. */
export function ipLibrary(): Library {
  return {
    name: 'kubernetes.net.ip',
    types: [{ name: IP_TYPE.name, isDeclared: true, equalityCost: () => 1n }],
    functions: {
      family: { ip_family: getter('int', ({ bytes }) => (bytes.length === 4 ? 4n : 6n)) },
      ip: {
        string_to_ip: {
          signature: '(string) -> opaque(net.IP)',
          binding: implement(['string'], parseIp),
          cost: PARSE_COST,
          parseLiteral: parseIp,
        },
      },
      'ip.isCanonical': {
        ip_is_canonical: {
          signature: '(string) -> bool',
          binding: implement(['string'], (value) => {
            const ip = parseIp(value);
            return ip instanceof ErrorValue ? ip : ip.toString() === value;
          }),
          cost: {
            definedBy: 'api-server',
            estimate: (call) => ({
              cost: scale(argSize(call, 0).max, 2 * STRING_TRAVERSAL_FACTOR),
            }),
            track: ([value = null]) => Math.ceil(actualSize(value) * 2 * STRING_TRAVERSAL_FACTOR),
          },
          parseLiteral: parseIp,
        },
      },
      isGlobalUnicast: { ip_is_global_unicast: getter('bool', isGlobalUnicast) },
      isIP: {
        is_ip: {
          signature: '(string) -> bool',
          binding: implement(['string'], (value) => parseIp(value) instanceof IpValue),
          cost: PARSE_COST,
        },
      },
      isLinkLocalMulticast: { ip_is_link_local_multicast: getter('bool', isLinkLocalMulticast) },
      isLinkLocalUnicast: { ip_is_link_local_unicast: getter('bool', isLinkLocalUnicast) },
      isLoopback: { ip_is_loopback: getter('bool', isLoopback) },
      isUnspecified: { ip_is_unspecified: getter('bool', isUnspecified) },
      string: {
        ip_to_string: {
          signature: '(opaque(net.IP)) -> string',
          binding: implement([IpValue], (ip) => ip.toString()),
        },
      },
    },
  };
}

function getter(result: string, call: (address: IpAddress) => Result): OverloadDefinition {
  return {
    signature: `opaque(net.IP).() -> ${result}`,
    binding: implement([IpValue], ({ address }) => call(address)),
  };
}

/** `ip("...")`: an address without a zone that is not an IPv4-mapped IPv6 address. */
export function parseIp(value: string): IpValue | ErrorValue {
  const parsed = parseIpAddress(value);
  if (!parsed.ok) {
    const quoted = goQuote(value);
    return new ErrorValue(
      `IP Address ${quoted} parse error during conversion from string: ${parsed.error}`,
    );
  }
  if (parsed.value.zone !== '') {
    return new ErrorValue(`IP address ${goQuote(value)} with zone value is not allowed`);
  }
  if (isWrappedIPv4(parsed.value)) {
    return new ErrorValue(`IPv4-mapped IPv6 address ${goQuote(value)} is not allowed`);
  }
  return new IpValue(parsed.value);
}
