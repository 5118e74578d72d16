import { describe, expect, it } from 'vitest';
import { followFieldPath } from '../../src/server/crd/field-path.ts';

const schema = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { size: { type: 'integer' }, 'a.b': { type: 'string' } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    anything: { type: 'object', additionalProperties: true },
    names: { type: 'array', items: { type: 'string' } },
  },
};

describe('a path through a schema', () => {
  it.each([
    { path: '', to: '' },
    { path: '.spec', to: 'spec' },
    { path: '.spec.size', to: 'spec.size' },
    { path: "['spec'].size", to: 'spec.size' },
    { path: ".spec['a.b']", to: 'spec.a.b' },
    { path: '.labels.app', to: 'labels[app]' },
    { path: ".labels['it\\'s']", to: "labels[it's]" },
    { path: '.anything.a', to: 'anything[a]' },
  ])('$path leads to $to', ({ path, to }) => {
    const followed = followFieldPath(path, schema, { brackets: true });
    expect(followed.ok && followed.path).toBe(to);
  });

  it.each([
    { path: 'spec', fault: 'dot-or-bracket' },
    { path: '.', fault: 'end' },
    { path: '.spec.', fault: 'end' },
    { path: '.size', fault: 'unknown-field' },
    { path: '.names.a', fault: 'unknown-field' },
    { path: '.names[0]', fault: 'quotes' },
    { path: ".spec['size'", fault: 'end' },
    { path: ".spec['a\\x']", fault: 'escape' },
    { path: '.anything.a.b', fault: 'crash' },
  ])('$path has the fault $fault', ({ path, fault }) => {
    expect(followFieldPath(path, schema, { brackets: true })).toEqual({ ok: false, fault });
  });

  it('has no brackets where they are not taken', () => {
    const followed = followFieldPath(".spec['size']", schema, { brackets: false });
    expect(followed).toEqual({ ok: false, fault: 'brackets' });
  });
});
