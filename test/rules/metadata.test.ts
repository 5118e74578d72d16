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

describe('lengths are those of bytes', () => {
  it.each([
    { metadata: { name: letters(253) }, causes: [] },
    { metadata: { name: letters(254) }, causes: ['FieldValueInvalid metadata.name'] },
    { metadata: { generateName: letters(253) }, causes: [] },
    // A dash at the end and the character before it are replaced by one letter.
    { metadata: { generateName: `${letters(253)}-` }, causes: [] },
    {
      metadata: { generateName: letters(254) },
      causes: ['FieldValueInvalid metadata.generateName'],
    },
    { metadata: { name: 'a', namespace: letters(63) }, causes: [] },
    {
      metadata: { name: 'a', namespace: letters(64) },
      causes: ['FieldValueInvalid metadata.namespace'],
    },
    { metadata: { name: 'a', labels: { a: letters(63) } }, causes: [] },
    {
      metadata: { name: 'a', labels: { a: letters(64) } },
      causes: ['FieldValueInvalid metadata.labels'],
    },
    { metadata: { name: 'a', annotations: { a: letters(262_143) } }, causes: [] },
    {
      metadata: { name: 'a', annotations: { a: letters(262_144) } },
      causes: ['FieldValueTooLong metadata.annotations'],
    },
    // Two bytes each.
    {
      metadata: { name: 'a', annotations: { a: 'é'.repeat(131_072) } },
      causes: ['FieldValueTooLong metadata.annotations'],
    },
  ])('%#', ({ metadata, causes }) => {
    expect(causesOf(metadata)).toEqual(causes);
  });
});

describe('a generated name', () => {
  it.each([
    { prefix: 'demo-', causes: [] },
    { prefix: 'demo.-', causes: ['FieldValueInvalid metadata.name'] },
    {
      prefix: '-',
      causes: ['FieldValueInvalid metadata.generateName', 'FieldValueInvalid metadata.name'],
    },
    // The server replaces a byte, not a letter, so that the error is visible.
    {
      prefix: 'demoé-',
      causes: ['FieldValueInvalid metadata.generateName', 'FieldValueInvalid metadata.name'],
    },
    // Only 58 bytes of it are kept.
    { prefix: `${letters(58)}-`, causes: [] },
  ])('begins with $prefix', ({ prefix, causes }) => {
    expect(causesOf({ generateName: prefix })).toEqual(causes);
  });
});

describe('owner references', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: '1' };

  it('are compared before they are judged', () => {
    const ownerReferences = [
      { ...owner, controller: true },
      { ...owner, controller: true },
    ];
    expect(causesOf({ name: 'a', ownerReferences })).toEqual(['Warning metadata.ownerReferences']);
  });

  it('differ when one says that it is not a controller', () => {
    const ownerReferences = [owner, { ...owner, controller: false }];
    expect(causesOf({ name: 'a', ownerReferences })).toEqual([]);
  });

  it.each([
    { apiVersion: '', invalid: true },
    { apiVersion: '/', invalid: true },
    { apiVersion: 'apps/', invalid: true },
    { apiVersion: 'a/b/c', invalid: true },
    { apiVersion: '/v1', invalid: false },
  ])("have a version: '$apiVersion'", ({ apiVersion, invalid }) => {
    const causes = causesOf({ name: 'a', ownerReferences: [{ ...owner, apiVersion }] });
    const cause = apiVersion === '' ? 'FieldValueRequired' : 'FieldValueInvalid';
    expect(causes).toEqual(invalid ? [`${cause} metadata.ownerReferences[0].apiVersion`] : []);
  });
});

describe('managedFields', () => {
  const entry = {
    manager: letters(129),
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': {} },
  };

  it.each([
    {
      what: 'are sorted before they are judged',
      managedFields: [entry, { ...entry, manager: 'm', operation: 'Apply' }],
      causes: ['FieldValueTooLong metadata.managedFields[1].manager'],
    },
    {
      what: 'are dropped when one of them cannot be read',
      managedFields: [entry, { ...entry, manager: 'm', operation: 'Patch' }],
      causes: [],
    },
    {
      what: 'are dropped when they own what the request sets',
      managedFields: [{ ...entry, fieldsV1: { 'f:spec': { 'f:hard': { 'f:pods': {} } } } }],
      causes: [],
    },
  ])('$what', ({ managedFields, causes }) => {
    expect(causesOf({ name: 'a', managedFields })).toEqual(causes);
  });
});
