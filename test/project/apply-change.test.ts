import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/sources/project/kustomize/apply-change.ts';
import { readPatches } from '../../src/sources/project/kustomize/kustomize-patch.ts';
import { isMapping, type Mapping, readParts } from '../../src/yaml/index.ts';

function objectIn(text: string): Mapping {
  const [part] = readParts(text);
  const value = part?.content.kind === 'value' ? part.content.document.value : null;
  if (!isMapping(value)) throw new Error('the text has no mapping');
  return value;
}

/** The object after a patch; undefined if it cannot be applied. */
function patched(patch: string): unknown {
  const [content] = readPatches(patch);
  if (content === undefined) throw new Error('the text has no patch');
  const result = applyChange(
    objectIn('{ spec: { a: 1, b: { c: 2 }, list: [p, q] } }'),
    content.change,
  );
  return result && JSON.parse(JSON.stringify(result));
}

const HEAD = 'apiVersion: v1\nkind: A\nmetadata: { name: x }\n';

describe('a strategic merge patch', () => {
  it.each([
    ['spec: { a: 2 }', { a: 2, b: { c: 2 }, list: ['p', 'q'] }],
    ['spec: { b: { d: 3 } }', { a: 1, b: { c: 2, d: 3 }, list: ['p', 'q'] }],
    ['spec: { b: null, list: [z] }', { a: 1, list: ['z'] }],
    ['spec: { b: { c: { d: 3, e: null } } }', { a: 1, b: { c: { d: 3 } }, list: ['p', 'q'] }],
    ['spec: { b: { toString: 3 } }', { a: 1, b: { c: 2, toString: 3 }, list: ['p', 'q'] }],
  ])('%s', (patch, spec) => {
    expect(patched(HEAD + patch)).toEqual({ metadata: {}, spec });
  });

  it('with directives is not applied', () => {
    expect(patched(`${HEAD}spec: { b: { $patch: delete } }`)).toBe(undefined);
  });
});

describe('a JSON Patch', () => {
  it.each([
    ['[{ op: remove, path: /spec/list/1 }]', { a: 1, b: { c: 2 }, list: ['p'] }],
    ['[{ op: add, path: /spec/list/-, value: z }]', { a: 1, b: { c: 2 }, list: ['p', 'q', 'z'] }],
    [
      '[{ op: replace, path: /spec/b/c, value: 3 }, { op: remove, path: /spec/list }]',
      { a: 1, b: { c: 3 } },
    ],
  ])('%s', (patch, spec) => {
    expect(patched(patch)).toEqual({ spec });
  });

  it.each([
    '[{ op: remove, path: /spec/none }]',
    '[{ op: replace, path: /spec/none/a, value: 1 }]',
    '[{ op: test, path: /spec/a, value: 2 }]',
    '[{ op: change, path: /spec/a, value: 2 }]',
    '[x]',
  ])('%s cannot be applied', (patch) => {
    expect(patched(patch)).toBe(undefined);
  });
});
