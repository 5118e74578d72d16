import { expect, it, vi } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import type * as OpenObject from '../../src/lint/open/open-object.ts';
import { sourcesOf } from '../project/memory-project.ts';

const opened = vi.hoisted(() => ({ count: 0 }));

vi.mock('../../src/lint/open/open-object.ts', async (original) => {
  const real = await original<typeof OpenObject>();
  const openFields: typeof real.openFields = (...args) => {
    opened.count++;
    return real.openFields(...args);
  };
  return { ...real, openFields };
});

const names = Array.from({ length: 5 }, (_, index) => `s${index}`);

const base = {
  'base/kustomization.yaml': JSON.stringify({ resources: names.map((name) => `${name}.yaml`) }),
  ...Object.fromEntries(
    names.map((name) => [
      `base/${name}.yaml`,
      `apiVersion: v1\nkind: Service\nmetadata: { name: ${name} }\nspec: { selector: { a: b } }\n`,
    ]),
  ),
};

/** The number of objects that are opened for the rules about the objects of several overlays of a base. */
function openedFor(overlays: number): number {
  const files = Object.fromEntries(
    Array.from({ length: overlays }, (_, index) => [
      `over${index}/kustomization.yaml`,
      `namePrefix: p${index}-\nresources: [../base]\n`,
    ]),
  );
  opened.count = 0;
  lint(sourcesOf({ ...base, ...files }));
  return opened.count;
}

it('overlays of one base open its objects once', () => {
  expect(openedFor(1)).toBe(names.length);
  expect(openedFor(4)).toBe(names.length);
});
