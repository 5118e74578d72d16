import { expect, it } from 'vitest';
import { crdsMadeFor, crdVersionsInTemplate } from '../../src/sources/project/made-crds.ts';

const HEAD = 'kind: CustomResourceDefinition\n';

it('the CRDs in a template are named with their versions', () => {
  const text = `${HEAD}metadata:\n  name: a.example.com\nspec:\n  versions:\n    - name: v1\n    - name: v1\n`;
  expect(crdVersionsInTemplate(text)).toEqual(['a.example.com/v1']);
});

it('a template with very many of them names none', () => {
  const lines = (line: (index: number) => string) =>
    Array.from({ length: 2000 }, (_, i) => line(i));
  const text = `${HEAD}${[...lines((i) => `  name: a.b.c${i}`), ...lines((i) => `- name: v${i}`)].join('\n')}\n`;
  expect(crdVersionsInTemplate(text)).toEqual([]);
});

it('an object without claims has the CRD of its name only', () => {
  const metadata = { name: 'xs.example.com' };
  const object = { kind: 'CompositeResourceDefinition', metadata, spec: { group: 'example.com' } };
  expect(crdsMadeFor(object)).toEqual(['xs.example.com']);
});

it('a group that is not a text makes no name', () => {
  const spec = {
    group: Object.create(null),
    version: 'v1',
    service: {},
    claimNames: { plural: 'xs' },
  };
  expect(crdsMadeFor({ kind: 'APIService', spec })).toEqual([]);
  expect(crdsMadeFor({ kind: 'CompositeResourceDefinition', spec })).toEqual([]);
});
