import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { allKinds, type KindFacts, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import { MINORS, NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { schemaOf } from '../../src/server/kubernetes/schema.ts';
import { kindFacts } from './kind-facts.ts';

/** Reports whether some minor serves a kind by default: only such kinds have schemas. */
function isServedByDefault(facts: KindFacts): boolean {
  return MINORS.some((minor) => servedVersions(facts, minor).length > 0);
}

describe('JSON Schemas', () => {
  test.each(allKinds().filter((facts) => facts.validated && isServedByDefault(facts)))(
    'are valid in every minor: $kind',
    (facts) => {
      const schemas = MINORS.flatMap((minor) =>
        servedVersions(facts, minor).map((version) => schemaOf(facts, version, minor) ?? true),
      );
      // Most minors have the same schema, and compiling one takes long.
      const different = new Set(schemas.map((schema) => JSON.stringify(schema)));
      expect(different.size).toBeGreaterThan(0);
      for (const schema of different) {
        const ajv = new Ajv2020({ strict: false, validateFormats: false });
        expect(() => ajv.compile(JSON.parse(schema))).not.toThrow();
      }
    },
  );

  test('have the fields of the minor', () => {
    const of = (minor: '1.34' | '1.35') =>
      JSON.stringify(
        schemaOf(kindFacts('CustomResourceDefinition'), 'apiextensions.k8s.io/v1', minor),
      ).match(/observedGeneration/g)?.length ?? 0;
    // One more is that of metadata.
    expect(of('1.35') - of('1.34')).toBe(2);
  });

  test('tell what the decoder does not', () => {
    const schema = schemaOf(kindFacts('ResourceQuota'), 'v1', NEWEST_MINOR) ?? {};
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const quota = (spec: object) => ({ apiVersion: 'v1', kind: 'ResourceQuota', spec });
    expect(validate(quota({ hard: { pods: '10' }, scopes: ['BestEffort'] }))).toBe(true);
    expect(validate(quota({ scopes: ['Nope'] }))).toBe(false);
    expect(validate(quota({ nope: 1 }))).toBe(false);
    expect(validate({ spec: {} })).toBe(false);
  });
});
