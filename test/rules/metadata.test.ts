import { describe, expect, it } from 'vitest';
import { lintPedantically } from '../lint/lint-pedantically.ts';

/** The server's words on a ResourceQuota with the given metadata: cause and field. */
function causesOf(metadata: object): readonly string[] {
  const content = JSON.stringify({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata,
    spec: { hard: { pods: '10' } },
  });
  return lintPedantically([{ name: 'quota.yaml', content: `# YAML\n${content}` }])
    .findings.filter(({ cause }) => cause !== null)
    .map(({ cause, field }) => `${cause} ${field}`)
    .sort();
}

const letters = (count: number) => 'a'.repeat(count);

// fixtures/conformance/common has the other cases.

it('lengths are those of bytes', () => {
  const annotations = { a: 'é'.repeat(131_072) };
  expect(causesOf({ name: 'a', annotations })).toEqual(['FieldValueTooLong metadata.annotations']);
});

describe('a generated name', () => {
  it.each([
    {
      prefix: '-',
      causes: ['FieldValueInvalid metadata.generateName', 'FieldValueInvalid metadata.name'],
    },
    // Only 58 bytes of it are kept.
    { prefix: `${letters(58)}-`, causes: [] },
    // A dash at the end and the character before it are replaced by one letter.
    { prefix: `${letters(253)}-`, causes: [] },
  ])('begins with $prefix', ({ prefix, causes }) => {
    expect(causesOf({ generateName: prefix })).toEqual(causes);
  });
});

describe('owner references', () => {
  it.each([
    ['/', ['FieldValueInvalid metadata.ownerReferences[0].apiVersion']],
    ['a/b/c', ['FieldValueInvalid metadata.ownerReferences[0].apiVersion']],
    ['/v1', []],
  ])("have a version: '%s'", (apiVersion, causes) => {
    const owner = { apiVersion, kind: 'Deployment', name: 'web', uid: '1' };
    expect(causesOf({ name: 'a', ownerReferences: [owner] })).toEqual(causes);
  });
});
