import { describe, expect, it } from 'vitest';
import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { listFaults } from '../../src/server/crd/values/list-uniqueness.ts';
import { decodeText, readParts } from '../../src/yaml/index.ts';

const PAIR: StructuralSchema = {
  type: 'object',
  properties: { a: { type: 'number', default: 7 }, b: { type: 'number' } },
};

const SCHEMA: StructuralSchema = {
  type: 'object',
  properties: {
    set: {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { 'x-kubernetes-preserve-unknown-fields': true },
    },
    one: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a'],
      items: PAIR,
    },
    two: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a', 'b'],
      items: PAIR,
    },
    map: {
      type: 'object',
      additionalProperties: {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: { type: 'string' },
      },
    },
  },
};

function faultsIn(json: string, fillsKeys = false): string[] {
  const [part] = readParts(decodeText(json));
  if (part?.content.kind !== 'value') throw new Error(`no value: ${json}`);
  const faults = listFaults(part.content.document.value, SCHEMA, { fillsKeys });
  return [...faults].map(({ kind, path }) => `${kind} ${path}`);
}

// The verdicts of the server on resources with these values are the same.
describe('lists that must be unique', () => {
  it.each([
    ['{"set":[1,2,1,1]}', ['duplicate .set[2]']],
    ['{"set":[1,1.0]}', []],
    ['{"set":[[1],[1.0]]}', ['duplicate .set[1]']],
    ['{"set":[{"a":1,"b":2},{"b":2,"a":1}]}', ['duplicate .set[1]']],
    ['{"set":[null,null]}', ['duplicate .set[1]']],
    ['{"set":["1",1]}', []],
    ['{"set":[true,"true",true]}', ['duplicate .set[2]']],
    ['{"one":[{"a":1},{"a":1.0}]}', []],
    ['{"one":[{"a":1},{"a":1,"b":2}]}', ['duplicate .one[1]']],
    ['{"one":[{},{}]}', ['duplicate .one[1]']],
    ['{"one":[{"a":1},5]}', ['no-object .one[1]']],
    ['{"two":[{"a":1,"b":1},{"a":1.0,"b":1}]}', ['duplicate .two[1]']],
    ['{"two":[{"a":1},{"a":1},{"a":1}]}', ['duplicate .two[1]']],
    ['{"two":[{"a":1},{"b":1}]}', []],
    ['{"map":{"x.y":["a","a"]}}', ['duplicate .map[x.y][1]']],
  ])('are judged in %s', (json, faults) => {
    expect(faultsIn(json)).toEqual(faults);
  });

  it('take keys that are left out for their defaults where these are not in yet', () => {
    expect(faultsIn('{"one":[{},{"a":7}]}', true)).toEqual(['duplicate .one[1]']);
    expect(faultsIn('{"one":[{},{"a":7}]}')).toEqual([]);
  });

  it('may be nested very deep', () => {
    const depth = 9_000;
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(faultsIn(`{"set":[${deep},${deep}]}`)).toEqual(['duplicate .set[1]']);
  });
});
