import { describe, expect, it } from 'vitest';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { fieldDescriptions } from '../../src/server/kubernetes/field-descriptions.ts';
import { allKinds, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import { MINORS } from '../../src/server/kubernetes/minors.ts';
import { schemaOf, schemaOfAll } from '../../src/server/kubernetes/schema.ts';

/** The names of the fields of all definitions in the schemas, in any minor. */
const fields = new Map<string, Set<string>>();
for (const facts of allKinds()) {
  if (!facts.validated) continue;
  for (const minor of MINORS) {
    for (const apiVersion of servedVersions(facts, minor)) {
      const { $defs, ...root } = schemaOf(facts, apiVersion, minor) ?? {};
      for (const [name, definition] of [
        [facts.kind, root] as const,
        ...Object.entries($defs ?? {}),
      ]) {
        const known = getOrCompute(fields, name, () => new Set());
        for (const field of Object.keys(definition.properties ?? {})) known.add(field);
      }
    }
  }
}

/** The purpose of the fields of every object is described once. */
const OF_EVERY_OBJECT = ['apiVersion', 'kind', 'metadata'];

describe.each([...fields])('%s', (name, properties) => {
  const isKind = properties.has('metadata');
  const described = [...(fieldDescriptions().get(name)?.keys() ?? [])].filter(
    (field) => field !== '',
  );

  it('has a description for each field', () => {
    const expected = [...properties].filter((field) => !isKind || !OF_EVERY_OBJECT.includes(field));
    const isDescribed = (field: string) =>
      described.includes(field) || fieldDescriptions().get('*')?.has(field);
    expect(expected.filter((field) => !isDescribed(field))).toEqual([]);
  });

  it('has no description without a field', () => {
    expect(described.filter((field) => !properties.has(field))).toEqual([]);
  });
});

it('no other definition is described', () => {
  expect([...fieldDescriptions().keys()].filter((name) => !fields.has(name))).toEqual(['*']);
});

it('descriptions are short sentences', () => {
  const texts = [...fieldDescriptions().values()].flatMap((description) => [
    ...description.values(),
  ]);
  expect(texts.filter((text) => text.length > 160 || !/^[A-Z'].*\.$/.test(text))).toEqual([]);
});

it('the schema of all kinds refers to nothing that it lacks', () => {
  const schema = schemaOfAll(MINORS[0]);
  const references = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)];
  const known = Object.keys(schema.$defs ?? {});
  expect(references.filter(([, name = '']) => !known.includes(name))).toEqual([]);
});
