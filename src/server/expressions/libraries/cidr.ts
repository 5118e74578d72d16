import {
  formatIpAddress,
  formatIpPrefix,
  type IpPrefix,
  isWrappedIPv4,
  maskIpPrefix,
  parseIpPrefix,
  prefixContains,
  prefixContainsPrefix,
} from '../../../base/go/ip-address.ts';
import { goQuote } from '../../../base/go/quote.ts';
import { STRING_TRAVERSAL_FACTOR } from '../../../cel/cost/factors.ts';
import { argSize, type OverloadCost, traversalCost } from '../../../cel/cost/function-cost.ts';
import { add, scale } from '../../../cel/cost/uint64.ts';
import { implement } from '../../../cel/library/implement.ts';
import type { Library } from '../../../cel/library/library.ts';
import { actualSize, traversal } from '../../../cel/values/size.ts';
import {
  ErrorValue,
  noSuchOverload,
  OpaqueValue,
  type Result,
  TypeValue,
} from '../../../cel/values/value.ts';
import { IpValue, parseIp } from './ip.ts';
import { PARSE_COST } from './parse-cost.ts';

const CIDR_TYPE = new TypeValue('net.CIDR');

/** A range of IP addresses; the bits after the prefix may be set. */
class CidrValue extends OpaqueValue {
  readonly type = CIDR_TYPE;
  override readonly goType = 'cel.CIDR';
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    super();
    this.prefix = prefix;
  }

  /** The number of bytes that the prefix covers, also in part. */
  override get size(): number {
    return Math.ceil(this.prefix.bits / 8);
  }

  override toString(): string {
    return formatIpPrefix(this.prefix);
  }
}

interface CidrOptions {
  /**
   * True if a range contains another one only if both have the same first address, so that `10.0.0.0/8` does not
   * contain `10.1.0.0/16`. This is an error of the server in Kubernetes 1.31 and earlier.
   */
  readonly comparesFirstAddress: boolean;
}

/**
 * Ranges of IP addresses. Source: `library/cidr.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API
 * server.
 */
export function cidrLibrary({ comparesFirstAddress }: CidrOptions): Library {
  const contains = (outer: CidrValue, inner: CidrValue): boolean =>
    comparesFirstAddress
      ? hasSameStart(outer.prefix, inner.prefix)
      : prefixContainsPrefix(outer.prefix, inner.prefix);
  return {
    name: 'kubernetes.net.cidr',
    types: [{ name: CIDR_TYPE.name, isDeclared: true, equalityCost: () => 1n }],
    functions: {
      cidr: {
        string_to_cidr: {
          signature: '(string) -> opaque(net.CIDR)',
          binding: implement(['string'], parseCidr),
          cost: PARSE_COST,
          parseLiteral: parseCidr,
        },
      },
      containsCIDR: {
        cidr_contains_cidr_string: {
          signature: 'opaque(net.CIDR).(string) -> bool',
          binding: implement([CidrValue, 'string'], (outer, value) => {
            const inner = parseCidr(value);
            return inner instanceof ErrorValue ? inner : contains(outer, inner);
          }),
          cost: withParsing({ estimate: CONTAINS_CIDR_ESTIMATE, track: trackContainsCidr }),
          parseLiteral: parseCidr,
        },
        cidr_contains_cidr: {
          signature: 'opaque(net.CIDR).(opaque(net.CIDR)) -> bool',
          binding: implement([CidrValue, CidrValue], contains),
          cost: {
            definedBy: 'api-server',
            estimate: () => ({ cost: CONTAINS_CIDR_ESTIMATE }),
            track: trackContainsCidr,
          },
        },
      },
      containsIP: {
        cidr_contains_ip_string: {
          signature: 'opaque(net.CIDR).(string) -> bool',
          binding: implement([CidrValue, 'string'], ({ prefix }, value) => {
            const ip = parseIp(value);
            // The server loses the error of the address.
            return ip instanceof ErrorValue ? noSuchOverload() : prefixContains(prefix, ip.address);
          }),
          cost: withParsing({ estimate: CONTAINS_IP_ESTIMATE, track: trackContainsIp }),
          parseLiteral: parseIp,
        },
        cidr_contains_ip_ip: {
          signature: 'opaque(net.CIDR).(opaque(net.IP)) -> bool',
          binding: implement([CidrValue, IpValue], ({ prefix }, { address }) =>
            prefixContains(prefix, address),
          ),
          cost: {
            definedBy: 'api-server',
            estimate: () => ({ cost: CONTAINS_IP_ESTIMATE }),
            track: trackContainsIp,
          },
        },
      },
      ip: {
        cidr_ip: {
          signature: 'opaque(net.CIDR).() -> opaque(net.IP)',
          binding: implement([CidrValue], ({ prefix }) => new IpValue(prefix.address)),
        },
      },
      isCIDR: {
        is_cidr: {
          signature: '(string) -> bool',
          binding: implement(['string'], (value) => parseCidr(value) instanceof CidrValue),
          cost: PARSE_COST,
        },
      },
      masked: {
        cidr_masked: {
          signature: 'opaque(net.CIDR).() -> opaque(net.CIDR)',
          binding: implement([CidrValue], ({ prefix }) => new CidrValue(maskIpPrefix(prefix))),
        },
      },
      prefixLength: {
        cidr_prefix_length: {
          signature: 'opaque(net.CIDR).() -> int',
          binding: implement([CidrValue], ({ prefix }) => BigInt(prefix.bits)),
        },
      },
      string: {
        cidr_to_string: {
          signature: '(opaque(net.CIDR)) -> string',
          binding: implement([CidrValue], (cidr) => cidr.toString()),
        },
      },
    },
  };
}

/** `cidr("...")`. */
function parseCidr(value: string): CidrValue | ErrorValue {
  const prefix = 'network address parse error during conversion from string';
  const parsed = parseIpPrefix(value);
  // The server adds the prefix twice.
  if (!parsed.ok) return new ErrorValue(`${prefix}: ${prefix}: ${parsed.error}`);
  if (isWrappedIPv4(parsed.value.address)) {
    return new ErrorValue(`${prefix}: IPv4-mapped IPv6 address ${goQuote(value)} is not allowed`);
  }
  return new CidrValue(parsed.value);
}

function hasSameStart(outer: IpPrefix, inner: IpPrefix): boolean {
  const first = formatIpAddress(maskIpPrefix(outer).address);
  return outer.bits <= inner.bits && first === formatIpAddress(inner.address);
}

/** The size of an IPv6 address in bytes. */
const ADDRESS_SIZE = 16n;
/** The cost of comparing two addresses. */
const CONTAINS_IP_ESTIMATE = scale(2n * ADDRESS_SIZE, STRING_TRAVERSAL_FACTOR);
/** Two addresses are compared, and one is masked. */
const CONTAINS_CIDR_ESTIMATE =
  CONTAINS_IP_ESTIMATE + scale(ADDRESS_SIZE, STRING_TRAVERSAL_FACTOR) + 1n;

function trackContainsIp([cidr = null]: readonly Result[]): number {
  return traversal(actualSize(cidr) * 2);
}

function trackContainsCidr(args: readonly Result[]): number {
  const [cidr = null] = args;
  return trackContainsIp(args) + traversal(actualSize(cidr)) + 1;
}

/** The cost of a call whose argument is parsed first. */
function withParsing({
  estimate,
  track,
}: {
  readonly estimate: bigint;
  readonly track: (args: readonly Result[]) => number;
}): OverloadCost {
  return {
    definedBy: 'api-server',
    needsResolution: true,
    estimate: (call) => ({ cost: add(estimate, traversalCost(argSize(call, 0))) }),
    track: (args) => track(args) + traversal(actualSize(args[1] ?? null)),
  };
}
