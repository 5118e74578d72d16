import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crdText, findCrds } from '../../src/features/crds/crd-manifests.ts';
import { crdsOfSchemas } from '../../src/features/crds/schema-catalogue.ts';
import { lint } from '../../src/lint/lint.ts';
import type { Source } from '../../src/lint/read/source.ts';
import { customDefinition } from '../../src/server/custom-resources/definition.ts';
import { ExampleObjects } from '../../src/server/custom-resources/examples/example-objects.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import { isList, isMapping, type Mapping, type Value } from '../../src/yaml/tree.ts';
import { crdYaml } from '../crd-yaml.ts';

/** A schema as the program of the public catalogues writes it. */
function asInCatalogue(schema: Value): Value {
  if (isList(schema)) return schema.map(asInCatalogue);
  if (!isMapping(schema)) return schema;
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) {
    return { ...schema, oneOf: [{ type: 'string' }, { type: 'integer' }] };
  }
  const own = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, asInCatalogue(value)]),
  );
  const isClosed = isMapping(schema.properties) && schema.additionalProperties === undefined;
  return { ...own, ...(isClosed ? { additionalProperties: false } : {}) };
}

function catalogueOf(manifest: Mapping): readonly Source[] {
  const { group, kind, versions } = customDefinition(manifest);
  return versions.map(({ name, schema = {} }) => ({
    name: `catalogue/${group}/${kind.toLowerCase()}_${name}.json`,
    content: JSON.stringify(asInCatalogue(schema as unknown as Value)),
  }));
}

function crdsIn(sources: readonly Source[]): readonly Source[] {
  const { crds, problems } = crdsOfSchemas(sources, null);
  expect(problems).toEqual([]);
  return [...crds.values()].map((crd) => ({
    name: `${crd.name}.yaml`,
    content: crdText(crd, true),
  }));
}

const FIXTURES = readdirSync('fixtures/crd-changes', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, content: readFileSync(join('fixtures/crd-changes', name), 'utf8') }))
  .filter(({ content }) => content.includes('kind: CustomResourceDefinition'));

describe('CRDs of fixtures as a catalogue has them', () => {
  const accepted = FIXTURES.flatMap((source) => {
    const { documents } = lint([source], { only: [] });
    const isAccepted = documents.some(
      ({ kind, verdicts }) =>
        kind === 'CustomResourceDefinition' && verdicts[NEWEST_MINOR] === 'accepted',
    );
    return isAccepted ? [...findCrds([source]).crds.values()] : [];
  });

  it('defines kinds for all of them', () => {
    expect(accepted.length).toBeGreaterThan(20);
    const refused = accepted.flatMap(({ manifest }) =>
      lint(crdsIn(catalogueOf(manifest)), { only: [] }).documents.filter(
        ({ verdicts }) => verdicts[NEWEST_MINOR] !== 'accepted',
      ),
    );
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  it('fits each object that the CRD accepts', () => {
    const misfits = accepted.flatMap(({ name, manifest }) => {
      const definition = customDefinition(manifest);
      const objects = definition.versions.flatMap((version) => {
        const { schema, isServed } = version;
        if (schema === undefined || !isServed) return [];
        const examples = new ExampleObjects(definition, version, NEWEST_MINOR);
        return [examples.minimal()].filter((object) => object !== undefined);
      });
      const content = objects.map((object) => JSON.stringify(object)).join('\n');
      const crds = crdsIn(catalogueOf(manifest));
      const { documents } = lint([{ name: 'objects.json', content }], {
        crds,
        kubernetesVersions: [NEWEST_MINOR],
      });
      return documents
        .map(({ verdicts }) => verdicts[NEWEST_MINOR])
        .filter((verdict) => verdict !== 'fits-schema')
        .map((verdict) => `${name}: ${verdict}`);
    });
    expect(misfits).toEqual([]);
  });
});

const SHOP = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    status: { type: 'object', required: ['ready'], properties: { ready: { type: 'boolean' } } },
    spec: {
      type: 'object',
      required: ['pods', 'port'],
      additionalProperties: false,
      properties: {
        pods: { type: 'integer', minimum: 1 },
        port: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
        size: { type: 'string', default: 'small' },
        extra: { type: 'object' },
      },
    },
  },
};

function shop(spec: string, version = 'v1'): string {
  return `apiVersion: example.com/${version}
kind: Shop
metadata: {name: a}
spec: ${spec}
`;
}

describe('objects of a kind in a catalogue', () => {
  const crds = crdsIn([{ name: 'c/example.com/shop_v1.json', content: JSON.stringify(SHOP) }]);

  function judge(content: string) {
    const { documents, findings } = lint([{ name: 'a.yaml', content }], {
      crds,
      kubernetesVersions: [NEWEST_MINOR],
    });
    return {
      verdict: documents[0]?.verdicts[NEWEST_MINOR],
      findings: findings.map(({ severity, cause, message }) => [severity, cause, message]),
    };
  }

  it.each([
    '{pods: 1, port: 80}',
    '{pods: 1, port: http, extra: {any: [1, x]}}',
    '{pods: 1, port: 1}\nstatus: {}',
  ])('fits %s', (spec) => {
    expect(judge(shop(spec))).toEqual({ verdict: 'fits-schema', findings: [] });
  });

  it.each([
    ['{pods: 0, port: 80}', 'pods is 0'],
    ['{pods: 1, port: [80]}', 'not array'],
    ['{pods: 1}', 'port is required'],
    ['{pods: 1, port: 1, podz: 1}', 'podz'],
  ])('warns of %s', (spec, text) => {
    const { verdict, findings } = judge(shop(spec));
    expect(verdict).toBe('unknown');
    expect(findings).toEqual([
      ['warning', null, expect.stringMatching(/^by the schema of a catalogue: /)],
    ]);
    expect(findings.join()).toContain(text);
  });

  it.each(['{pods: "1", port: 80}', '{pods: 1, port: 1, podz: 1}', '{pods: 1, port: 1, size: 3}'])(
    'offers no fix for %s, because the CRD may be of another version',
    (spec) => {
      const { findings } = lint([{ name: 'a.yaml', content: shop(spec) }], { crds });
      expect(findings.map(({ fix }) => fix)).toEqual([null]);
    },
  );

  it('still reports what is wrong by any schema', () => {
    const { verdict, findings } = judge(shop('{pods: 1, port: 80}').replace('name: a', 'name: A_'));
    expect(verdict).toBe('rejected');
    expect(findings[0]?.[0]).toBe('error');
  });

  it('has no verdict on versions that the catalogue lacks', () => {
    expect(judge(shop('{}', 'v2'))).toEqual({ verdict: 'skipped', findings: [] });
  });

  it('prefers a CRD', () => {
    const crd = crdYaml('{ type: object, x-kubernetes-preserve-unknown-fields: true }', {
      group: 'example.com',
      kind: 'Shop',
    });
    const { documents } = lint([{ name: 'a.yaml', content: shop('{}') }], {
      crds: [...crds, { name: 'crd.yaml', content: crd }],
    });
    expect(documents[0]?.verdicts[NEWEST_MINOR]).toBe('accepted');
  });
});
