import { expect, it } from 'vitest';
import { ObjectNames } from '../../src/sources/installations/object-names.ts';

const POLICY = { group: 'networking.k8s.io', kind: 'NetworkPolicy' };

it('tells whether a name is new in its group, kind and namespace', () => {
  const names = new ObjectNames();
  const added = [
    { ...POLICY, namespace: 'shop', name: 'web' },
    { ...POLICY, namespace: 'shop', name: 'web' },
    { ...POLICY, namespace: 'team', name: 'web' },
    { ...POLICY, namespace: null, name: 'web' },
    { ...POLICY, namespace: null, name: 'web' },
    { ...POLICY, group: 'example.com', namespace: 'shop', name: 'web' },
    { ...POLICY, kind: 'Service', namespace: 'shop', name: 'web' },
    { ...POLICY, namespace: 'team', name: 'web' },
  ].map((name) => names.add(name));
  expect(added).toEqual([true, false, true, true, false, true, true, false]);
});

it.each([
  { name: 'web', namespace: 'shop', has: true },
  { name: 'web', namespace: undefined, has: true },
  { name: 'web', namespace: null, has: false },
  { name: 'web', namespace: 'team', has: false },
  { name: 'db', namespace: undefined, has: false },
  { name: 'constructor', namespace: undefined, has: false },
])('finds $name in the namespace $namespace: $has', ({ name, namespace, has }) => {
  const names = new ObjectNames();
  names.add({ ...POLICY, namespace: 'shop', name: 'web' });
  expect(names.has(POLICY.group, POLICY.kind, name, namespace)).toBe(has);
});
