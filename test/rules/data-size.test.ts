import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

const MOST_BYTES = 1024 * 1024;

function pathsOf(kind: string, data: object): readonly (string | null)[] {
  const content = JSON.stringify({ apiVersion: 'v1', kind, metadata: { name: 'large' }, ...data });
  const { findings } = lint([{ name: 'large.json', content: Buffer.from(content) }]);
  return findings.map(({ rule, field }) => (rule === 'data/size' ? field : rule));
}

it('reports a ConfigMap whose values have more than 1 MiB, at the empty name that the server reports', () => {
  expect(pathsOf('ConfigMap', { data: { a: 'a'.repeat(MOST_BYTES) } })).toEqual([]);
  expect(pathsOf('ConfigMap', { data: { a: 'a'.repeat(MOST_BYTES), b: 'b' } })).toEqual(['[]']);
});

it('counts the bytes of a Secret after decoding', () => {
  const bytes = Buffer.alloc(MOST_BYTES).toString('base64');
  expect(pathsOf('Secret', { data: { a: bytes } })).toEqual([]);
  expect(pathsOf('Secret', { data: { a: bytes }, stringData: { b: 'ü' } })).toEqual(['data']);
  expect(pathsOf('Secret', { data: { a: bytes }, stringData: { a: '' } })).toEqual([]);
});
