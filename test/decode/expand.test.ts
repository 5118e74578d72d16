import { describe, expect, test } from 'vitest';
import { type ObjectHead, objectsOf } from '../../src/server/decode/index.ts';
import type { Value } from '../../src/yaml/index.ts';

const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'a' } };

function headsOf(document: Value): readonly string[] {
  return objectsOf(document).map(
    ({ item, head }) => `${item === null ? '' : `${item}: `}${tell(head)}`,
  );
}

function tell(head: ObjectHead): string {
  switch (head.kind) {
    case 'foreign':
      return 'foreign';
    case 'bad':
      return 'field' in head.problem
        ? `${head.problem.kind} ${head.problem.field}`
        : head.problem.kind;
    case 'object':
      return `${head.apiVersion} ${head.objectKind}${head.inherited ? ' (inherited)' : ''}`;
  }
}

describe('documents', () => {
  test.each<readonly [string, Value, readonly string[]]>([
    ['an object', quota, ['v1 ResourceQuota']],
    ['null', null, []],
    ['a scalar', 5, ['foreign']],
    ['a list', [quota], ['foreign']],
    ['other YAML', { name: 'a', kind: 'b' }, ['foreign']],
    [
      'an object of another program with an empty kind',
      { apiVersion: 'notes/v2', kind: null, docs: null },
      ['foreign'],
    ],
    ['an object with an empty kind', { apiVersion: 'v1', kind: null, spec: {} }, ['missing kind']],
    [
      'the metadata of an object with an empty kind',
      { apiVersion: 'v1', kind: null, metadata: {}, docs: 1 },
      ['missing kind'],
    ],
    ['other YAML with metadata', { metadata: {} }, ['foreign']],
    ['no kind', { apiVersion: 'v1', metadata: {} }, ['missing kind']],
    ['an empty kind', { ...quota, kind: '' }, ['missing kind']],
    ['a null kind', { ...quota, kind: null }, ['missing kind']],
    ['no apiVersion', { kind: 'ResourceQuota', metadata: {} }, ['missing apiVersion']],
    ['neither, but metadata', { apiVersion: null, metadata: {} }, ['missing kind']],
    ['a number for apiVersion', { ...quota, apiVersion: 1 }, ['not-a-string apiVersion']],
    ['a list for kind', { ...quota, kind: [] }, ['not-a-string kind']],
    ['two slashes', { apiVersion: 'a/b/c', kind: 'Foo' }, ['slashes']],
    [
      'two slashes of a kind that is only decoded',
      { apiVersion: 'a/b/c', kind: 'Pod' },
      ['slashes'],
    ],
    ['two slashes of a validated kind', { apiVersion: 'a/b/c', kind: 'LimitRange' }, ['slashes']],
    ['a group without a version', { apiVersion: 'a/', kind: 'Foo' }, ['slashes']],
    [
      'a group without a version, of a kind that is only decoded',
      { apiVersion: 'apps/', kind: 'Deployment' },
      ['slashes'],
    ],
    [
      'a group without a version, of a validated kind',
      { apiVersion: 'policy/', kind: 'PodDisruptionBudget' },
      ['slashes'],
    ],
    // Go reads these two keys in any case; strictly decoded they are unknown fields.
    ['Kind', { apiVersion: 'v1', Kind: 'LimitRange', metadata: {} }, ['v1 LimitRange']],
  ])('%s', (_, document, heads) => {
    expect(headsOf(document)).toEqual(heads);
  });
});

describe('lists', () => {
  const list = (items: Value): Value => ({ apiVersion: 'v1', kind: 'List', items });
  const quotas = (items: Value): Value => ({ apiVersion: 'v1', kind: 'ResourceQuotaList', items });

  test.each<readonly [string, Value, readonly string[]]>([
    [
      'items that say what they are',
      list([quota, quota]),
      ['0: v1 ResourceQuota', '1: v1 ResourceQuota'],
    ],
    ['no apiVersion of its own', { kind: 'List', items: [quota] }, ['0: v1 ResourceQuota']],
    ['no items', list([]), []],
    ['an item that says nothing', list([{}]), ['0: missing kind']],
    [
      'items that are not objects',
      list([null, 5, []]),
      ['0: not-an-object', '1: not-an-object', '2: not-an-object'],
    ],
    ['a list in a list', list([list([])]), ['0: v1 List']],
    ['items that are not a list', list({ a: 1 }), ['items']],
    ['null items', list(null), ['v1 List']],
    ['a typed list', quotas([{ metadata: {} }]), ['0: v1 ResourceQuota (inherited)']],
    ['its items may say what they are', quotas([quota]), ['0: v1 ResourceQuota']],
    ['half of it is not enough', quotas([{ kind: 'ResourceQuota' }]), ['0: missing apiVersion']],
    ['a null is something said', quotas([{ kind: null }]), ['0: missing kind']],
    [
      'a typed list without apiVersion',
      { kind: 'ResourceQuotaList', items: [{}] },
      ['0: missing apiVersion'],
    ],
    [
      'a list of custom resources',
      { apiVersion: 'a.b/v1', kind: 'FooList', items: [{}] },
      ['0: a.b/v1 Foo (inherited)'],
    ],
    [
      'what only looks like one',
      { apiVersion: 'a.b/v1', kind: 'WishList', items: 'none' },
      ['a.b/v1 WishList'],
    ],
    [
      'one that does not know what it is',
      { apiVersion: 5, kind: 'List', items: [] },
      ['not-a-string apiVersion'],
    ],
  ])('%s', (_, document, heads) => {
    expect(headsOf(document)).toEqual(heads);
  });

  test('an item has its path in the document', () => {
    expect(objectsOf(list([quota])).map(({ path }) => path)).toEqual([['items', 0]]);
  });
});
