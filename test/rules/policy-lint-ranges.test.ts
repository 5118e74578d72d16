import { describe, expect, it } from 'vitest';
import {
  AddressIndex,
  type AddressRange,
  AddressSet,
  addressRangeOf,
} from '../../src/server/kubernetes/formats/address-range.ts';
import { parseCidr } from '../../src/server/kubernetes/formats/cidr.ts';

function range(text: string): AddressRange {
  const cidr = parseCidr(text);
  if (cidr === undefined) throw new Error(`no range: ${text}`);
  return addressRangeOf(cidr);
}

describe('the addresses of several ranges', () => {
  it.each([
    { ranges: ['10.0.0.0/9', '10.128.0.0/9'], whole: '10.0.0.0/8', covers: true, overlaps: true },
    { ranges: ['10.128.0.0/9', '10.0.0.0/10'], whole: '10.0.0.0/8', covers: false, overlaps: true },
    { ranges: ['10.0.0.0/8', '10.1.0.0/16'], whole: '10.2.0.0/16', covers: true, overlaps: true },
    { ranges: ['10.0.0.0/8'], whole: '11.0.0.0/8', covers: false, overlaps: false },
    { ranges: ['0.0.0.0/0'], whole: '::/96', covers: false, overlaps: false },
    { ranges: ['::/0', '10.0.0.0/8'], whole: '9.0.0.0/8', covers: false, overlaps: false },
    { ranges: ['::/1', '8000::/1'], whole: '::/0', covers: true, overlaps: true },
    { ranges: ['::ffff:10.0.0.0/104'], whole: '10.9.0.0/16', covers: true, overlaps: true },
    { ranges: [], whole: '10.0.0.0/8', covers: false, overlaps: false },
  ])('$ranges and $whole', ({ ranges, whole, covers, overlaps }) => {
    const set = new AddressSet(ranges.map(range));
    expect({ covers: set.covers(range(whole)), overlaps: set.overlaps(range(whole)) }).toEqual({
      covers,
      overlaps,
    });
  });
});

describe('the ranges around one', () => {
  const entries = ['0.0.0.0/0', '10.0.0.0/8', '10.1.0.0/16', '10.0.0.0/8', '::/0'].map((text) => ({
    text,
    range: range(text),
  }));

  it.each([
    { text: '10.1.2.0/24', around: ['0.0.0.0/0', '10.0.0.0/8', '10.0.0.0/8', '10.1.0.0/16'] },
    { text: '10.2.0.0/16', around: ['0.0.0.0/0', '10.0.0.0/8', '10.0.0.0/8'] },
    { text: '10.0.0.0/7', around: ['0.0.0.0/0'] },
    { text: '2001:db8::/32', around: ['::/0'] },
  ])('$text', ({ text, around }) => {
    const found = [...new AddressIndex(entries).containing(range(text))];
    expect(found.map((entry) => entry.text)).toEqual(around);
  });
});
