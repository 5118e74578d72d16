import type { Field } from '../../rule/field.ts';
import {
  type AddressRange,
  AddressSet,
  addressRangeOf,
} from '../../server/kubernetes/formats/address-range.ts';
import { isStrictSubset, parseCidr } from '../../server/kubernetes/formats/cidr.ts';
import type { NetworkPolicyPeer } from '../../server/kubernetes/types.generated.ts';

/** The IP range of a peer, or an exception of one. */
export interface WrittenRange {
  readonly field: Field<string>;
  readonly text: string;
  readonly range: AddressRange;
}

/** An `ipBlock` with a valid `cidr`. */
export interface Block {
  readonly cidr: Field<string | undefined>;
  readonly text: string;
  readonly range: AddressRange;
  readonly exceptList: Field<readonly string[] | undefined>;
  /** The exceptions within `cidr` that the server accepts. */
  readonly excepts: readonly WrittenRange[];
  /** The addresses of the exceptions. */
  readonly excluded: AddressSet;
}

/** The valid IP ranges among the peers of one rule of a NetworkPolicy. */
export function readableBlocks(
  peers: Field<readonly NetworkPolicyPeer[] | undefined>,
): readonly Block[] {
  return peers.items().flatMap((peer) => {
    const cidr = peer.get('ipBlock').get('cidr');
    const exceptList = peer.get('ipBlock').get('except');
    const text = cidr.value ?? '';
    const outer = parseCidr(text);
    if (outer === undefined) return [];
    const excepts = exceptList.items().flatMap((field) => {
      const inner = parseCidr(field.value ?? '');
      if (inner === undefined || !isStrictSubset(inner, outer)) return [];
      return [{ field, text: field.value ?? '', range: addressRangeOf(inner) }];
    });
    const range = addressRangeOf(outer);
    const excluded = new AddressSet(excepts.map((except) => except.range));
    return [{ cidr, text, range, exceptList, excepts, excluded }];
  });
}
