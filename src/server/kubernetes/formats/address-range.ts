import { firstIndex } from '../../../base/bisect.ts';
import { addTo } from '../../../base/index-by.ts';
import { type Cidr, networkOf } from './cidr.ts';

/** The addresses from the first to the last one (inclusive), as numbers. */
export interface AddressRange {
  readonly family: 4 | 6;
  /** The length of the prefix that the addresses share, in bits. */
  readonly bits: number;
  readonly first: bigint;
  readonly last: bigint;
}

/** The addresses of a range in CIDR notation. An IPv4-mapped range becomes an IPv4 range. */
export function addressRangeOf(cidr: Cidr): AddressRange {
  const { address, bits } = networkOf(cidr);
  const { bytes } = address;
  const first = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  const size = 1n << BigInt(bytes.length * 8 - bits);
  return { family: bytes.length === 4 ? 4 : 6, bits, first, last: first + size - 1n };
}

/** A set of addresses, kept as disjoint runs that do not touch. */
export class AddressSet {
  readonly #runs: { readonly family: 4 | 6; readonly first: bigint; last: bigint }[] = [];

  constructor(ranges: readonly AddressRange[]) {
    for (const { family, first, last } of [...ranges].sort(compareRanges)) {
      const run = this.#runs.at(-1);
      if (run?.family !== family || first > run.last + 1n) {
        this.#runs.push({ family, first, last });
      } else if (last > run.last) run.last = last;
    }
  }

  /** Reports whether the set contains any address of the range. */
  overlaps(range: AddressRange): boolean {
    const run = this.#lastRunFrom(range.family, range.last);
    return run !== undefined && run.last >= range.first;
  }

  /** Reports whether the set contains all addresses of the range. */
  covers(range: AddressRange): boolean {
    const run = this.#lastRunFrom(range.family, range.first);
    return run !== undefined && run.last >= range.last;
  }

  /** The last run that starts at an address or before it. */
  #lastRunFrom(family: 4 | 6, address: bigint) {
    const next = firstIndex(
      this.#runs,
      (run) => run.family > family || (run.family === family && run.first > address),
    );
    const run = this.#runs[next - 1];
    return run?.family === family ? run : undefined;
  }
}

function compareRanges(a: AddressRange, b: AddressRange): number {
  if (a.family !== b.family) return a.family - b.family;
  return a.first < b.first ? -1 : a.first > b.first ? 1 : 0;
}

/** An index that finds the ranges that contain another one. */
export class AddressIndex<T extends { readonly range: AddressRange }> {
  readonly #byRange = new Map<string, T[]>();
  readonly #lengths = new Map<string, { readonly family: 4 | 6; readonly bits: number }>();

  constructor(entries: readonly T[]) {
    for (const entry of entries) {
      const { family, bits, first } = entry.range;
      const key = `${family} ${bits} ${first}`;
      addTo(this.#byRange, key, entry);
      this.#lengths.set(`${family} ${bits}`, { family, bits });
    }
  }

  /** The entries whose range contains all addresses of a range, including equal ranges; equal ones in their order. */
  *containing(range: AddressRange): Generator<T> {
    const width = range.family === 4 ? 32 : 128;
    for (const { family, bits } of this.#lengths.values()) {
      if (family !== range.family || bits > range.bits) continue;
      const rest = BigInt(width - bits);
      const first = (range.first >> rest) << rest;
      yield* this.#byRange.get(`${family} ${bits} ${first}`) ?? [];
    }
  }
}
