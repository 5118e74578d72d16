import { describe, expect, it } from 'vitest';
import {
  formatCidr,
  hasHostBits,
  isIPv4Mapped,
  isStrictSubset,
  networkOf,
  parseCidr,
  singleAddressOf,
} from '../../../src/server/kubernetes/formats/cidr.ts';

const read = (text: string) => {
  const range = parseCidr(text);
  if (range === undefined) throw new Error(`no range: ${text}`);
  return range;
};

it.each([
  '10.0.0.0',
  '10/8',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/+8',
  '10.0.0.0/8 ',
  '10.0.0.256/8',
  '10.0.0.0/255.0.0.0',
  'fe80::%eth0/64',
  '2001:db8::/129',
  '1::2::3/64',
  ':::/64',
  '1:2:3:4:5:6:7::8/64',
  '12345::/16',
  '::1.2.3/96',
  '1.2.3.4::/64',
  '/8',
  '',
])('takes %j for no range', (text) => {
  expect(parseCidr(text)).toBeUndefined();
});

it.each([
  ['10.0.0.1/8', '10.0.0.0/8', '10.0.0.1/32'],
  ['010.0.0.1/08', '10.0.0.0/8', '10.0.0.1/32'],
  ['2001:DB8:0::1/64', '2001:db8::/64', '2001:db8::1/128'],
  ['::ffff:10.0.0.1/104', '10.0.0.0/8', '10.0.0.1/32'],
  ['::ffff:10.0.0.1/80', '::/80', '10.0.0.1/32'],
  ['1:0:0:2:0:0:0:3/128', '1:0:0:2::3/128', '1:0:0:2::3/128'],
  ['1:0:2:3:4:5:6:7/128', '1:0:2:3:4:5:6:7/128', '1:0:2:3:4:5:6:7/128'],
  ['::1.2.3.4/128', '::102:304/128', '::102:304/128'],
  ['::/0', '::/0', '::/128'],
])('makes of %s the range %s and the address %s', (text, network, address) => {
  expect(formatCidr(networkOf(read(text)))).toBe(network);
  expect(formatCidr(singleAddressOf(read(text)))).toBe(address);
});

it.each([
  ['10.0.0.0/8', { zeros: false, mapped: false, host: false }],
  ['010.0.0.0/8', { zeros: true, mapped: false, host: false }],
  ['10.0.0.0/08', { zeros: true, mapped: false, host: false }],
  ['00001::/16', { zeros: true, mapped: false, host: false }],
  ['0001::/16', { zeros: false, mapped: false, host: false }],
  ['::ffff:10.0.0.0/104', { zeros: false, mapped: true, host: false }],
  ['10.0.0.1/8', { zeros: false, mapped: false, host: true }],
])('sees what is odd about %s', (text, odd) => {
  const range = read(text);
  expect({
    zeros: range.hasLeadingZeros,
    mapped: isIPv4Mapped(range),
    host: hasHostBits(range),
  }).toEqual(odd);
});

describe('a strict subset', () => {
  it.each([
    ['10.9.8.0/24', '10.0.0.0/8', true],
    ['10.0.0.0/8', '10.0.0.0/8', false],
    ['10.0.0.0/7', '10.0.0.0/8', false],
    ['11.0.0.0/24', '10.0.0.0/8', false],
    ['2001:db8::/48', '10.0.0.0/8', false],
    ['::ffff:10.9.0.0/112', '10.0.0.0/8', true],
    // The lengths are compared as they are written, so no range of IPv4 is small enough.
    ['10.9.0.0/16', '::ffff:10.0.0.0/104', false],
  ])('%s of %s: %s', (inner, outer, expected) => {
    expect(isStrictSubset(read(inner), read(outer))).toBe(expected);
  });
});
