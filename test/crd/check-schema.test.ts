import { expect, it } from 'vitest';
import { checkSchema, compilesRulesOf } from '../../src/server/crd/schema/check-schema.ts';
import { NEWEST_MINOR } from '../../src/server/kubernetes/minors.ts';
import type { JSONSchemaProps } from '../../src/server/kubernetes/types.generated.ts';

const LEVELS = 20_000;

function deep(leaf: JSONSchemaProps, wrap: (inner: JSONSchemaProps) => JSONSchemaProps) {
  let schema = leaf;
  for (let level = 0; level < LEVELS; level++) schema = wrap(schema);
  return schema;
}

it('takes schemas of any depth', () => {
  const objects = deep({ type: 'string' }, (a) => ({ type: 'object', properties: { a } }));
  expect(checkSchema(objects, false, NEWEST_MINOR).problems.count).toBe(0);
  const junctors = deep({ minLength: 1 }, (not) => ({ not }));
  const judged = checkSchema({ type: 'object', ...junctors }, false, NEWEST_MINOR);
  expect(judged.problems.count).toBe(0);
});

it('reports where a nested fault is', () => {
  const objects = deep({}, (a) => ({ type: 'object', properties: { a } }));
  const [problem] = checkSchema(objects, false, NEWEST_MINOR).problems.get('field-untyped');
  expect(problem?.node.path).toBe('.properties[a]'.repeat(LEVELS));
});

it('compiles no rules at or above a schema at fault, and none where the form is at fault', () => {
  const good = { type: 'object', properties: { f: { type: 'string' } } };
  const bad = { type: 'array', uniqueItems: true, items: { type: 'string' } };
  const root = { type: 'object', properties: { good, bad } };
  const judged = checkSchema(root, false, NEWEST_MINOR);
  const compiled = judged.tree.nodes.filter((node) => compilesRulesOf(judged, node));
  expect(compiled.map(({ path }) => path).sort()).toEqual([
    '.properties[bad].items',
    '.properties[good]',
    '.properties[good].properties[f]',
  ]);
  const unsound = checkSchema(
    { type: 'object', properties: { good, any: {} } },
    false,
    NEWEST_MINOR,
  );
  expect(unsound.tree.nodes.some((node) => compilesRulesOf(unsound, node))).toBe(false);
});
