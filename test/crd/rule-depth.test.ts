import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { crdYaml } from '../crd-yaml.ts';

const RULE = '"x-kubernetes-validations": [{ "rule": "self == self || true" }]';

/** A schema with 4,500 levels, about as many as the server reads. The highest and the deepest one have a rule. */
const nestedIn = (before: string, after: string): string =>
  `{ "type": "object", ${RULE}, "properties": { "a": ${before.repeat(4_500)}{ "type": "string", ${RULE} }${after.repeat(4_500)} } }`;

it.each([
  ['properties', '{ "type": "object", "properties": { "a": ', ' } }'],
  ['items', '{ "type": "array", "maxItems": 1, "items": ', ' }'],
  [
    'additionalProperties',
    '{ "type": "object", "maxProperties": 1, "additionalProperties": ',
    ' }',
  ],
])('finds the types of rules below many %s', (_, before, after) => {
  const { documents, findings } = lint([
    { name: 'crd.yaml', content: crdYaml(nestedIn(before, after)) },
  ]);
  expect(documents.map(({ verdicts }) => verdicts)).toEqual([{ [NEWEST_MINOR]: 'accepted' }]);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});
