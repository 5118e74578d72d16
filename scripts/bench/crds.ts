// Measures how long judging CRDs takes, and whether that grows with their size and no faster:
//   node scripts/run.mjs scripts/bench/crds.ts
// Synthetic CRDs of 1, 2, 4 and 8 times a size, and deep ones; per shape, the time per MB must stay the same.
import { lint } from '../../src/lint/lint.ts';

type Schema = { [keyword: string]: unknown };

const PROPERTIES = 500;
const RUNS = 5;

/** A schema with the parts of real ones: descriptions, formats, patterns, defaults, lists of objects. */
function wide(size: number): Schema {
  const properties: Schema = {};
  for (let index = 0; index < size * PROPERTIES; index++) {
    properties[`field${index}`] = {
      type: 'object',
      description: 'What this is, and what becomes of it when it is left out.',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1, pattern: `^[a-z]{1,${(index % 20) + 1}}$` },
        size: { type: 'integer', format: 'int32', minimum: 0, default: index },
        ports: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['port'],
          items: {
            type: 'object',
            required: ['port'],
            properties: { port: { 'x-kubernetes-int-or-string': true } },
          },
        },
      },
    };
  }
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}

/** Every property has an error, so that paths and places have to be found. */
function faulty(size: number): Schema {
  const properties: Schema = {};
  for (let index = 0; index < size * PROPERTIES; index++) {
    properties[`field${index}`] = { type: 'string', uniqueItems: true };
  }
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}

/** As text, for a tree of this depth is too much for JSON.stringify. */
function deep(size: number): string {
  const levels = size * PROPERTIES;
  const open = '{"type":"object","properties":{"a":';
  return `${open.repeat(levels)}{"type":"string","default":"x"}${'}}'.repeat(levels)}`;
}

/** One value that is large and fits a small schema. */
function largeDefault(size: number): Schema {
  const items = Array.from({ length: size * PROPERTIES }, (_, index) => ({ name: `n${index}` }));
  return {
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string', maxLength: 10 } } },
        default: items,
      },
    },
  };
}

for (const [name, shape] of Object.entries({ wide, faulty, deep, largeDefault })) {
  console.log(name);
  for (const size of [1, 2, 4, 8]) {
    const text = manifest(shape(size));
    const megabytes = text.length / 1e6;
    const times = Array.from({ length: RUNS }, () => timeOf(text)).sort((a, b) => a - b);
    const best = times[0] ?? 0;
    console.log(
      `  ${size} x: ${megabytes.toFixed(2)} MB, ${best.toFixed(0)} ms, ${(best / megabytes).toFixed(0)} ms/MB`,
    );
  }
}

function timeOf(text: string): number {
  const begin = performance.now();
  lint([{ name: 'crd.yaml', content: text }]);
  return performance.now() - begin;
}

/** JSON is YAML, and keeps indentation out of the size. */
function manifest(schema: Schema | string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  group: stable.example.com
  names: { plural: crontabs, kind: CronTab }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: ${typeof schema === 'string' ? schema : JSON.stringify(schema)}
`;
}
