import { expect, test } from 'vitest';
import { groupsOfBuiltInKind, isBuiltInGroup } from '../../src/server/kubernetes/kinds.ts';
import { holdsIn } from '../../src/server/kubernetes/minors.ts';
import { builtInResources } from '../../src/server/kubernetes/resources.ts';

test('built-in groups, also those that are gone or off by default', () => {
  for (const group of ['', 'apps', 'extensions', 'policy', 'internal.apiserver.k8s.io']) {
    expect(isBuiltInGroup(group), group).toBe(true);
  }
  for (const group of ['example.com', 'gateway.networking.k8s.io', 'toString']) {
    expect(isBuiltInGroup(group), group).toBe(false);
  }
});

test('kinds of Kubernetes, with their groups', () => {
  expect(groupsOfBuiltInKind('RoleBinding')).toEqual(['rbac.authorization.k8s.io']);
  expect(groupsOfBuiltInKind('Event')).toEqual(['', 'events.k8s.io']);
  expect(groupsOfBuiltInKind('CronTab')).toEqual([]);
  expect(groupsOfBuiltInKind('constructor')).toEqual([]);
});

test('resources that only some minors serve', () => {
  const flowSchemas = builtInResources().filter(({ resource }) => resource === 'flowschemas');
  const served = (minor: '1.31' | '1.32') =>
    flowSchemas.filter((resource) => holdsIn(resource, minor)).map(({ version }) => version);
  expect(served('1.31')).toEqual(['v1', 'v1beta3']);
  expect(served('1.32')).toEqual(['v1']);
});
