import { expect, it } from 'vitest';
import { areSame } from '../../src/server/crd/equality.ts';

it.each([
  { what: 'an empty text and none', a: { title: '' }, b: {}, same: true },
  { what: 'an empty list and none', a: { required: [] }, b: {}, same: true },
  { what: 'an empty map and none', a: { properties: {} }, b: {}, same: true },
  { what: 'false and nothing', a: { nullable: false }, b: {}, same: true },
  { what: 'a zero behind a pointer and none', a: { minimum: 0 }, b: {}, same: false },
  { what: 'an empty schema and none', a: { not: {} }, b: {}, same: false },
  {
    what: 'a map with an empty schema and one without',
    a: { properties: { a: {} } },
    b: {},
    same: false,
  },
  {
    what: 'a property called title and none',
    a: { properties: { title: {}, b: {} } },
    b: { properties: { b: {} } },
    same: false,
  },
  { what: 'members of defaults', a: { default: { title: '' } }, b: { default: {} }, same: false },
  { what: 'an empty list of columns and none', a: [], b: undefined, same: true },
  { what: 'empty subresources and none', a: {}, b: undefined, same: false },
])('compares $what', ({ a, b, same }) => {
  expect(areSame(a, b)).toBe(same);
  expect(areSame(b, a)).toBe(same);
});
