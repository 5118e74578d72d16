import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { formatJson } from '../../src/report/formats/json.ts';
import schema from '../../src/report/report.schema.json';
import { documentReport, finding, MINOR, report } from './report-data.ts';

const validate = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  formats: { uri: true },
}).compile(schema);

const FULL = report(
  { 'a.yaml': 'text' },
  [
    finding({
      field: 'spec.versions',
      cause: 'FieldValueInvalid',
      help: 'do this',
      related: [
        { file: 'a.yaml', line: 2, column: 1, endLine: 2, endColumn: 3, message: 'the other' },
      ],
    }),
    finding({ severity: 'info', item: 3 }),
  ],
  {
    kubernetesVersions: ['1.35', MINOR],
    documents: [
      documentReport({ verdicts: { [MINOR]: 'rejected', '1.35': 'accepted' } }),
      documentReport({
        index: 1,
        item: 0,
        apiVersion: null,
        kind: null,
        name: null,
        verdicts: { '1.35': 'skipped', [MINOR]: 'skipped' },
        skipped: 'not-kubernetes',
      }),
    ],
  },
);

it('follows its schema', () => {
  expect(
    validate(JSON.parse([...formatJson(FULL)].join(''))),
    JSON.stringify(validate.errors),
  ).toBe(true);
  expect(
    validate(JSON.parse([...formatJson(report({}, []))].join(''))),
    JSON.stringify(validate.errors),
  ).toBe(true);
});

it('has the fields in their order and nothing else', () => {
  const json = JSON.parse([...formatJson(FULL)].join(''));
  expect(Object.keys(json)).toEqual([
    'version',
    'kubernetesVersions',
    'documents',
    'findings',
    'summary',
  ]);
  expect(json.documents[1]).toEqual({
    file: 'a.yaml',
    index: 1,
    item: 0,
    apiVersion: null,
    kind: null,
    namespace: null,
    name: null,
    line: 1,
    renderedFrom: null,
    operation: 'create',
    skipped: 'not-kubernetes',
    verdicts: { '1.35': 'skipped', [MINOR]: 'skipped' },
  });
  expect(Object.keys(json.documents[0].verdicts)).toEqual(['1.35', MINOR]);
  expect(Object.keys(json.findings[0]).join(' ')).toBe(
    'rule message messageId severity file index item line column endLine endColumn field cause causedBy minors related help fix docs',
  );
  expect(Object.keys(json.findings[0].related[0]).join(' ')).toBe(
    'file line column endLine endColumn message',
  );
  expect(json.findings[0].fix).toBeNull();
  expect(Object.keys(json.summary).join(' ')).toBe(
    'files documents checked decoded errors warnings infos',
  );
});

it('prints nothing that a terminal obeys, and loses nothing', () => {
  const name = 'a\u009b2J\u202e\u2028\u001b.yaml';
  const text = [...formatJson(report({}, [finding({ file: name })]))].join('');
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
  expect(JSON.parse(text).findings[0].file).toBe(name);
});
