import {
  constantCost,
  type Implementations,
  implement,
} from '../../cel/evaluate/implementations.ts';
import { costSize, traversal } from '../../cel/values/size.ts';
import {
  ErrorValue,
  noSuchOverload,
  OpaqueValue,
  type Result,
  TypeValue,
} from '../../cel/values/value.ts';
import {
  formatIpAddress,
  formatIpPrefix,
  type IpPrefix,
  isWrappedIPv4,
  maskIpPrefix,
  parseIpPrefix,
  prefixContains,
  prefixContainsPrefix,
} from '../../go/ip-address.ts';
import { goQuote } from '../../go/quote.ts';
import { IpValue, readIp } from './ip.ts';

const CIDR_TYPE = new TypeValue('net.CIDR');

/** A range of IP addresses; bits beyond its length may be set. */
export class CidrValue extends OpaqueValue {
  readonly type = CIDR_TYPE;
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    super();
    this.prefix = prefix;
  }

  /** The bytes that the length touches. */
  override get costSize(): number {
    return Math.ceil(this.prefix.bits / 8);
  }

  override toString(): string {
    return formatIpPrefix(this.prefix);
  }
}

/** Reads a range as `cidr("...")` does. */
export function readCidr(text: string): CidrValue | ErrorValue {
  const words = 'network address parse error during conversion from string';
  const parsed = parseIpPrefix(text);
  // The server says it twice.
  if (!parsed.ok) return new ErrorValue(`${words}: ${words}: ${parsed.error}`);
  if (isWrappedIPv4(parsed.value.address)) {
    return new ErrorValue(`${words}: IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  }
  return new CidrValue(parsed.value);
}

export interface CidrOptions {
  /**
   * Whether a range counts as contained only if its address is the first one of the container, so that
   * `10.0.0.0/8` does not contain `10.1.0.0/16`. That was a mistake of the server until 1.31.
   */
  readonly comparesFirstAddress: boolean;
}

const nominal = constantCost(1);

/** Source: `library/cidr.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export function cidrImplementations({ comparesFirstAddress }: CidrOptions): Implementations {
  const contains = (outer: CidrValue, inner: CidrValue): boolean =>
    comparesFirstAddress
      ? startsLike(outer.prefix, inner.prefix)
      : prefixContainsPrefix(outer.prefix, inner.prefix);
  return {
    string_to_cidr: implement(['string'], readCidr, ([text = null]) => traversal(costSize(text))),
    is_cidr: implement(
      ['string'],
      (text) => readCidr(text) instanceof CidrValue,
      ([text = null]) => traversal(costSize(text)),
    ),
    cidr_contains_ip_string: implement(
      [CidrValue, 'string'],
      ({ prefix }, text) => {
        const ip = readIp(text);
        // What is wrong with the address gets lost on the server.
        return ip instanceof ErrorValue ? noSuchOverload() : prefixContains(prefix, ip.address);
      },
      (args) => comparison(args) + parsing(args),
    ),
    cidr_contains_ip_ip: implement(
      [CidrValue, IpValue],
      ({ prefix }, { address }) => prefixContains(prefix, address),
      comparison,
    ),
    cidr_contains_cidr_string: implement(
      [CidrValue, 'string'],
      (outer, text) => {
        const inner = readCidr(text);
        return inner instanceof ErrorValue ? inner : contains(outer, inner);
      },
      (args) => comparison(args) + masking(args) + parsing(args),
    ),
    cidr_contains_cidr: implement(
      [CidrValue, CidrValue],
      contains,
      (args) => comparison(args) + masking(args),
    ),
    cidr_ip: implement([CidrValue], ({ prefix }) => new IpValue(prefix.address), nominal),
    cidr_masked: implement(
      [CidrValue],
      ({ prefix }) => new CidrValue(maskIpPrefix(prefix)),
      nominal,
    ),
    cidr_prefix_length: implement([CidrValue], ({ prefix }) => BigInt(prefix.bits), nominal),
    cidr_to_string: implement([CidrValue], (cidr) => cidr.toString()),
  };
}

function startsLike(outer: IpPrefix, inner: IpPrefix): boolean {
  const first = formatIpAddress(maskIpPrefix(outer).address);
  return outer.bits <= inner.bits && first === formatIpAddress(inner.address);
}

function comparison([cidr = null]: readonly Result[]): number {
  return traversal(costSize(cidr) * 2);
}

function masking([cidr = null]: readonly Result[]): number {
  return traversal(costSize(cidr)) + 1;
}

function parsing([, text = null]: readonly Result[]): number {
  return traversal(costSize(text));
}
