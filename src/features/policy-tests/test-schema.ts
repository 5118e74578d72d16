import { OPERATIONS } from '../../server/kubernetes/operations.ts';
import type { JsonSchema } from '../../server/kubernetes/schema.ts';

const STRING: JsonSchema = { type: 'string' };
const STRINGS: JsonSchema = { type: 'array', items: STRING };
const OBJECT: JsonSchema = {
  description: 'the path of a file with one object, or the object itself',
  oneOf: [STRING, { type: 'object' }],
};

const CLUSTER: JsonSchema = {
  type: 'array',
  items: OBJECT,
  description: 'params, namespaces and CRDs: files and folders, or the objects themselves',
};

/** The JSON Schema of test files; `test-file.ts` reads the same. */
export function testFileSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Tests of admission policies',
    description: 'a file NAME.kubeadmit-test.yaml, for kubeadmit test',
    type: 'object',
    additionalProperties: false,
    required: ['policies', 'tests'],
    properties: {
      policies: { ...STRINGS, description: 'files and folders with policies and bindings' },
      cluster: CLUSTER,
      kubernetesVersion: { ...STRING, description: 'a minor; the newest by default' },
      tests: { type: 'array', items: testSchema() },
    },
  };
}

function testSchema(): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['object', 'expect'],
    properties: {
      name: STRING,
      object: OBJECT,
      patch: { type: 'object', description: 'a JSON merge patch of the object' },
      old: OBJECT,
      resource: { ...STRING, description: 'the subresource of the request, such as pods/exec' },
      cluster: CLUSTER,
      operation: { enum: OPERATIONS },
      user: STRING,
      groups: STRINGS,
      dryRun: { type: 'boolean' },
      authorize: { type: 'object', description: 'what the user may do; see docs/policies.md' },
      expect: {
        type: 'object',
        additionalProperties: false,
        required: ['decision'],
        properties: {
          decision: { enum: ['admitted', 'denied', 'unknown'] },
          message: { ...STRING, description: 'a part of the message' },
          warnings: { ...STRINGS, description: 'a part of each warning; [] for none' },
          audit: { type: 'object', additionalProperties: STRING },
          mutated: { type: 'object', description: 'fields that the changed object has' },
        },
      },
    },
  };
}
